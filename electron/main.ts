import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app, BrowserWindow, dialog, powerMonitor, protocol, safeStorage } from 'electron'
import { keysOf } from '../shared/domain/keypad.ts'
import { messageOf } from '../shared/errors.ts'
import type { ProgramTexts } from '../shared/i18n/catalogues.ts'
import { readArguments, windowOptions } from './cli/arguments.ts'
import { accountLanguage, defaultDataDirectory } from './host/system.ts'
import { electronKeyring, useKeyring } from './host/keyring.ts'
import { claimScreenAddress } from './transport/browser.ts'
import type { Machine, MachineOptions } from './app/machine.ts'
import type { KioskWindow } from './transport/electron-window.ts'

// The following calls must precede Electron's `ready` event, so other modules are loaded afterwards.
const screens = claimScreenAddress(app, protocol)
app.commandLine.appendSwitch('disable-pinch')
// Sandboxes every page. A source checkout may be run as root, for which Chromium has no sandbox.
if (app.isPackaged) app.enableSandbox()
app.on('web-contents-created', (_event, contents) => {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
})

useKeyring(async () => {
  await app.whenReady()
  return electronKeyring(safeStorage)
})

const here = dirname(fileURLToPath(import.meta.url))
const command = commandAsked()
if (command) void import('./cli/cli.ts').then(async ({ runCommandLine }) => app.exit(await runCommandLine(command)))
else open()

function open(): void {
  const args = readArguments(ownArguments(), windowOptions)
  if (!args.ok) return void refuseInWords(args.error.sentence)
  const { values } = args.value
  const data = resolve(values.data || process.env['GUICHET_DATA'] || defaultDataDirectory())
  // Chromium's single-instance lock is stored with the data, so only one window can be open per data directory.
  app.setPath('userData', join(data, 'window'))
  if (app.requestSingleInstanceLock()) start(values).catch(refuseError)
  else void refuseInWords(({ refusals }) => refusals.running)
}

/** Returns the command of `guichet COMMAND …`, which needs no window; null if a window is requested. */
function commandAsked(): readonly string[] | null {
  const mark = process.argv.indexOf('--command')
  return app.isPackaged && mark > 0 ? process.argv.slice(mark + 1) : null
}

async function start(values: MachineOptions): Promise<void> {
  const [
    { openProgramLog },
    { startMachine },
    { demoTicketsOf },
    { openKioskWindow },
    { disallowedSwitches },
    { createWindowPrinting },
  ] = await Promise.all([
    import('./host/log.ts'),
    import('./app/machine.ts'),
    import('./config/config.ts'),
    import('./transport/electron-window.ts'),
    import('../shared/domain/kiosk-lock.ts'),
    import('./transport/window-printing.ts'),
    app.whenReady(),
  ])
  const isSandboxed = !app.commandLine.hasSwitch('no-sandbox')
  let windows: MachineWindows | null = null
  app.on('window-all-closed', () => {
    // A printing window or the set-up window may close before the kiosk's window opens.
    if (windows?.areOpen && BrowserWindow.getAllWindows().length === 0) app.quit()
  })
  const started = await startMachine(
    // By default, an installed program opens the set-up, and a source checkout starts the demo immediately.
    { ...values, setup: values.setup ?? app.isPackaged },
    {
      log: (config, id) => openProgramLog(config, id, !app.isPackaged),
      windowPrinting: createWindowPrinting(printingWindow),
      quit: () => app.quit(),
      screenSandboxed: isSandboxed,
      onLost(error) {
        // A dialog might stay unanswered, so the program exits. The service that monitors the program then restarts it.
        process.stderr.write(`guichet: ${messageOf(error)}\n`)
        app.exit(1)
      },
    },
  )
  if (!started.ok) return refuse(started.error.lines.join('\n'))
  const machine = started.value
  if (!isSandboxed) machine.log.warn('browser.sandbox-missing', { detail: 'started with --no-sandbox' })
  powerMonitor.on('resume', () => machine.resume())
  const life = stopBeforeQuit(machine)
  const isLocked = (): boolean => machine.config.kiosk

  const openWindow = async (): Promise<KioskWindow | null> => {
    const strange = isLocked() && app.isPackaged ? disallowedSwitches(process.argv.slice(1)) : []
    if (strange.length > 0) throw new Error(`a locked kiosk does not accept ${strange.join(', ')}`)
    const { config, displayAccess: access, rendererDirectory, brand, speech, log } = machine
    const { customerDisplay: place } = config
    const preload = join(here, '..', 'preload', 'preload.cjs')
    return openKioskWindow({
      screens: {
        address: screens,
        rendererDirectory,
        brand,
        speech,
        preload,
        log,
        opensTickets: () => demoTicketsOf(machine.config) === 'document',
      },
      access: machine,
      kiosk: isLocked(),
      display: config.display,
      keypadKeys: new Set(Object.values(keysOf(config.keypad)).flat()),
      mayClose: () => life() === 'stopped',
      customerSide: config.role === 'cashier' && place !== 'off' && access ? { place, access } : null,
    }).catch((error: unknown) => {
      // An error from a window that was closed while loading is ignored.
      if (life() !== 'running') return null
      throw error
    })
  }
  windows = new MachineWindows(machine, openWindow)
  await windows.open().catch(async (error: unknown) => {
    await machine.stop()
    throw error
  })
  app.on('second-instance', () => windows?.show())
}

function printingWindow(): BrowserWindow {
  return new BrowserWindow({
    show: false,
    webPreferences: {
      partition: 'printing',
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      disableBlinkFeatures: 'Auxclick',
    },
  })
}

type Life = 'running' | 'stopping' | 'stopped'

function stopBeforeQuit(machine: Machine): () => Life {
  let life: Life = 'running'
  app.on('before-quit', (event) => {
    if (life === 'stopped') return
    event.preventDefault()
    if (life === 'stopping') return
    life = 'stopping'
    machine
      .stop()
      .catch((error: unknown) => machine.log.error('program.stop-failed', error))
      .finally(() => {
        life = 'stopped'
        app.quit()
      })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
  return () => life
}

class MachineWindows {
  readonly #machine: Machine
  readonly #openWindow: () => Promise<KioskWindow | null>
  #window: KioskWindow | null = null
  areOpen = true

  constructor(machine: Machine, openWindow: () => Promise<KioskWindow | null>) {
    this.#machine = machine
    this.#openWindow = openWindow
  }

  async open(): Promise<void> {
    let kind = this.#kind()
    this.#window = await this.#openWindow()
    // The set-up can turn an unlocked program into a locked kiosk, which needs a different window.
    this.#machine.onReplaced(() => {
      const before = kind
      kind = this.#kind()
      if (kind === before) return
      this.#replace().catch(async (error: unknown) => {
        this.#machine.log.error('screen.not-opened', error)
        await this.#machine.stop()
        await refuseError(error)
      })
    })
  }

  show(): void {
    this.#window?.show()
  }

  #kind(): string {
    const { displayAccess, config } = this.#machine
    return JSON.stringify([displayAccess !== null, config.kiosk, config.role, config.display, config.customerDisplay])
  }

  async #replace(): Promise<void> {
    this.areOpen = false
    await this.#window?.close()
    this.#window = await this.#openWindow()
    this.areOpen = true
  }
}

/** Returns the program's own arguments, without Chromium's switches and the path of Electron. */
function ownArguments(): readonly string[] {
  const valued = ['--data', '--config', '--role']
  const isOurs = (arg: string): boolean =>
    arg === '--kiosk' || arg === '--setup' || valued.some((name) => arg === name || arg.startsWith(`${name}=`))
  return process.argv.filter((arg, index, all) => isOurs(arg) || valued.includes(all[index - 1] ?? ''))
}

/** At a kiosk, no person can answer a dialog. The exit code makes the parent process start the program again. */
function refuse(message: string): void {
  process.stderr.write(`guichet: ${message}\n`)
  if (app.isPackaged && !process.argv.includes('--kiosk')) dialog.showErrorBox('Guichet', message)
  app.exit(1)
}

async function refuseInWords(sentence: (texts: ProgramTexts) => string): Promise<void> {
  const { catalogues } = await import('../shared/i18n/catalogues.ts')
  refuse(sentence(catalogues[accountLanguage()]))
}

async function refuseError(error: unknown): Promise<void> {
  const { errorText } = await import('../shared/i18n/catalogues.ts')
  await refuseInWords((texts) => errorText(error, texts))
}
