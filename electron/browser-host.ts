import type { ChildProcess } from 'node:child_process'
import { catalogues, errorText } from '../shared/i18n/catalogues.ts'
import { accountLanguage } from './host/system.ts'
import { type Config, demoTicketsOf } from './config/config.ts'
import { openProgramLog } from './host/log.ts'
import { browserHostOptions, readArguments, windowHelp } from './cli/arguments.ts'
import { type Machine, startMachine } from './app/machine.ts'
import { REPLACED_EXIT, type Stop, stopSignal } from './app/program.ts'
import { Browsers, isSandboxed } from './transport/browser.ts'
import { serveKiosk } from './transport/http-host.ts'
import type { HttpHost } from './transport/loopback-host.ts'

/** Shows the kiosk in a browser on the same computer, or only serves the kiosk. Resolves with the exit code. */
export function runBrowserHost(words: string[]): Promise<number> {
  return run(words).catch((error: unknown) => refuse(errorText(error, catalogues[accountLanguage()])))
}

interface ShowOptions {
  readonly port: number
  readonly displayPort: number
  readonly inBrowser: boolean
  readonly say: (line: string) => void
}

async function run(words: string[]): Promise<number> {
  const args = readArguments(words, browserHostOptions)
  if (!args.ok) return refuse(args.error.sentence(catalogues[accountLanguage()]))
  const { values } = args.value
  if (values.help) {
    process.stdout.write(`${windowHelp}\n`)
    return 0
  }
  const [port, displayPort] = [portOf(values.port), portOf(values['display-port'])]
  if (port === null || displayPort === null) {
    const texts = catalogues[accountLanguage()]
    const expected = texts.values.expected(texts.refusals.expected.wholeNumber(0, 65_535), '')
    return refuse(`${port === null ? '--port' : '--display-port'}: ${expected}`)
  }
  const stopped = stopSignal()
  const lost = Promise.withResolvers<never>()
  const inBrowser = !values['no-browser']
  const sandboxed = inBrowser ? isSandboxed() : null
  const machine = await startMachine(values, {
    log: (config, id) => openProgramLog(config, id, false),
    onLost: lost.reject,
    ...(sandboxed !== null && { screenSandboxed: sandboxed }),
  })
  if (!machine.ok) return refuse(...machine.error.lines)
  return showMachine(machine.value, Promise.race([stopped, lost.promise]), {
    port,
    displayPort,
    inBrowser,
    say: (line) => void process.stdout.write(`${line}\n`),
  })
}

function portOf(text: string): number | null {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null
}

/**
 * Resolves with the exit code after a signal, an installer or a closed window ends the program. Rejects if a kiosk
 * cannot be restarted.
 */
export async function showMachine(machine: Machine, stopped: Promise<Stop>, shown: ShowOptions): Promise<number> {
  const { log, rendererDirectory, brand, speech } = machine
  const browsers = new Browsers(machine.config.dataDirectory, log)
  const fills = shown.inBrowser && machine.config.kiosk
  let customers: HttpHost | null = null
  const desk = await serveKiosk({
    access: machine,
    log,
    rendererDirectory,
    brand,
    speech,
    port: shown.port,
    ...(fills && { screen: '#kiosk' }),
    opensTickets: () => demoTicketsOf(machine.config) === 'document',
    showsOtherSide: (cookies) => customers?.knows(cookies) ?? false,
  }).catch(async (error: unknown) => {
    log.error('program.start-failed', error)
    await machine.stop()
    throw error
  })

  const browser = shown.inBrowser ? browsers.open('desk', desk.entryUrl, fills) : null
  if (!browser) shown.say(`Guichet: ${desk.entryUrl}`)
  const closed = new Promise<void>((resolve) => {
    browser?.once('exit', () => resolve())
    browser?.once('error', (error) => {
      process.stderr.write(`guichet: ${error.message}\n`)
      shown.say(`Guichet: ${desk.entryUrl}`)
    })
  })

  let customersBrowser: ChildProcess | null = null
  let shownAt: Config['customerDisplay'] = 'off'
  async function leaveCustomers(): Promise<void> {
    customersBrowser?.kill()
    await customers?.close()
    customersBrowser = customers = null
  }
  /** Opens the customer display in a separate browser, or only serves its address, as the settings require. */
  async function showToCustomers(): Promise<void> {
    const { config, displayAccess: access } = machine
    const place = config.role === 'cashier' && access ? config.customerDisplay : 'off'
    if (place === shownAt) return
    shownAt = place
    await leaveCustomers()
    if (place === 'off' || !access) return
    const host = (customers = await serveKiosk({
      access,
      log,
      rendererDirectory,
      brand,
      speech,
      port: shown.displayPort,
      screen: '#display',
      showsOtherSide: (cookies) => desk.knows(cookies),
    }))
    const tell = (): void => shown.say(`Guichet, customer's display: ${host.entryUrl}`)
    customersBrowser = shown.inBrowser && place !== 'auto' ? browsers.open('display', host.entryUrl, false) : null
    customersBrowser?.once('error', tell)
    if (!customersBrowser) tell()
  }
  try {
    await showToCustomers()
    machine.onReplaced(() => {
      showToCustomers().catch((error: unknown) => log.error('display.not-opened', error))
    })
    const why = await Promise.race([stopped, closed])
    return why === 'replaced' ? REPLACED_EXIT : 0
  } finally {
    browser?.kill()
    await leaveCustomers()
    await desk.close()
    await machine.stop()
  }
}

function refuse(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`guichet: ${line}\n`)
  return 1
}
