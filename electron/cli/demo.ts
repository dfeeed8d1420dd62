import { join } from 'node:path'
import { formatMoney } from '../../shared/domain/money/money.ts'
import type { Result } from '../../shared/domain/result.ts'
import { inSeatOrder } from '../../shared/domain/seats/place.ts'
import type { SaleView } from '../../shared/kiosk-api/views.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { createKiosk, type ConfiguredKiosk } from '../app/kiosk.ts'
import { openProgramLog } from '../host/log.ts'
import { createLedgerKeeping } from '../app/ledger-keeping.ts'
import { isCheckout, readProgram, type Program } from '../app/program.ts'
import { demoSaleDirectory } from '../host/data-directory.ts'
import type { GuichetCommand, ProgramValues, Task } from './command.ts'

interface Values extends ProgramValues {
  readonly seats: number
}

export function addDemo(program: GuichetCommand): void {
  program
    .command('demo')
    .description("make one complete sale in demo mode; prints the tickets' PDF and what to try next")
    .takesNumber('--seats <N>', 'number of seats to buy, up to 8', 1, 8, 3)
    .ofProgram()
    .does(demo)
}

async function demo({ values, say, refuse }: Task<Values>): Promise<number> {
  const program = await readProgram(values, demoSaleDirectory())
  if (!program.ok) return refuse(...program.error.lines)
  if (program.value.config.mode !== 'demo') return refuse(catalogues[program.value.config.language].refusals.demoOnly)
  const code = await runDemoSale(program.value, values.seats, say)
  if (code === 0) for (const line of await nextCommands(program.value, values)) say(line)
  return code
}

/** Commands worth trying after a sale, each with what it does. The key's id is known from here, so the ledger holds by it. */
async function nextCommands({ config, sqliteBinding }: Program, { config: file }: Values): Promise<readonly string[]> {
  const keeping = createLedgerKeeping(join(config.dataDirectory, config.mode), sqliteBinding)
  const report = await keeping.verify()
  if (!report.ok) throw new Error(`${keeping.path}: the sale is not in the ledger`)
  const places = [
    ['--key', report.value.keys.at(-1)?.keyId],
    ['--data', config.dataDirectory],
    ['--config', file],
  ].flatMap(([option, value]) => (value === undefined ? [] : [`${option} ${inShell(value)}`]))
  const [window, options, command] = isCheckout()
    ? ['npm start', ' --', 'npm run guichet --']
    : ['guichet', '', 'guichet']
  return [
    '',
    'Try next:',
    `  sell at the kiosk:              ${window}`,
    `  sell at a cashier's desk:       ${window}${options} --role cashier`,
    `  check the ledger of this sale:  ${command} ledger verify ${places.join(' ')}`,
  ]
}

const inShell = (word: string): string => (/\s/u.test(word) ? `"${word}"` : word)

/**
 * One whole sale through the kiosk's own commands, as a screen would give them: event, best seats, hold, card, tickets.
 * Returns the process's exit code; a step that fails is printed with its reason.
 */
async function runDemoSale(program: Program, count: number, print: (line: string) => void): Promise<number> {
  const log = openProgramLog(program.config, () => program.config.deviceId, false)
  const kiosk = await createKiosk(program.config, { ...program, log })
  try {
    return await sell(kiosk, count, print)
  } finally {
    await kiosk.stop()
  }
}

async function sell({ api, sales }: ConfiguredKiosk, count: number, print: (line: string) => void): Promise<number> {
  const events = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.events.find(({ homeTeam }) => homeTeam !== '') ?? events.events[0]
  if (!event) throw new Error('no event is on sale')
  print(`${event.title} · ${event.startsAt.replace('T', ' ')} · ${event.venue.name}`)

  const { saleId } = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count }))
  if (!offer) throw new Error(`no ${count} seats are left`)
  for (const { place } of inSeatOrder(offer.seats)) print(`  ${place.tribune.name}: ${place.route.join(' → ')}`)

  need(await api.holdSeats({ saleId, sectionId: offer.sectionId, seatIds: offer.seats.map(({ seatId }) => seatId) }))
  const priced = await sales.settled(saleId)
  if (priced.state !== 'priced') throw new Error(`the seats could not be held (${priced.state})`)
  print(`${formatMoney(priced.order.amount, priced.currency, 'fr')} by card…`)

  const paying: SaleView = need(await api.pay({ saleId, tender: 'card' }))
  if (paying.stage.name !== 'paying') throw new Error(`payment did not start: ${JSON.stringify(paying.stage)}`)
  const sold = await sales.settled(saleId)
  if (sold.state !== 'done') throw new Error(`the sale ended as ${sold.state}; it continues at the next start`)
  for (const { place, qrCode, ticketNumber } of sold.tickets)
    print(`  ${ticketNumber} · ${place.seatCode} · QR ${qrCode}`)
  const saved = new Set(sold.jobs.map(({ evidence }) => evidence.replace(/#.*$/u, '')))
  for (const path of saved) print(`Tickets: ${path}`)
  return 0
}

function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
