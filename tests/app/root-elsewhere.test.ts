import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../electron/cli/cli.ts'
import { temporaryFolder } from '../shells/shell.ts'

const ACCOUNT = '12345'

/** Another account's data, and the same reached by a link of that account's. */
function account() {
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const [data, mine] = [join(home, 'data'), join(folder, 'mine')]
  for (const each of [home, data, mine]) mkdirSync(each)
  symlinkSync(mine, join(home, 'link'))
  execFileSync('chown', ['-hR', ACCOUNT, home])
  return { home, data, linked: join(home, 'link', 'below'), mine }
}

async function asked(words: (refuse: (...lines: readonly string[]) => number) => unknown) {
  const refusals: string[] = []
  const refuse = (...lines: readonly string[]): number => (refusals.push(...lines), 2)
  expect(await words(refuse)).toBe(2)
  return refusals.join('\n')
}

const say = (): void => undefined

describe.skipIf(process.getuid?.() !== 0)('root on another account’s data', () => {
  test.each<readonly [string, (data: string) => readonly string[]]>([
    ['status', (data) => ['status', '--data', data]],
    ['status with its settings', (data) => ['status', '--config', join(data, 'config.json')]],
    ['ledger', (data) => ['ledger', 'backup', '--data', data]],
    ['staff', (data) => ['staff', 'list', '--data', data]],
    ['setup', (data) => ['setup', '--answers', '/nowhere', '--data', data]],
  ])('does nothing by guichet %s, and is told who should', async (_, words) => {
    vi.stubEnv('LC_ALL', 'en_GB.UTF-8')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { home, data, linked, mine } = account()
    for (const folder of [data, join(data, 'not', 'yet'), linked])
      expect(await asked((refuse) => runCommandLine(words(folder), { say, refuse }))).toBe(
        `${home} belongs to another account (${ACCOUNT}); for safety, root uses neither its links nor its settings: ` +
          `run the command as that account, sudo -u '#${ACCOUNT}' guichet …`,
      )
    expect([readdirSync(data), readdirSync(mine), existsSync(join(data, 'not'))]).toEqual([[], [], false])
  })

  test('works on its own', async () => {
    const { mine } = account()
    writeFileSync(join(mine, 'config.json'), '{}')
    expect(await runCommandLine(['status', '--data', mine], { say, refuse: () => 2 })).toBe(3)
  })
})
