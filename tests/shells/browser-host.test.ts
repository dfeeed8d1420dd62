import { existsSync, chmodSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runBrowserHost } from '../../electron/browser-host.ts'
import { browserHostOptions } from '../../electron/cli/arguments.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { guichet, startProgram } from '../cli/guichet.ts'
import { need } from '../world/kiosk-fixture.ts'
import { seedFolder } from '../support/demo-hub.ts'
import { shareOf } from '../support/share.ts'
import { startProcess, startShell, temporaryFolder, type Shell } from './shell.ts'
import type { KioskApi } from '../../shared/api/kiosk/contract.ts'

const address = /^Guichet: (http:\/\/127\.0\.0\.1:\d+)\/\?token=([\w-]+)$/mu

/** Line on standard error for each browser that is started. Empty if the tests do not run as root. */
const noSandbox =
  process.getuid?.() === 0
    ? "guichet: browser started without sandbox: root cannot use Chromium's sandbox: start Guichet from another account\n"
    : ''

async function enter(shell: Shell) {
  const [, origin = '', token = ''] = await shell.says(address)
  const entry = await fetch(`${origin}/?token=${token}`, { redirect: 'manual' })
  const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? ''
  return {
    origin,
    page: () => fetch(`${origin}/`, { headers: { cookie } }),
    ask: async (method: string, input: object): Promise<unknown> => {
      const headers = { cookie, origin, 'content-type': 'application/json' }
      const reply = await fetch(`${origin}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(input) })
      return reply.json()
    },
  }
}

describe('without a display', () => {
  test('it prints the address, serves the kiosk there, ends cleanly when an installer writes its file, and says by its exit code that it wants to be started again', async () => {
    const data = temporaryFolder()
    const file = join(temporaryFolder(), 'being-replaced')
    // The file remains from an installer that was interrupted by a power cut.
    writeFileSync(file, '')
    utimesSync(file, 1_000_000, 1_000_000)
    const host = startShell('browser-host.js', ['--data', data], { GUICHET_STOP_FILE: file })
    const { page, ask } = await enter(host)
    expect(await (await page()).text()).toMatch(/<script type="module"[^>]* src="\/?\.?\/?assets\//u)
    expect(await ask('getKiosk', {})).toMatchObject({ ok: true, value: { mode: 'demo', version: packageFile.version } })
    expect(await ask('listEvents', { page: 1, limit: 12 })).toMatchObject({ ok: true, value: { stale: false } })
    expect(await ask('__proto__', {})).toEqual({ ok: false, error: { type: 'forbidden' } })
    writeFileSync(file, '')
    expect([await host.ended, host.output.stderr]).toEqual([75, ''])
    expect(readFileSync(join(data, 'guichet.log'), 'utf8')).toMatch(/"kiosk.stopped"/u)
  })

  test('npm start -- --help lists the options, and starts nothing', async () => {
    const data = temporaryFolder()
    const help = startProcess(process.execPath, ['scripts/start.mjs', '--help', '--data', data], { DISPLAY: ':0' })
    expect([await help.ended, help.output.stderr]).toEqual([0, ''])
    for (const option of Object.keys(browserHostOptions)) expect(help.output.stdout).toMatch(`  --${option} `)
    expect(readdirSync(data)).toEqual([])
  })

  test('npm start comes to the same', async () => {
    const data = await seedFolder(temporaryFolder())
    const start = startProcess('npm', ['start', '--silent', '--', '--data', data])
    const { ask } = await enter(start)
    expect(await ask('getKiosk', {})).toMatchObject({ ok: true })
    start.kill('SIGINT')
    await start.ended
    expect(readFileSync(join(data, 'guichet.log'), 'utf8')).toMatch(/"kiosk.stopped"/u)
  })
})

function browserFolder(lines: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'chromium'), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(folder, 'chromium'), 0o755)
  return folder
}

const pathWith = (folder: string) => [folder, process.env['PATH']].join(delimiter)
const withBrowser = (folder: string): NodeJS.ProcessEnv => ({ DISPLAY: ':99', PATH: pathWith(folder) })

describe('with a display', () => {
  test('an installed browser shows the kiosk in a window and a profile of its own; closing it ends the program', async () => {
    const data = await seedFolder(temporaryFolder())
    const untilClosed = `until [ -e "${data}/close" ]; do sleep 0.05; done`
    const folder = browserFolder(`printf '%s\\n' "$@" > "${data}/called"; ${untilClosed}`)
    const host = startShell('browser-host.js', ['--data', data], withBrowser(folder))
    const called = (): string[] =>
      existsSync(join(data, 'called')) ? readFileSync(join(data, 'called'), 'utf8').trim().split('\n') : []
    await expect.poll(() => called().length).toBeGreaterThan(1)
    const [app = ''] = called()
    expect(app).toMatch(/^--app=http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/u)
    expect(called()).not.toContain('--kiosk')
    const profile = called().find((arg) => arg.startsWith('--user-data-dir='))
    expect(profile?.startsWith(`--user-data-dir=${join(data, 'browser', 'desk-')}`)).toBe(true)
    const entry = await fetch(app.replace('--app=', ''), { redirect: 'manual' })
    expect(entry.headers.get('location')).toBe('/')
    await expect.poll(() => existsSync(join(data, 'status.json'))).toBe(true)
    const sandboxed = { screenSandboxed: process.getuid?.() !== 0 }
    expect(JSON.parse(readFileSync(join(data, 'status.json'), 'utf8'))).toMatchObject(sandboxed)
    writeFileSync(join(data, 'close'), '')
    expect([await host.ended, host.output]).toEqual([0, { stdout: '', stderr: noSandbox }])
  })

  test('a browser that does not start is said, and the address printed', async () => {
    const folder = browserFolder('')
    chmodSync(join(folder, 'chromium'), 0o644)
    const host = startShell('browser-host.js', ['--data', await seedFolder(temporaryFolder())], withBrowser(folder))
    const { ask } = await enter(host)
    expect(await ask('getKiosk', {})).toMatchObject({ ok: true })
    expect(host.output.stderr).toMatch(/^guichet: spawn .*EACCES/mu)
    host.kill('SIGINT')
    expect(await host.ended).toBe(0)
  })

  test('a locked desk and its customers’ side open in two browsers and profiles, which are closed with the program', async () => {
    const data = await seedFolder(temporaryFolder())
    writeFileSync(join(data, 'config.json'), '{"customerDisplay": "window"}')
    const folder = browserFolder(
      `printf '%s\\n' "$@" > "${data}/called-$$"; trap 'echo > "${data}/closed-$$"; exit' TERM; while :; do sleep 0.05; done`,
    )
    const host = startShell('browser-host.js', ['--data', data, '--kiosk', '--role', 'cashier'], withBrowser(folder))
    const written = (of: string) => readdirSync(data).filter((name) => name.startsWith(of))
    const calls = () => written('called-').map((name) => readFileSync(join(data, name), 'utf8').trim().split('\n'))
    const opened = (name: string) =>
      calls().find((args) => args.some((arg) => arg.startsWith(`--user-data-dir=${join(data, 'browser', name)}`)))
    await expect.poll(() => [opened('desk-')?.length, opened('display-')?.length]).not.toContain(undefined)
    const address = (args: readonly string[] = []): string => args[0]?.replace('--app=', '') ?? ''
    const [desk, display] = [address(opened('desk-')), address(opened('display-'))]
    expect(opened('desk-')).toContain('--kiosk')
    expect(opened('display-')).not.toContain('--kiosk')
    expect(new URL(display).origin).not.toBe(new URL(desk).origin)
    const entered = async (side: string) => (await fetch(side, { redirect: 'manual' })).headers.get('location')
    expect([await entered(desk), await entered(display)]).toEqual(['/#kiosk', '/#display'])
    host.kill('SIGTERM')
    expect([await host.ended, host.output]).toEqual([0, { stdout: '', stderr: noSandbox.repeat(2) }])
    await expect.poll(() => written('closed-')).toHaveLength(2)
  })
})

describe('what keeps it from starting is said in words', () => {
  beforeEach(() => {
    vi.stubEnv('LC_ALL', 'en_GB.UTF-8')
    return () => void vi.unstubAllEnvs()
  })

  test('settings that are wrong, each with its place', async () => {
    const data = temporaryFolder()
    const file = join(data, 'config.json')
    writeFileSync(file, JSON.stringify({ maxSeats: 0, langauge: 'fr', language: 'en' }))
    const host = startShell('browser-host.js', ['--data', data])
    expect(await host.ended).toBe(1)
    const faults = ['maxSeats: expected at least 1', 'unknown name: langauge']
    expect(host.output.stderr).toBe(faults.map((fault) => `guichet: ${file}: ${fault}\n`).join(''))
  })

  // Invalid options are tested in the test process, because the program rejects them before it installs signal
  // handlers.
  test.each<[string, readonly string[], RegExp]>([
    ['an option that does not exist', ['--fullscreen'], /^guichet: --fullscreen: unknown option\n$/u],
    ['an invalid port', ['--port', '1e9'], /^guichet: --port: expected a whole number from 0 to 65535\n$/u],
  ])('%s', async (_, args, words) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => write.mockRestore())
    expect(await runBrowserHost([...args])).toBe(1)
    expect(write.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(words)])
  })

  test('a settings file that is not there, and an impossible place for data', async () => {
    vi.stubEnv('LC_ALL', 'fr_GN.UTF-8')
    const config = '/nowhere/config.json'
    await expect(startProgram({ config })).rejects.toThrow(`${config}: ce fichier n’existe pas`)
    await expect(startProgram({ data: '/dev/null/guichet' })).rejects.toThrow(/ENOTDIR.*\/dev\/null\/guichet/u)
  })
})

const moments = [
  ['as it begins to', 'settings.applied', 1],
  ['with its ledger just closed', 'kiosk.stopped', 1],
  ['with its ledger just opened', 'kiosk.started', 2],
] as const
const killed = shareOf('killed while it takes settings up', moments, 1)

test.each(killed.cases)(
  `a program killed while it takes settings up, %s, has them at its next start, and a sound ledger (${killed.said})`,
  async (_, line, times) => {
    const data = await seedFolder(temporaryFolder())
    writeFileSync(join(data, 'config.json'), JSON.stringify({ maxSeats: 4, idleBeforeReloadSeconds: 1 }))
    const first = startShell('browser-host.js', ['--data', data, '--no-browser'])
    const { ask } = await enter(first)
    const logged = (): number => readFileSync(join(data, 'guichet.log'), 'utf8').split(`"${line}"`).length - 1
    expect(await ask('changeSetting', { pin: DEMO_PIN, key: 'maxSeats', value: 6 })).toMatchObject({ ok: true })
    while (logged() < times) await new Promise((resolve) => setImmediate(resolve))
    first.kill('SIGKILL')
    await first.ended
    const config = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as object
    expect(config).toEqual({ maxSeats: 6, idleBeforeReloadSeconds: 1 })

    const second = await startProgram({ data })
    const { getKiosk } = second.api as unknown as KioskApi
    expect(need(await getKiosk({})).maxSeats).toBe(6)
    expect(existsSync(join(data, 'config.json.trial'))).toBe(false)
    await second.stop()
    expect((await guichet('ledger', 'verify', '--data', data)).code).toBe(3)
  },
)
