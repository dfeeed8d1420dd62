import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { formatMoney } from '../../shared/domain/money/money.ts'
import type { Result } from '../../shared/domain/result.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'
import { inSeatOrder } from '../../shared/domain/seats/place.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import { type ConfiguredKiosk, createKiosk } from '../app/kiosk.ts'
import { LedgerMaintenance } from '../app/ledger-maintenance.ts'
import { setAsideDemo } from '../app/ledger.ts'
import { isCheckout, type Program, readProgram, stopSignal } from '../app/program.ts'
import {
  scenarioNames,
  deviceActs,
  fiscalFaults,
  hasCurrency,
  noteActs,
  serveFiscalSimulator,
  serveNoteSimulator,
  servePaymentSimulator,
  simulatorNames,
  wrongAct,
  wrongNoteAct,
} from '../app/simulators.ts'
import { readTextFile } from '../host/files/file-text.ts'
import { openProgramLog } from '../host/log.ts'
import { createSystemClock, demoSaleDirectory } from '../host/system.ts'
import { choiceAt, expectedAt, type GuichetCommand, type Task } from './command.ts'

export function addDemo(program: GuichetCommand): void {
  program
    .command('demo')
    .description("make one complete sale in demo mode; prints the tickets' PDF and what to try next")
    .takesNumber('--seats <N>', 'number of seats to buy, up to 8', 1, 8, 3)
    .ofProgram()
    .withHandler(async ({ values, say, refuse, demand }) => {
      const program = demand(await readProgram(values, demoSaleDirectory()))
      if (program.config.mode !== 'demo') return refuse(catalogues[program.config.language].refusals.demoOnly)
      const aside = setAsideDemo(program.config, program, createSystemClock())
      if (aside !== null) say(catalogues[program.config.language].refusals.demoSetAside(aside))
      await runDemoSale(program, values.seats, say)
      for (const line of await nextCommands(program, values.config)) say(line)
    })
}

/** Returns commands to try after a sale, with the id of the signing key for `ledger verify`. */
async function nextCommands({ config, sqliteBinding }: Program, file: string | undefined): Promise<readonly string[]> {
  const keeping = new LedgerMaintenance(join(config.dataDirectory, config.mode), sqliteBinding)
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

async function runDemoSale(program: Program, count: number, print: (line: string) => void): Promise<void> {
  const log = openProgramLog(program.config, () => program.config.deviceId, false)
  const kiosk = await createKiosk(program.config, { ...program, log })
  try {
    await sell(kiosk, count, print)
  } finally {
    await kiosk.stop()
  }
}

async function sell({ api, sales }: ConfiguredKiosk, count: number, print: (line: string) => void): Promise<void> {
  const events = need(await api.listEvents({ page: 1, limit: 12 }))
  const event = events.events.find(({ homeTeam }) => homeTeam !== '') ?? events.events[0]
  if (!event) throw new Error('no event is on sale')
  print(`${event.title} · ${event.startsAt.replace('T', ' ')} · ${event.venue.name}`)

  const { saleId } = need(await api.startVisit({ eventId: event.eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count }))
  if (!offer) throw new Error(`no ${count} seats are left`)
  for (const { place } of inSeatOrder(offer.seats)) print(`  ${place.tribune.name}: ${place.route.join(' → ')}`)

  need(await api.holdSeats({ saleId, groups: bySection(offer.seats) }))
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
}

function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

interface NoteSimulatorValues {
  readonly port: number | undefined
  readonly host: string
  readonly act: readonly string[] | undefined
  readonly currency: string
  readonly note: readonly string[] | undefined
  readonly plain: true | undefined
}

async function simulateNotes({ values, texts, say, refuse }: Task<NoteSimulatorValues>): Promise<void> {
  const { act: acts = [], note = [], plain = false, currency, host, port } = values
  const wrong = wrongNoteAct(acts)
  if (wrong !== undefined) return refuse(choiceAt(texts, '--act', noteActs, wrong))
  const odd = note.find((text) => !/^[1-9]\d{0,6}$/u.test(text))
  if (odd !== undefined)
    return refuse(expectedAt(texts, '--note', texts.refusals.expected.wholeNumber(1, 9_999_999), odd))
  const stopped = stopSignal()
  const simulator = await serveNoteSimulator({ host, port, currency, notes: note.map(Number), acts, plain })
  say('ssp, simulated banknote reader.')
  say(`device ${simulator.address}`)
  say(`Type a banknote to insert it, such as 20000 or 20000 jam; or ${deviceActs.join(', ')}.`)
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', (line) => {
    if (line.trim() !== '') say(simulator.typed(line))
  })
  await stopped
  lines.close()
  await simulator.close()
}

async function simulateFiscal({ values, texts, say, refuse }: Task<FiscalSimulatorValues>): Promise<void> {
  const { act: acts = [], late, host, port } = values
  const script = acts.flatMap((act) => fiscalFaults.find((each) => each === act) ?? [])
  const wrong = acts.find((act) => !fiscalFaults.some((each) => each === act))
  if (wrong !== undefined) return refuse(choiceAt(texts, '--act', fiscalFaults, wrong))
  const stopped = stopSignal()
  const simulator = await serveFiscalSimulator({
    host,
    port,
    script,
    slowMs: late === undefined ? undefined : late * MS,
  })
  say(`fiscal, simulated: signatures are not valid. url ${simulator.url}`)
  say(`key ${simulator.key}`)
  await stopped
  await simulator.close()
}

type FiscalSimulatorValues = Pick<NoteSimulatorValues, 'port' | 'host' | 'act'> & { readonly late: number | undefined }

export function addPaymentSimulator(program: GuichetCommand): void {
  program
    .command('payment-simulator <NAME>')
    .description(
      'simulate a payment provider, a card terminal, a fiscal service or a banknote reader (ssp): see docs/operating/payments.md',
    )
    .takesNumber('--port <N>', 'port to listen on; default: 7430, or 20007 for a terminal', 0, 65_535)
    .optionWithValue('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .collects(
      '--act <ACT>',
      `outcome of the next payment; repeat for the payments after it: ${scenarioNames.join(', ')}`,
    )
    .collects('--day-act <ACT>', 'zvt: outcome of the next end-of-day')
    .takesNumber('--think <SECONDS>', 'seconds the simulated customer takes', 0, 86_400)
    .takesNumber('--decide <SECONDS>', 'seconds until a payment expires', 1, 86_400)
    .takesNumber('--late <SECONDS>', 'seconds until a late payment is still paid', 1, 86_400)
    .optionWithValue('--currency <CODE>', 'currency of the accounts', 'GNF')
    .optionWithValue('--tls-cert <FILE>', 'certificates in PEM, with --tls-key')
    .optionWithValue('--tls-key <FILE>', 'the private key in PEM')
    .collects('--note <UNITS>', 'ssp: a known banknote; default: the usual ones of the currency')
    .flag('--plain', 'ssp: a reader without encryption')
    .withHandler(async (task) => {
      const {
        values,
        words: [word = ''],
        texts,
        say,
        refuse,
      } = task
      if (word === 'ssp') return simulateNotes(task)
      if (word === 'fiscal') return simulateFiscal(task)
      const { act: acts = [], dayAct: days = [], tlsCert, tlsKey, think, decide, late, currency, host, port } = values
      const name = simulatorNames.find((each) => each === word)
      if (name === undefined) return refuse(choiceAt(texts, 'NAME', [...simulatorNames, 'fiscal', 'ssp'], word))
      const wrong = wrongAct([...acts, ...days])
      if (wrong !== undefined) return refuse(choiceAt(texts, '--act', scenarioNames, wrong))
      if (!hasCurrency(name, currency))
        return refuse(expectedAt(texts, '--currency', texts.values.forms.currency, currency))
      if ((tlsCert === undefined) !== (tlsKey === undefined))
        return refuse(texts.refusals.together('--tls-cert', '--tls-key'))
      const stopped = stopSignal()
      const simulator = await servePaymentSimulator({
        name,
        host,
        port,
        acts,
        days,
        currency,
        times: {
          ...(think !== undefined && { customerDelayMs: think * MS }),
          ...(decide !== undefined && { decideMs: decide * MS }),
          ...(late !== undefined && { lateMs: late * MS }),
        },
        ...(tlsCert !== undefined &&
          tlsKey !== undefined && { tls: { cert: readTextFile(tlsCert), key: readTextFile(tlsKey) } }),
      })
      const reached = Object.entries(simulator.settings).map(([setting, value]) => `${setting} ${value}`)
      say(`${name}, simulated: payments are not real. ${reached.join(' ')}`)
      for (const [setting, value] of Object.entries(simulator.credentials)) say(`${setting} ${value}`)
      await stopped
      await simulator.close()
    })
}

const MS = 1000
