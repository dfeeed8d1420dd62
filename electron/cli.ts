import { join } from 'node:path'
import { runDemoSale } from './demo-sale.ts'
import { createHub } from './hub.ts'
import { ledgerUsage, runLedgerCommand } from './ledger-commands.ts'
import { defaultDataDirectory, installation, programOptions, readArguments, readProgram } from './program.ts'

const usage = `guichet: the box office without a screen

  guichet demo  [--seats N] [--data DIR]              one whole sale in the demo stadium; ends with the tickets' PDF
  guichet serve [--port N] [--host ADDRESS] [--data DIR]  the booking service on a socket
${ledgerUsage}`

const [command = '', ...rest] = process.argv.slice(2)
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = { demo, serve, ledger }
process.exitCode = await (commands[command] ?? help)(rest)

function help(): Promise<number> {
  process.stderr.write(command ? `guichet: no command "${command}"\n\n${usage}` : usage)
  return Promise.resolve(2)
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
  const program = readProgram(values, join(defaultDataDirectory(), 'demo-sale'))
  if (!program.ok) return refuse(...program.error.lines)
  return runDemoSale(program.value, seats, (line) => process.stdout.write(`${line}\n`))
}

async function serve(args: readonly string[]): Promise<number> {
  const read = readArguments(args, {
    data: programOptions.data,
    port: { type: 'string', default: '7420' },
    host: { type: 'string', default: '127.0.0.1' },
  })
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return refuse('--port takes a whole number from 0 to 65535')
  const { resourcesDirectory, sqliteBinding } = installation()
  const dataDirectory = values.data ?? process.env['GUICHET_DATA'] ?? join(defaultDataDirectory(), 'hub')
  const hub = await createHub({ host: values.host, port, dataDirectory, resourcesDirectory, sqliteBinding })
  process.stdout.write(`Partner Ticket Booking Service at ${hub.url} (partner code: demo)\n`)
  for (const [eventId, code] of Object.entries(hub.accessCodes))
    process.stdout.write(`event ${eventId}: access code ${code}\n`)
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await hub.stop()
  return 0
}

async function ledger(args: readonly string[]): Promise<number> {
  try {
    return await runLedgerCommand(
      args,
      (line) => process.stdout.write(`${line}\n`),
      (line) => refuse(line),
    )
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
    return 1
  }
}
