import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { touchToReview } from '../e2e/customer.ts'
import { root } from '../shells/shell.ts'
import { launchChromium } from '../support/chromium/launch.ts'
import { freePort } from '../support/free-port.ts'
import { onScreen } from '../world/page.ts'
import { nodeProgram } from '../../scripts/packaging/node-program.ts'
import type { CommandResult } from './machine.ts'

/** Returns the command that runs Windows programs: `GUICHET_WINE`, or that of Debian's packages wine and wine64. */
function wineCommand(): string | null {
  const named = process.env['GUICHET_WINE']
  if (named) return named
  const found = ['wine', 'wine64'].find((name) => spawnSync(name, ['--version']).status === 0)
  return found ?? (existsSync('/usr/lib/wine/wine64') ? '/usr/lib/wine/wine64' : null)
}

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LANG: 'C.UTF-8',
  HOME: folder,
  WINEPREFIX: join(folder, 'prefix'),
  WINEDEBUG: '-all',
})

function whyNoWindows(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'for Linux on x64'
  if (spawnSync('makensis', ['-VERSION']).status !== 0) return 'no makensis'
  const wine = wineCommand()
  if (wine === null) return 'no wine'
  const node = nodeProgram(root, 'win', 'x64')
  if (node === null) return 'no Node for Windows'
  const folder = mkdtempSync(join(tmpdir(), 'guichet-wine-'))
  try {
    const options = { env: environment(folder), stdio: 'ignore', timeout: 60_000 } as const
    spawnSync(wine, ['wineboot', '-i'], options)
    const { status } = spawnSync(wine, [node, '-e', 'process.exitCode = 7'], options)
    spawnSync(wine, ['wineboot', '-k'], options)
    return status === 7 ? null : 'a Wine that does not run Node 24: 10 does'
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}

/** Starts a Windows machine simulated by Wine in a folder of the test. */
function bootWindows(transcript: string) {
  mkdirSync(dirname(transcript), { recursive: true })
  writeFileSync(transcript, '')
  const folder = mkdtempSync(join(tmpdir(), 'guichet-wine-'))
  const env = environment(folder)
  const wine = wineCommand() ?? ''
  const write = (text: string): void => appendFileSync(transcript, text)

  const boot = (how: string): unknown => spawnSync(wine, ['wineboot', how], { env, stdio: 'ignore' })

  let calls = 0

  /** Redirects output to files, because Wine programs cannot write to Node's sockets. */
  function call(
    program: string,
    args: readonly string[],
  ): { child: ChildProcess; said: () => Omit<CommandResult, 'code'> } {
    const [out, err] = [join(folder, `out-${(calls += 1)}`), join(folder, `err-${calls}`)]
    const files = [openSync(out, 'w'), openSync(err, 'w')] as const
    const child = spawn(wine, [program, ...args], { env, stdio: ['ignore', ...files] })
    for (const file of files) closeSync(file)
    const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
    return { child, said: () => ({ stdout: read(out), stderr: read(err) }) }
  }

  /** Runs a program as administrator, by its path on the machine or by a name on its PATH. */
  async function run(program: string, ...args: readonly string[]): Promise<CommandResult> {
    const { child, said } = call(program, args)
    const [code] = (await once(child, 'exit')) as [number | null]
    const { stdout, stderr } = said()
    write(`> ${[program, ...args].join(' ')}\n${stdout}${stderr}${code === 0 ? '' : `→ ${code}\n`}`)
    return { code, stdout, stderr }
  }

  boot('-i')
  return {
    run,
    start(program: string, ...args: readonly string[]) {
      write(`> ${[program, ...args].join(' ')} &\n`)
      const { child, said } = call(program, args)
      return { output: () => said().stdout, ended: once(child, 'exit').then(([code]) => code as number | null) }
    },
    path: (file: string) => join(folder, 'prefix', 'drive_c', file.replace(/^C:\\/u, '').replaceAll('\\', '/')),
    remark: (text: string) => write(`\n── ${text}\n`),
    end(): void {
      boot('-k')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
    },
  }
}

const noWindows = whyNoWindows()
const [older, newer] = ['0.0.9', packageFile.version]
const home = 'C:\\Program Files\\Guichet'
const guichet = `${home}\\bin\\guichet.cmd`
const uninstallKey = 'HKLM\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Guichet'
const pathKey = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment'

type WindowsMachine = ReturnType<typeof bootWindows>

describe.skipIf(noWindows !== null)(`a machine with Windows${noWindows === null ? '' : ` (${noWindows})`}`, () => {
  let machine: WindowsMachine
  let installers: string
  let data: string

  beforeAll(async () => {
    installers = mkdtempSync(join(tmpdir(), 'guichet-installers-'))
    for (const release of [older, newer]) {
      const how = ['--compression', 'none', '--skip-speech', '--release', release, '--output', installers]
      const args = ['scripts/package.ts', '--only', 'browser-nsis', ...how]
      const built = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
      if (built.status !== 0) throw new Error(`no installer:\n${built.stdout}${built.stderr}`)
    }
    machine = bootWindows(join(root, 'test-results', 'life-windows.txt'))
    const { stdout } = await machine.run('cmd', '/c', 'echo %LOCALAPPDATA%')
    data = `${stdout.trim()}\\Guichet`
  })
  afterAll(() => {
    machine?.end()
    rmSync(installers, { recursive: true, force: true })
  })

  const install = (version: string) => machine.run(join(installers, `guichet-browser-${version}-win-x64.exe`), '/S')
  const there = (file: string): boolean => existsSync(machine.path(file))
  const log = (): string =>
    there(`${data}\\guichet.log`) ? readFileSync(machine.path(`${data}\\guichet.log`), 'utf8') : ''
  const kill = () => machine.run('taskkill', '/f', '/im', 'node.exe')

  async function stand() {
    const program = machine.start(guichet, '--no-browser')
    const address = /^Guichet: (\S+)$/mu
    await expect.poll(() => address.test(program.output()), { timeout: 60_000 }).toBe(true)
    const browser = await launchChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 1080, height: 1920 }, hasTouch: true })
    await page.goto(address.exec(program.output())?.[1] ?? '')
    return { program, page }
  }

  /** Asks the program to exit by writing a file, as the installer does on Windows. */
  async function close({ program }: Awaited<ReturnType<typeof stand>>): Promise<void> {
    writeFileSync(machine.path(`${home}\\being-replaced`), '')
    expect(await program.ended).toBe(75)
    rmSync(machine.path(`${home}\\being-replaced`))
  }

  async function sell(): Promise<void> {
    const opened = await stand()
    await touchToReview(opened.page, 2)
    await opened.page.getByRole('button', { name: fr.review.pay.card }).tap()
    await onScreen(opened.page, 'done')
    await close(opened)
  }

  async function ledger(): Promise<{ sales: number; tickets: number }> {
    const { code, stdout } = await machine.run(guichet, 'ledger', 'verify', '--language', 'en')
    expect([code, stdout]).toEqual([3, expect.stringContaining('ledger consistent')])
    const [, sales, tickets] = /(\d+) sales?, (\d+) tickets?/u.exec(stdout) ?? []
    return { sales: Number(sales), tickets: Number(tickets) }
  }

  async function status(): Promise<{ readonly version: string; readonly pid: number } | null> {
    return JSON.parse((await machine.run(guichet, 'status', '--json')).stdout) as {
      version: string
      pid: number
    } | null
  }

  test('is given an older version, without a question', async () => {
    machine.remark('install')
    expect(await install(older)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await machine.run('cmd', '/c', 'guichet', '--version')).stdout).toBe(`${older}\n`)
    for (const file of [
      'sbom.cdx.json',
      'third-party.txt',
      'LICENSE',
      'docs\\README.md',
      'docs\\operating\\lockdown.md',
    ])
      expect(there(`${home}\\program\\${file}`), file).toBe(true)
    const listed = (await machine.run('reg', 'query', uninstallKey)).stdout
    expect(listed).toMatch(new RegExp(`DisplayVersion\\s+REG_SZ\\s+${older.replaceAll('.', '\\.')}\n`, 'u'))
    expect(listed).toContain(`"${home}\\uninstall.exe" /S`)
    expect(there('C:\\ProgramData\\Microsoft\\Windows\\Start Menu\\Programs\\Guichet.lnk')).toBe(true)
    const binding = readdirSync(machine.path(`${home}\\program\\node_modules\\better-sqlite3\\prebuilds`))
    expect(binding).toEqual(['win32-x64.node'])
  })

  test('sells once without a screen', async () => {
    machine.remark('a sale on the command line')
    const { code, stdout } = await machine.run(guichet, 'demo', '--data', 'C:\\demo')
    const [, document = ''] = /^Tickets: (C:\\.*\.pdf)$/mu.exec(stdout) ?? []
    expect([code, readFileSync(machine.path(document)).subarray(0, 5).toString()]).toEqual([0, '%PDF-'])
    const archive = 'C:\\archive.jsonl'
    for (const words of [['export', archive], ['verify', archive], ['backup']])
      expect((await machine.run(guichet, 'ledger', ...words, '--data', 'C:\\demo')).code, words[0]).toBe(
        words[0] === 'verify' ? 3 : 0,
      )
    const [copy = ''] = readdirSync(machine.path('C:\\demo\\demo\\ledger.db-backups'))
    const backup = `C:\\demo\\demo\\ledger.db-backups\\${copy}`
    const restored = await machine.run(guichet, 'ledger', 'restore', backup, '--data', 'C:\\demo')
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect((await machine.run(guichet, 'no-such-command')).code).toBe(2)
    const updated = await machine.run(guichet, 'update')
    expect([updated.code, updated.stderr]).toEqual([2, expect.stringContaining('its own installer')])
  })

  test('is set up, starts for the first time, and sells', async () => {
    machine.remark('set up, first start, and a sale')
    const answers = { profile: 'demo', language: 'fr', deviceId: 'hall-1' }
    writeFileSync(machine.path('C:\\answers.json'), JSON.stringify(answers))
    expect(await machine.run(guichet, 'setup', '--answers', 'C:\\answers.json')).toMatchObject({ code: 0, stderr: '' })
    await sell()
    expect(log()).toContain(`"version":"${older}"`)
    expect(log()).toContain('"kiosk.stopped"')
    expect(await ledger()).toEqual({ sales: 1, tickets: 2 })
  })

  test('is upgraded under a running program and a sale that was never finished, which goes on', async () => {
    machine.remark('seats are held, the newer version is installed')
    const opened = await stand()
    await touchToReview(opened.page, 2)
    expect(await install(newer)).toMatchObject({ code: 0 })
    expect(await opened.program.ended).toBe(75)
    expect(log().trimEnd().split('\n').at(-1)).toContain('"kiosk.stopped"')
    expect((await machine.run(guichet, '--version')).stdout).toBe(`${newer}\n`)
    expect(readdirSync(machine.path(home)).toSorted()).toEqual(['bin', 'guichet.exe', 'program', 'uninstall.exe'])
    await sell()
    expect(await ledger()).toEqual({ sales: 3, tickets: 4 })
  })

  test('a kiosk without a console is started again by itself, with the version before, when that is installed', async () => {
    machine.remark('guichet.exe, and back to the older version')
    const window = machine.start(`${home}\\guichet.exe`, '--no-browser', '--port', String(await freePort()))
    await expect.poll(async () => (await status())?.version, { timeout: 60_000 }).toBe(newer)
    const before = await status()
    expect(await install(older)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await status())?.version, { timeout: 60_000 }).toBe(older)
    expect((await status())?.pid).not.toBe(before?.pid)
    await kill()
    expect(await window.ended).toBe(1)
    await sell()
    expect(await ledger()).toMatchObject({ sales: 4 })
  })

  test('a kiosk in a hall is opened again whatever ends it', async () => {
    machine.remark('guichet.exe --kiosk')
    const window = machine.start(`${home}\\guichet.exe`, '--kiosk', '--no-browser')
    await expect.poll(async () => (await status())?.version, { timeout: 60_000 }).toBe(older)
    const first = (await status())?.pid
    await kill()
    await expect.poll(async () => (await status())?.pid ?? first, { timeout: 60_000 }).not.toBe(first)
    await machine.run('taskkill', '/f', '/im', 'guichet.exe')
    await window.ended
    await kill()
  })

  test('keeps the version it has while a program from there does not end', async () => {
    machine.remark('a program that hangs')
    const hangs = machine.start(`${home}\\program\\node.exe`, '-e', 'console.log("here"); setInterval(() => {}, 1000)')
    await expect.poll(() => hangs.output()).toBe('here\n')
    expect(await install(newer)).toMatchObject({ code: 3 })
    await kill()
    await hangs.ended
    expect((await machine.run(guichet, '--version')).stdout).toBe(`${older}\n`)
    expect(readdirSync(machine.path(home)).toSorted()).toEqual(['bin', 'guichet.exe', 'program', 'uninstall.exe'])
  })

  test('an installation that lost its power between two renames runs on, and is made whole by the next', async () => {
    machine.remark('half an upgrade')
    const [program, old] = [`${home}\\program`, `${home}\\old`]
    await machine.run('cmd', '/c', 'ren', program, 'old')
    expect([there(program), there(old)]).toEqual([false, true])
    expect((await machine.run(guichet, '--version')).code).toBe(1)
    machine.start(`${home}\\guichet.exe`, '--no-browser')
    const running = (): string =>
      there(`${data}\\status.json`) ? readFileSync(machine.path(`${data}\\status.json`), 'utf8') : ''
    await expect.poll(running, { timeout: 60_000 }).toContain(`"version": "${older}"`)
    await kill()
    expect(await install(newer)).toMatchObject({ code: 0 })
    expect((await machine.run(guichet, '--version')).stdout).toBe(`${newer}\n`)
    expect(there(old)).toBe(false)
  })

  test('opens a browser that only the registry knows, and ends with it', async () => {
    machine.remark('a browser')
    mkdirSync(machine.path('C:\\Browsers'))
    copyFileSync(machine.path(`${home}\\program\\node.exe`), machine.path('C:\\Browsers\\msedge.exe'))
    const key = 'HKLM\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\msedge.exe'
    await machine.run('reg', 'add', key, '/ve', '/d', 'C:\\Browsers\\msedge.exe')
    // The registered `msedge.exe` is not a browser, so it exits at once, and the program that started it exits, too.
    expect(await machine.start(`${home}\\guichet.exe`).ended).toBe(0)
    expect(readdirSync(machine.path(`${data}\\browser`))).toEqual([expect.stringMatching(/^desk-/u)])
  })

  test('is removed without its sales, which the next installation finds; and with them when somebody says so', async () => {
    machine.remark('removed, installed again, removed with the sales')
    const before = await ledger()
    const gone = { timeout: 60_000 }
    const window = machine.start(`${home}\\guichet.exe`, '--no-browser')
    await expect.poll(async () => (await status())?.version, gone).toBe(newer)
    expect((await machine.run(`${home}\\uninstall.exe`, '/S')).code).toBe(0)
    expect(await window.ended).toBe(0)
    await expect.poll(() => there(home), gone).toBe(false)
    expect((await machine.run('reg', 'query', uninstallKey)).code).toBe(1)
    expect((await machine.run('reg', 'query', pathKey, '/v', 'PATH')).stdout).not.toContain('Guichet')
    expect(there('C:\\ProgramData\\Microsoft\\Windows\\Start Menu\\Programs\\Guichet.lnk')).toBe(false)
    await install(newer)
    expect(await ledger()).toEqual(before)
    expect((await machine.run(`${home}\\uninstall.exe`, '/S', '/PURGE')).code).toBe(0)
    await expect.poll(() => there(home) || there(data), gone).toBe(false)
  })
})
