import { type BankNotes, isCash, isNotes, type ProvidedTender } from '../../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { HoldNotice, Sale } from '../../../shared/domain/sale/sale.ts'
import { bySection } from '../../../shared/domain/seats/offer.ts'
import { messageOf } from '../../../shared/errors.ts'
import type { KioskApi } from '../../../shared/api/kiosk/contract.ts'
import type {
  FirstTicketRefused,
  FirstTicketView,
  SetupAnswers,
  SetupInput,
  SetupView,
  TriedPrinter,
} from '../../../shared/api/kiosk/setup.ts'
import type { ReviewNotice, SaleView } from '../../../shared/api/kiosk/views.ts'
import type { Config } from '../../config/config.ts'
import { testPrintView } from '../../kiosk/office/office-commands.ts'
import type { WindowPrinting } from '../../kiosk/ports/devices.ts'
import type { ConfiguredKiosk } from '../kiosk.ts'
import { testPrints, ticketPrinterFault } from '../kiosk-printing.ts'
import { type DescribedFinding, examine, type Examined } from '../partner.ts'
import { examineNotes, examineProvider, checkProviders, unavailableTenders } from '../payment-devices.ts'
import type { Program } from '../program.ts'

type TakenTender = ProvidedTender | BankNotes

interface Examination {
  running: boolean
  findings: readonly DescribedFinding[]
  events: SetupView['events']
  readiness: SetupView['readiness']
}

export class SetupTrials {
  readonly #parts: Pick<Program, 'resourcesDirectory' | 'openDocuments'>
  readonly #windowPrinting: WindowPrinting | null
  readonly #changed: () => void
  #examination: Examination | null = null
  #triedPrinter: TriedPrinter | null = null
  #payments: SetupView['examinedPayments'] = {}

  constructor(
    parts: Pick<Program, 'resourcesDirectory' | 'openDocuments'>,
    windowPrinting: WindowPrinting | null,
    changed: () => void,
  ) {
    this.#parts = parts
    this.#windowPrinting = windowPrinting
    this.#changed = changed
  }

  view() {
    const examination = this.#examination
    return {
      examination: examination && { running: examination.running, steps: examination.findings.filter(isTold) },
      events: examination?.events ?? null,
      readiness: examination?.readiness ?? null,
      triedPrinter: this.#triedPrinter,
      examinedPayments: this.#payments,
    }
  }

  async examine(config: Config): Promise<void> {
    const { language } = config
    const events = this.#examination?.events ?? null
    const mine: Examination = { running: true, findings: [], events, readiness: null }
    const told = (change: Partial<Examination>): void => {
      Object.assign(mine, change)
      // If the answers change while a test runs, the result of the test is outdated and is discarded.
      if (this.#examination === mine) this.#changed()
    }
    this.#examination = mine
    this.#changed()
    try {
      const waysDown = unavailableTenders(await checkProviders(config, language))
      const printerFault = await ticketPrinterFault(config, this.#parts, this.#windowPrinting)
      const onFinding = (finding: DescribedFinding) => told({ findings: [...mine.findings, finding] })
      const wish = { language, spoken: true, hold: false, printerFault, waysDown, onFinding }
      const examined = await examine(config, wish)
      if (examined) told({ readiness: examined.readiness, events: eventsOf(examined) })
    } finally {
      told({ running: false })
    }
  }

  async examinePayment(config: Config, tender: TakenTender): Promise<void> {
    const asked = askTaker(config, tender)
    if (!asked) return
    const mine = { running: true, steps: [] }
    this.#payments = { ...this.#payments, [tender]: mine }
    this.#changed()
    const { steps } = await asked
    // The result is discarded if new answers were given while the test was running.
    if (this.#payments[tender] !== mine) return
    this.#payments = { ...this.#payments, [tender]: { running: false, steps } }
    this.#changed()
  }

  async tryPrinter(config: Config): Promise<void> {
    const mine = { outcome: 'printing', reason: '', detail: '' } as const
    this.#triedPrinter = mine
    this.#changed()
    const [print] = await testPrints(config, this.#parts, 'tickets', this.#windowPrinting)
    if (!print || this.#triedPrinter !== mine) return
    this.#triedPrinter = testPrintView(print.outcome)
    this.#changed()
  }

  forget({ partner, profile, printer, accessCodes, fleet, tenders, payments, notes }: SetupAnswers): void {
    const again = { ...payments, ...(notes !== undefined && { notes }) }
    this.#payments = Object.fromEntries(Object.entries(this.#payments).filter(([tender]) => !(tender in again)))
    if (partner || profile) this.#examination = null
    if (this.#examination && (printer || accessCodes || tenders || fleet !== undefined))
      this.#examination = outdated(this.#examination, accessCodes)
    if (printer) this.#triedPrinter = null
  }
}

function askTaker({ payments, notes, language }: Config, tender: TakenTender) {
  if (isNotes(tender)) return notes ? examineNotes(notes, language) : null
  const provider = payments[tender]
  return provider ? examineProvider(tender, provider, language) : null
}

function outdated(examination: Examination, accessCodes: SetupAnswers['accessCodes'] = {}): Examination {
  const events = examination.events?.map((event) => (event.eventId in accessCodes ? { ...event, tried: null } : event))
  return { ...examination, events: events ?? null, readiness: null }
}

/**
 * Returns whether a step belongs in the list of test results. Excludes steps that are shown beside their event, and
 * steps that run only on demand.
 */
function isTold({ step, outcome }: DescribedFinding): boolean {
  return step === 'section' ? outcome !== 'skipped' : !['session', 'hold', 'purchase'].includes(step)
}

/** Returns the events with their test results; null if the booking service did not return the events. */
function eventsOf({ findings, events }: Examined): SetupView['events'] {
  const opened = findings.filter(({ step }) => step === 'session')
  if (!findings.some(({ step, outcome }) => step === 'events' && (outcome === 'ok' || outcome === 'warning')))
    return null
  return events.map(({ eventId, title, startsAt, session }, index) => {
    const found = session.type === 'no-code' || session.type === 'untried' ? undefined : opened[index]
    return { eventId, title, startsAt, tried: found ? { outcome: found.outcome, text: found.text } : null }
  })
}

export type OpenKiosk = () => Promise<{ readonly kiosk: ConfiguredKiosk; readonly config: Config }>

interface Open {
  readonly kiosk: ConfiguredKiosk
  readonly config: Config
  readonly pin: string
}

/** Sells one ticket before the set-up ends. An unfinished sale is resumed at the next start of the program. */
export class FirstTicket {
  readonly #openKiosk: OpenKiosk
  readonly #changed: () => void
  #open: Open | null = null
  #told: FirstTicketView | null = null

  constructor(openKiosk: OpenKiosk, changed: () => void) {
    this.#openKiosk = openKiosk
    this.#changed = changed
  }

  view(): FirstTicketView | null {
    return this.#told
  }

  /** Resolves after the PIN is verified. The sale continues afterwards and calls `changed` at each step. */
  async sell({ pin }: SetupInput<'sellFirstTicket'>): Promise<Result<null, FirstTicketRefused>> {
    const before = this.#told
    if (before?.underWay) return err({ type: 'sale-in-progress' })
    this.#told = { sale: null, state: null, underWay: true, failure: null, cancelled: null }
    const opened = await this.#openFor(pin).catch((error: unknown) => {
      this.#told = before
      throw error
    })
    if (!opened.ok) {
      this.#told = before
      return opened
    }
    const { kiosk } = opened.value
    this.#changed()
    kiosk.subscribe(({ name, payload: sale }) => {
      if (name === 'sale-changed') this.#tell({ sale, state: kiosk.sales.find(sale.saleId)?.state ?? null })
    })
    void sellOne(opened.value).then((failure) => this.#tell({ failure, underWay: false }))
    return ok(null)
  }

  async cancel({ second, reason }: SetupInput<'cancelFirstTicket'>): Promise<Result<null, FirstTicketRefused>> {
    const { sale } = this.#told ?? {}
    if (!this.#open || sale?.stage.name !== 'done') return err({ type: 'nothing-to-cancel' })
    const cancelled = await giveBack(this.#open, sale, { second, reason })
    if (!cancelled.ok) return cancelled
    this.#tell({ cancelled: cancelled.value })
    return ok(null)
  }

  async stop(): Promise<void> {
    const { kiosk } = this.#open ?? {}
    this.#open = null
    await kiosk?.stop()
  }

  #tell(change: Partial<FirstTicketView>): void {
    if (this.#told) this.#told = { ...this.#told, ...change }
    this.#changed()
  }

  async #openFor(pin: string): Promise<Result<Open, FirstTicketRefused>> {
    await this.stop()
    const open = { ...(await this.#openKiosk()), pin }
    this.#open = open
    const known = await open.kiosk.api.viewService({ pin })
    if (known.ok) return ok(open)
    await this.stop()
    return known
  }
}

/**
 * Returns the failure that prevented the sale; null if a ticket was sold, or if the state of the sale shows the
 * failure.
 */
async function sellOne(open: Open): Promise<FirstTicketView['failure']> {
  const { api } = open.kiosk
  try {
    const visit = await firstVisit(open)
    if (!visit.ok) return visit.error
    const { saleId } = visit.value
    const ended = await buy(open, saleId)
    if (ended.ok) return null
    void (await api.abandonSale({ saleId, reason: 'cancelled' }))
    return ended.error
  } catch (error) {
    // The unfinished sale remains in the ledger and is resumed at the next start of the program.
    return { type: 'internal', incident: messageOf(error) }
  }
}

async function firstVisit({ kiosk: { api }, config: { language } }: Open) {
  const listed = await api.listEvents({})
  if (!listed.ok) return listed
  let last: Awaited<ReturnType<typeof api.startVisit>> | null = null
  for (const { eventId } of listed.value.events) {
    last = await api.startVisit({ eventId, language })
    if (last.ok) break
  }
  return last ?? err({ type: 'no-events' } as const)
}

/** Buys the cheapest proposed seat for cash, with the commands that the kiosk's screens use. */
async function buy({ kiosk: { api, sales }, config, pin }: Open, saleId: string) {
  const proposed = await api.proposeSeats({ saleId, count: 1 })
  if (!proposed.ok) return proposed
  const [seat] = proposed.value.toSorted((one, other) => one.total - other.total)
  if (!seat) return err({ type: 'no-seats' } as const)
  const held = await api.holdSeats({ saleId, groups: bySection(seat.seats) })
  if (!held.ok) return held
  const priced: Sale = await sales.settled(saleId)
  if (priced.state !== 'priced') return err((await noticeOf(api)) ?? ({ type: 'no-seats' } as const))
  const tender = config.tenders.find(isCash)
  if (tender === undefined) return err({ type: 'no-cash' } as const)
  const paying = await api.pay({ saleId, tender })
  if (!paying.ok) return paying
  const { stage } = paying.value
  if (stage.name !== 'paying') return err((await noticeOf(api)) ?? ({ type: 'payment-unavailable', tender } as const))
  const taken = await api.confirmCash({ saleId, pin, received: stage.due })
  if (!taken.ok) return taken
  return ok(await sales.settled(saleId))
}

async function noticeOf(api: KioskApi): Promise<HoldNotice | ReviewNotice | null> {
  const info = await api.getKiosk({})
  const stage = info.ok ? info.value.sale?.stage : undefined
  return stage?.name === 'choosing' || stage?.name === 'review' ? stage.notice : null
}

/** Voids the sale and refunds the money. Returns the booking service's result of the cancellation. */
async function giveBack(
  { kiosk: { api }, pin }: Open,
  { saleId, stage }: SaleView,
  { second, reason }: Pick<SetupInput<'cancelFirstTicket'>, 'second' | 'reason'>,
): Promise<Result<NonNullable<FirstTicketView['cancelled']>, FirstTicketRefused>> {
  const ticketIds = stage.name === 'done' ? stage.tickets.map(({ ticketId }) => ticketId) : []
  const returned = await api.returnTickets({ pin, saleId, ticketIds, kind: 'void', reason, second })
  if (!returned.ok) return returned
  const { file, reference } = returned.value
  for (const { kind } of owedBy(file, reference)) {
    const paid = await api.payReturn({ pin, saleId, reference, kind, receipt: '' })
    if (!paid.ok) return paid
  }
  const said = file.returns.find((each) => each.reference === reference)?.cancellation
  return ok(said === 'cancelled' || said === 'asked' ? said : 'none')
}

const owedBy = ({ returns }: SaleFile, reference: string) =>
  returns.find((each) => each.reference === reference)?.back.filter(({ paid }) => !paid) ?? []
