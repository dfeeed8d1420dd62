import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runLedgerCommand } from '../../electron/cli/ledger.ts'
import { runSetup } from '../../electron/cli/setup.ts'
import { runStaffCommand } from '../../electron/cli/staff.ts'
import { runStatus } from '../../electron/cli/status.ts'
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
  test.each<readonly [string, (data: string, refuse: (...lines: readonly string[]) => number) => unknown]>([
    ['status', (data, refuse) => runStatus(['--data', data], say, refuse)],
    ['status with its settings', (data, refuse) => runStatus(['--config', join(data, 'config.json')], say, refuse)],
    ['ledger', (data, refuse) => runLedgerCommand(['backup', '--data', data], say, (line) => void refuse(line))],
    ['staff', (data, refuse) => runStaffCommand(['list', '--data', data], say, refuse)],
    ['setup', (data, refuse) => runSetup(['--answers', '/nowhere', '--data', data], say, refuse)],
  ])('does nothing by guichet %s, and is told who should', async (_, run) => {
    const { home, data, linked, mine } = account()
    for (const folder of [data, join(data, 'not', 'yet'), linked])
      expect(await asked((refuse) => run(folder, refuse))).toBe(
        `${home} belongs to another account (${ACCOUNT}), whose links and settings root does not follow: ` +
          `run this as that account, sudo -u '#${ACCOUNT}' guichet …`,
      )
    expect([readdirSync(data), readdirSync(mine), existsSync(join(data, 'not'))]).toEqual([[], [], false])
  })

  test('works on its own', () => {
    const { mine } = account()
    writeFileSync(join(mine, 'config.json'), '{}')
    expect(runStatus(['--data', mine], say, () => 2)).toBe(3)
  })
})
