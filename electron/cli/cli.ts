import { basename, extname, join, resolve } from 'node:path'
import { parsePaper } from '../../shared/domain/documents/paper.ts'
import { conformanceUsage, runConformance } from './conformance.ts'
import { doctorUsage, runDoctor } from './doctor.ts'
import { runDemoSale } from './demo.ts'
import { fleetUsage, runFleet } from './fleet.ts'
import { hubUsage, runHubCommand } from './hub.ts'
import { ledgerUsage, runLedgerCommand } from './ledger.ts'
import { programOptions, readArguments } from './arguments.ts'
import { playPrinter, pressTicketFile, printTestPages } from '../app/printers.ts'
import { defaultDataDirectory } from '../host/data-directory.ts'
import { installation, readProgram, readProgramWithoutKey, stopSignal } from '../app/program.ts'
import { reconcileUsage, runReconcile } from './reconcile.ts'
import { runSetup, setupUsage } from './setup.ts'
import { runStatus, statusUsage } from './status.ts'
import { runServe, serveUsage } from './serve.ts'
import { runUpdate, updateUsage } from './update.ts'
import { runStaffCommand, staffUsage } from './staff.ts'

const usage = `guichet: the box office without a screen

  guichet demo  [--seats N] [--data DIR]              one whole sale in demo mode; ends with the tickets' PDF
${serveUsage}${hubUsage}${conformanceUsage}${setupUsage}${doctorUsage}${statusUsage}  guichet test-page [--printer NAME] [--config FILE] [--data DIR]  prints a test page on each printer of the settings
  guichet virtual-printer [--paper roll-80|roll-58] [--speed MM] [--port N] [--host ADDRESS] [--folder DIR]
                                                      plays a receipt printer; takes orders from the keyboard, "help" lists them
  guichet tickets FILE [--paper PAPER] [--folder DIR] [--per-file N]  documents of many tickets (JSON Lines), for a printing house
${ledgerUsage}${updateUsage}${reconcileUsage}${staffUsage}${fleetUsage}`

// A reader that went away (`guichet … | head`) ends the printing, not the work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const commands = new Map(
  Object.entries({
    demo,
    serve,
    hub,
    conformance,
    doctor,
    setup,
    status,
    ledger,
    update,
    reconcile,
    staff,
    fleet,
    'test-page': testPage,
    'virtual-printer': virtualPrinter,
    tickets,
  }),
)
/** Does what a command line asks for; 0 done, 1 it could not be done, 2 the command line is wrong. */
export async function runCommandLine([command = '', ...rest]: readonly string[]): Promise<number> {
  const chosen = commands.get(command)
  if (!chosen) return help(command)
  try {
    return await chosen(rest)
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
    return 1
  }
}

function help(command: string): number {
  if (command === '--help' || command === '-h' || command === 'help') {
    process.stdout.write(usage)
    return 0
  }
  if (command === '--version') {
    process.stdout.write(`${installation().version}\n`)
    return 0
  }
  process.stderr.write(command ? `guichet: no command "${command}"\n\n${usage}` : usage)
  return 2
}

function refuse(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`guichet: ${line}\n`)
  return 2
}

async function demo(args: readonly string[]): Promise<number> {
  const read = readArguments(args, { ...programOptions, seats: { type: 'string', default: '3' } })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const seats = Number(values.seats)
  if (!Number.isInteger(seats) || seats < 1 || seats > 8) return refuse('--seats takes a whole number from 1 to 8')
  const program = await readProgram(values, join(defaultDataDirectory(), 'demo-sale'))
  if (!program.ok) return refuse(...program.error.lines)
  if (program.value.config.mode !== 'demo') return refuse('demo sells in demo mode only: these settings are live')
  return runDemoSale(program.value, seats, (line) => process.stdout.write(`${line}\n`))
}

function serve(args: readonly string[]): Promise<number> {
  return runServe(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function hub(args: readonly string[]): Promise<number> {
  return runHubCommand(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function conformance(args: readonly string[]): Promise<number> {
  return runConformance(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function doctor(args: readonly string[]): Promise<number> {
  return runDoctor(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function status(args: readonly string[]): number {
  return runStatus(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function update(args: readonly string[]): Promise<number> {
  return runUpdate(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function setup(args: readonly string[]): Promise<number> {
  return runSetup(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function ledger(args: readonly string[]): Promise<number> {
  return runLedgerCommand(
    args,
    (line) => process.stdout.write(`${line}\n`),
    (line) => refuse(line),
  )
}

function staff(args: readonly string[]): Promise<number> {
  return runStaffCommand(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function fleet(args: readonly string[]): Promise<number> {
  return runFleet(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

function reconcile(args: readonly string[]): Promise<number> {
  return runReconcile(args, (line) => process.stdout.write(`${line}\n`), refuse)
}

async function testPage(args: readonly string[]): Promise<number> {
  const read = readArguments(args, { ...programOptions, printer: { type: 'string' } })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config, resourcesDirectory } = program.value
  const say = (line: string): void => void process.stdout.write(`${line}\n`)
  const printed = await printTestPages(config, resourcesDirectory, values.printer ?? null, say)
  if (printed === null)
    return refuse(`no printer ${values.printer ? `"${values.printer}" ` : ''}among printers.devices`)
  return printed ? 0 : 1
}

async function virtualPrinter(args: readonly string[]): Promise<number> {
  const read = readArguments(args, {
    paper: { type: 'string', default: 'roll-80' },
    speed: { type: 'string', default: '150' },
    port: { type: 'string', default: '9100' },
    host: { type: 'string', default: '127.0.0.1' },
    folder: { type: 'string' },
  })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const port = portOf(values.port)
  if (port === null) return refuse('--port takes a whole number from 0 to 65535')
  const speed = Number(values.speed)
  if (!Number.isInteger(speed) || speed < 1 || speed > 1000)
    return refuse('--speed takes millimetres a second, a whole number from 1 to 1000')
  if (values.paper !== 'roll-80' && values.paper !== 'roll-58') return refuse('--paper takes roll-80 or roll-58')
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  await playPrinter({
    host: values.host,
    port,
    folder: resolve(values.folder ?? join(defaultDataDirectory(), 'virtual-printer')),
    paperWidth: values.paper === 'roll-58' ? 58 : 80,
    millimetresPerSecond: speed,
    orders: process.stdin,
    say: (line) => void process.stdout.write(`${line}\n`),
    stop: stop.signal,
  })
  return 0
}

function portOf(text: string): number | null {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : null
}

async function tickets(args: readonly string[]): Promise<number> {
  const own = {
    paper: { type: 'string' },
    folder: { type: 'string' },
    'per-file': { type: 'string', default: '250' },
  } as const
  const read = readArguments(args, { ...programOptions, ...own }, true)
  if (!read.ok) return refuse(read.error.detail)
  const { values, positionals } = read.value
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) return refuse('tickets takes the name of one file')
  const program = readProgramWithoutKey(values)
  if (!program.ok) return refuse(...program.error.lines)
  const { config } = program.value
  const paper = parsePaper(values.paper ?? config.tickets.paper)
  if (!paper.ok) return refuse(`--paper: ${paper.error.detail}`)
  const ticketsPerFile = Number(values['per-file'])
  if (!Number.isInteger(ticketsPerFile) || ticketsPerFile < 1 || ticketsPerFile > 1000)
    return refuse('--per-file takes a whole number from 1 to 1000')
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  const pressed = await pressTicketFile(config, program.value, {
    file: resolve(file),
    paper: paper.value,
    folder: resolve(values.folder ?? '.'),
    name: basename(file, extname(file)).replaceAll(/[^\w-]/gu, '-'),
    ticketsPerFile,
    onProgress: (count) => void process.stdout.write(`${count} tickets\n`),
    signal: stop.signal,
  })
  const { files } = pressed.ok ? pressed.value : pressed.error
  for (const each of files) process.stdout.write(`${each}\n`)
  if (pressed.ok) return 0
  refuse(`${pressed.error.type}: ${pressed.error.detail}`)
  return 1
}
