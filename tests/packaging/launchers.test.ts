import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url))

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

/** Simulates the compositor cage. Like the real one, runs on after its client ends, until the window is closed. */
const cage = `#!/bin/sh
shift 2
trap 'exit 134' TERM
"$@" &
wait $!
[ -e closed ] || { sleep 600 & echo $! >window; wait; }
`
const guichet = `#!/bin/sh
trap 'kill $!; echo >closed; exit 0' TERM
sleep 600 & echo $! >sleeper
echo $$ >program
wait
`

async function startSession(screen = cage) {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'bin'))
  for (const [name, text] of Object.entries({ cage: screen, guichet })) {
    writeFileSync(join(folder, 'bin', name), text)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const session = spawn('sh', [join(root, 'packaging', 'kiosk-session.sh')], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, XDG_RUNTIME_DIR: folder },
    stdio: 'ignore',
  })
  const ended = once(session, 'exit').then(([code]) => code as number | null)
  const pid = (name: string): number => Number(existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : 0)
  onTestFinished(() => {
    for (const each of [session.pid, ...['sleeper', 'window', 'program'].map(pid)]) {
      try {
        if (each) process.kill(each, 'SIGKILL')
      } catch (error) {
        expect(error).toMatchObject({ code: 'ESRCH' })
      }
    }
  })
  // Waits for the program's process ID, because an earlier stop signal would end the compositor instead of the program.
  if (screen === cage)
    for (const name of ['program', 'guichet-kiosk.pid'])
      await expect.poll(() => pid(name), { timeout: 20_000 }).toBeGreaterThan(0)
  return { session, ended, pid, closed: () => existsSync(join(folder, 'closed')) }
}

test.skipIf(process.platform !== 'linux')('a kiosk that is stopped lets its program end in order', async () => {
  const { session, ended, closed } = await startSession()
  session.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(closed()).toBe(true)
})

test.skipIf(process.platform !== 'linux')(
  'a kiosk ends with a program that was killed, to be started again',
  async () => {
    const { ended, pid, closed } = await startSession()
    process.kill(pid('program'), 'SIGKILL')
    expect(await ended).toBe(134)
    expect(closed()).toBe(false)
  },
)

test.skipIf(process.platform !== 'linux')('a kiosk without a screen ends, to be tried again', async () => {
  const { ended } = await startSession('#!/bin/sh\nexit 1\n')
  expect(await ended).toBe(1)
})
