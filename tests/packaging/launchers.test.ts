import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../shells/shell.ts'

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url))

/** A machine's program in a folder with a space, behind the link that is on the path; says what it was started with. */
function install(launcher: string, program: string) {
  const home = join(temporaryFolder(), 'a home')
  const link = join(temporaryFolder(), 'guichet')
  mkdirSync(join(home, 'bin'), { recursive: true })
  cpSync(join(packaging, launcher), join(home, 'bin', 'guichet'))
  writeFileSync(join(home, program), '#!/bin/sh\nfor each in "$0" "$@"; do echo "$each"; done\nexit 7\n', {
    mode: 0o755,
  })
  symlinkSync(join(home, 'bin', 'guichet'), link)
  return (...words: readonly string[]): readonly string[] => {
    const { status, stdout, stderr } = spawnSync('sh', [link, ...words], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([7, ''])
    return stdout.replaceAll(home, 'HOME').trimEnd().split('\n')
  }
}

const commands = [['--version'], ['--help'], ['-h'], ['status', '--json'], ['ledger', 'backup', '--data', '/a b']]
const windows = [[], ['--kiosk'], ['--data', '/a b', '--kiosk'], ['--setup']]

describe.skipIf(process.platform === 'win32')('`guichet` of Electron', () => {
  test.each(windows)('opens the window with %j and nothing more: the sandbox holds', (...words) => {
    const started = install('launch-electron.sh', 'guichet')
    expect(started(...words)).toEqual(['HOME/guichet', ...words])
  })

  test.each(commands)('runs %j without a display, and marks where the command begins', (...words) => {
    const [program, ...given] = install('launch-electron.sh', 'guichet')(...words)
    const mark = given.indexOf('--command')
    expect([program, given.slice(mark + 1)]).toEqual(['HOME/guichet', words])
    expect(given.slice(0, mark)).toEqual(
      expect.arrayContaining(['--ozone-platform=headless', '--disable-gpu', '--log-level=3', '--no-sandbox']),
    )
  })
})

describe.skipIf(process.platform === 'win32')('`guichet` of a browser', () => {
  test.each(windows)('opens the window with %j, and asks at the first start', (...words) => {
    const started = install('launch-browser.sh', 'node')
    expect(started(...words)).toEqual(['HOME/node', 'HOME/out/main/browser-host.js', '--setup', ...words])
  })

  test.each(commands)('runs %j', (...words) => {
    const started = install('launch-browser.sh', 'node')
    expect(started(...words)).toEqual(['HOME/node', 'HOME/out/main/cli.js', ...words])
  })
})
