import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { packConformanceKit } from '../../scripts/conformance-kit.ts'
import { bookingFile } from '../../electron/host/data-directory.ts'
import { copySeededDatabase, startDemoHub } from '../support/demo-hub.ts'
import { startProcess, temporaryFolder } from '../shells/shell.ts'

test('the conformance kit is one file under 5 MB that npx runs in an empty folder, without a registry', async () => {
  const kit = await packConformanceKit(temporaryFolder())
  expect(statSync(kit).size).toBeLessThan(5_000_000)

  const database = bookingFile(temporaryFolder())
  await copySeededDatabase(database)
  const hub = await startDemoHub(database)
  onTestFinished(() => hub.stop())
  const script =
    'cd "$1" && exec npx --yes --offline --no-update-notifier --cache "$1/cache" --package "$2" guichet-conformance --base-url "$3"'
  const npx = startProcess('sh', ['-c', script, 'sh', temporaryFolder(), kit, hub.url])
  expect([await npx.ended, npx.output]).toEqual([
    0,
    {
      stdout: expect.stringMatching(/: \d+ passed, 0 failed, 0 not testable\n$/u) as string,
      stderr: '',
    },
  ])
})
