import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { afterSaleBook } from '../../electron/app/kiosk.ts'
import { type BookingService, createBookingService } from '../../electron/booking/booking-service.ts'
import { type Kiosk, startKiosk } from '../../electron/kiosk/kiosk.ts'
import { ReconcileService } from '../../electron/kiosk/office/reconcile.ts'
import type {
  Clock,
  CorrectedReceipt,
  Identify,
  Ports,
  SaleInvoice,
  SaleSlip,
  SaleTicket,
  TicketIssuer,
} from '../../electron/kiosk/ports/ports.ts'
import type {
  Begun,
  FiscalSigner,
  PaymentRef,
  PrintOutcome,
  SlipHub,
  TenderDriver,
  TenderOutcome,
} from '../../electron/kiosk/ports/devices.ts'
import { AfterSaleService } from '../../electron/kiosk/sale/after-sale.ts'
import { FiscalQueue } from '../../electron/kiosk/sale/invoices.ts'
import { ShiftService } from '../../electron/kiosk/staff/shifts.ts'
import { inSale } from '../../electron/host/log.ts'
import { referenceFor } from '../../electron/host/system.ts'
import { openFileSigner, type Signer } from '../../electron/ledger/signer.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { PartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall, type HoldDialect } from '../../electron/partner/holds.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Finding } from '../../electron/verify/report.ts'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import type { AccountReceipt } from '../../shared/domain/money/customer-account.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import type { TenderKind, TenderTraits } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { CommandInput, KioskEvent, StaffRole } from '../../shared/api/kiosk/contract.ts'
import { createMatch } from '../simulation/simulation-world.ts'
import { createRandom } from '../simulation/random.ts'
import { smallVenue } from '../simulation/small-venue.ts'
import { BEGINNING } from '../simulation/world.ts'
import { driver } from '../support/devices.ts'
import { noPrinters, onlyCode, plainKiosk } from '../support/minimal-kiosk.ts'
import { filesLeftBy, temporaryFolder } from '../support/temporary-folder.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

/**
 * PIN of every staff member; the staff number is the name of the role. Without a staff number, it is the PIN of the
 * counter.
 */
export const pin = '2468'
export const cashier = { staff: 'cashier', pin }
export const supervisor = { staff: 'supervisor', pin }
export const technician = { staff: 'technician', pin }
export const HOLD_SECONDS = 480

const roles: readonly StaffRole[] = ['cashier', 'supervisor', 'technician']
const identify: Identify = async ({ staff, pin: given }) => {
  if (given !== pin) return err({ type: 'wrong-pin' })
  const role = staff === undefined ? 'supervisor' : roles.find((each) => each === staff)
  return role ? ok({ staffId: staff ?? 'counter', name: '', role }) : err({ type: 'wrong-pin' })
}

export function need<T>(result: Result<T, { readonly type: string }>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

interface HandClock extends Clock {
  pass(ms: number): void
  sleepsFor(ms: number): boolean
}

/** A simulated hub that finds no vouchers and reports every payment by voucher as unknown. */
export const silentHub = {
  host: 'https://hub',
  hubKey: 'Sw==',
  find: async () => 'unknown',
  tell: async () => true,
  spend: async () => ({ outcome: 'unknown' }),
  settle: async () => ({ outcome: 'unknown' }),
  release: async () => false,
} as const satisfies SlipHub

function createHandClock(): HandClock {
  const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>()
  let nowMs = 0
  return {
    now: () => ({ monoMs: nowMs, bootId: 'boot', wallUtc: new Date(BEGINNING + nowMs).toISOString() }),
    sleep(ms, signal) {
      if (ms <= 0 || signal?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const sleeper = { untilMs: nowMs + ms, wake }
        function wake(): void {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake)
      })
    },
    sleepsFor: (ms) => [...sleepers].some(({ untilMs }) => untilMs === nowMs + ms),
    pass(ms) {
      nowMs += ms
      for (const { untilMs, wake } of sleepers) if (untilMs <= nowMs) wake()
    },
  }
}

/** Returns a device that replies with the outcomes in order. The last outcome repeats. */
export function scriptedDevice(...outcomes: readonly TenderOutcome[]): TenderDriver & { readonly taken: string[] } {
  const taken: string[] = []
  let next = 0
  const answer = async () => outcomes[Math.min(next++, outcomes.length - 1)]!
  return { ...driver({ begin: ({ reference }) => (taken.push(reference), answer()), ask: answer }), taken }
}

export const APPROVED: TenderOutcome = { outcome: 'approved', approval: 'A-1' }
export const PAPER_OUT = { state: 'not-ready', reason: 'paper-out', detail: '' } as const

const printed = (evidence: string): PrintOutcome => ({ outcome: 'printed', evidence })

export interface SmallKioskOptions {
  readonly settings?: Partial<Parameters<typeof startKiosk>[1]>
  readonly tenders?: Ports['tenders']
  readonly notes?: Ports['notes']
  readonly slipHub?: Ports['slipHub']
  readonly accountHub?: Ports['accountHub']
  readonly purchaseHub?: Ports['purchaseHub']
  readonly agentHub?: Ports['agentHub']
  readonly ticketPages?: Ports['ticketPages']
  readonly messageHub?: Ports['messageHub']
  /** Seed of the random IDs. Kiosks that share a service need different seeds. */
  readonly seed?: number
  readonly tickets?: Partial<TicketIssuer>
  readonly printers?: Partial<Ports['printers']>
  readonly ledger?: (ledger: Ledger) => Ledger
  readonly hold?: HoldDialect
  /** Price of every seat. Default: the default price of each zone. */
  readonly price?: number
  /** Maximum number of seats that the service allows per session. Default: the service's own default. */
  readonly perSession?: number
  /** Handles each request to the service. Default: forwards the request. */
  readonly line?: (
    path: string,
    forward: () => Promise<Response>,
    query: URLSearchParams,
    body: () => Promise<string>,
  ) => Promise<Response>
  /** Print outcome of reports and vouchers. Null if no printer prints them. */
  readonly paper?: PrintOutcome | null
  /** Fiscal service that signs invoices. */
  readonly fiscal?: FiscalSigner
  /** Waits before an invoice is printed. */
  readonly beforeInvoice?: () => Promise<void>
  /** Simulated startup time in milliseconds. */
  readonly startsForMs?: number
  /** Device ID. If present, the kiosk has a separate ledger and key. Default: `kiosk-1`. */
  readonly register?: string
  /** Kiosk whose booking service and clock are shared. By default, each kiosk has a separate service and clock. */
  readonly beside?: KioskFixture
  /** Severities that `guichet ledger verify` may report after the test. Default: none. */
  readonly findings?: readonly Finding['severity'][]
}

interface StartedKiosk extends Kiosk {
  readonly ledger: Ledger
  readonly ledgerPath: string
  readonly events: KioskEvent[]
  readonly said: string[]
  readonly asked: string[]
  readonly printed: SaleTicket[]
  readonly slips: (SaleSlip | CorrectedReceipt)[]
  readonly invoices: SaleInvoice[]
  readonly accountReceipts: AccountReceipt[]
  readonly reports: ShiftReport[]
  readonly service: BookingService
  readonly clock: HandClock
  readonly eventId: string
  readonly accessCode: string
  pass(ms: number): void
  /** Returns true if a sleep of the kiosk ends in exactly `ms`. The kiosk has then finished all earlier work. */
  sleepsFor(ms: number): boolean
  restart(changed?: SmallKioskOptions): Promise<KioskFixture>
  /** Copies the ledger as a power cut would leave it. Returns a function that starts a kiosk on the copy. */
  cutPower(damage?: (ledgerPath: string) => void): (changed?: SmallKioskOptions) => Promise<KioskFixture>
}

function stepsOf(kiosk: StartedKiosk) {
  const { api, sales, ledger, eventId } = kiosk
  const steps = {
    async visited(count = 2) {
      const { saleId } = need(await api.startVisit({ eventId, language: 'fr' }))
      const [offer] = need(await api.proposeSeats({ saleId, count }))
      const groups = bySection(offer?.seats ?? [])
      const [group] = groups
      if (!offer || !group) throw new Error('no offer')
      return { saleId, total: offer.total, ...group, wish: { saleId, groups } }
    },
    async reviewed(count = 2) {
      const visit = await steps.visited(count)
      need(await api.holdSeats(visit.wish))
      await sales.settled(visit.saleId)
      return visit
    },
    async paying(tender: TenderKind = 'card', count = 2) {
      const visit = await steps.reviewed(count)
      need(await api.pay({ saleId: visit.saleId, tender }))
      return visit
    },
    async paysCash(saleId: string, received: number, by: { staff?: string; pin: string } = { pin }, amount?: number) {
      need(await api.pay({ saleId, tender: 'cash', amount }))
      return need(await api.confirmCash({ saleId, received, ...by }))
    },
    /** Completes a sale, paid in cash or by card. The sale remains on the screen. */
    async sold(tender: 'card' | 'cash' = 'card', count = 2) {
      const visit = await steps.reviewed(count)
      if (tender === 'cash') await steps.paysCash(visit.saleId, visit.total)
      else need(await api.pay({ saleId: visit.saleId, tender }))
      await sales.settled(visit.saleId)
      return { ...visit, shown: await steps.shown(visit.saleId) }
    },
    /** Returns the sale on the screen after the kiosk has finished all pending work on it. */
    async shown(saleId: string) {
      await sales.settled(saleId)
      const { sale } = need(await api.getKiosk({}))
      if (sale?.saleId !== saleId) throw new Error(`the screen shows ${sale?.saleId ?? 'no sale'}`)
      return sale
    },
    stage: async (saleId: string) => (await steps.shown(saleId)).stage,
    stageName: async (saleId: string) => (await steps.shown(saleId)).stage.name,
    state: (saleId: string) => sales.find(saleId)?.state,
    cases: async () => need(await api.listStaffCases({ pin })),
    settle: (saleId: string, answer: CommandInput<'settleStaffCase'>['answer']) =>
      api.settleStaffCase({ ...cashier, saleId, answer }),
    owed: () => ledger.shiftState().owed,
    codes: (): readonly string[] =>
      ledger
        .journalLines({ before: null, saleId: null, limit: 500 })
        .map(({ code }) => code)
        .toReversed(),
    /** Lets time pass in small steps until `so` returns true. The program finishes its work between two steps. */
    async until(so: () => boolean, stepMs = 3_000): Promise<void> {
      await expect
        .poll(
          () => {
            if (!so()) kiosk.pass(stepMs)
            return so()
          },
          { interval: 1, timeout: 10_000 },
        )
        .toBe(true)
    },
    soon<T>(seen: () => T, stepMs = 1_000) {
      return expect.poll(() => (kiosk.pass(stepMs), seen()), { interval: 5 })
    },
    ticketIds: (saleId: string) => ledger.files.open(saleId)!.tickets.map(({ ticketId }) => ticketId),
    /** Takes tickets back with dual control. By default, refunds all tickets of the sale. */
    giveBack(saleId: string, change: object = {}) {
      const all = { saleId, ticketIds: steps.ticketIds(saleId), kind: 'refund', reason: 'match reporté' } as const
      return api.returnTickets({ ...cashier, second: supervisor, ...all, ...change })
    },
    async whilePassing<T>(reply: Promise<T>, stepMs = 1_000): Promise<T> {
      let isThere = false
      const noted = reply.finally(() => (isThere = true))
      await steps.until(() => isThere, stepMs)
      return noted
    },
  }
  return steps
}

export interface KioskFixture extends StartedKiosk, ReturnType<typeof stepsOf> {}

interface Template {
  readonly service: Buffer
  readonly ledger: Buffer
  readonly signer: Signer
  readonly eventId: string
  readonly accessCode: string
}

interface Scene extends Omit<Template, 'service' | 'ledger'> {
  readonly directory: string
  readonly clock: HandClock
  readonly service: BookingService
}

const serviceIn = (directory: string, clock: () => number, perSession?: number): Promise<BookingService> =>
  createBookingService({
    database: join(directory, 'service.db'),
    venues: [smallVenue],
    clock,
    random: createRandom(1).bytes,
    holdSeconds: HOLD_SECONDS,
    maxSeatsPerSession: perSession,
    seed: false,
  })

async function makeTemplate(): Promise<Template> {
  let known: Omit<Template, 'service' | 'ledger'>
  const files = await filesLeftBy(async (directory) => {
    const service = await serviceIn(directory, () => BEGINNING)
    const event = await createMatch(service)
    await service.close()
    const signer = openFileSigner(join(directory, 'ledger-key.json'))
    known = { ...event, signer }
    const path = join(directory, 'ledger.db')
    const now = () => ({ monoMs: 0, bootId: 'template', wallUtc: new Date(BEGINNING).toISOString() })
    const ledger = await openLedger({ path, register: 'kiosk-1', appVersion: '0.0.0', signer, reserveBytes: 0, now })
    ledger.close()
  })
  return { ...known!, service: files.get('service.db')!, ledger: files.get('ledger.db')! }
}

let template: Promise<Template> | null = null

/**
 * Starts a kiosk in the test process with the production core, ledger and client, and the booking service of a venue
 * with 24 seats. The clock advances only when the test calls `pass`. After the test, expects `guichet ledger verify` to
 * report no findings.
 */
export async function startSmallKiosk(options: SmallKioskOptions = {}): Promise<KioskFixture> {
  template ??= makeTemplate()
  const { service: database, ledger, ...known } = await template
  const directory = temporaryFolder()
  const { register, beside } = options
  if (register === undefined) writeFileSync(join(directory, 'ledger.db'), ledger)
  const signer = register === undefined ? known.signer : openFileSigner(join(directory, 'ledger-key.json'))
  if (beside) return start({ ...known, signer, directory, clock: beside.clock, service: beside.service }, options)
  writeFileSync(join(directory, 'service.db'), database)
  const clock = createHandClock()
  const service = await serviceIn(directory, () => Date.parse(clock.now().wallUtc), options.perSession)
  onTestFinished(() => service.close())
  const event = options.price === undefined ? known : await createMatch(service, options.price)
  return start({ ...known, ...event, signer, directory, clock, service }, options)
}

async function start(scene: Scene, options: SmallKioskOptions): Promise<KioskFixture> {
  const { signer, eventId, accessCode, directory, clock, service } = scene
  const { settings, tickets, printers, hold = allInOneCall, line, register = 'kiosk-1' } = options
  const { tenders = { card: scriptedDevice(APPROVED) } } = options
  const [asked, said, events]: [string[], string[], KioskEvent[]] = [[], [], []]
  const [papers, reports]: [SaleTicket[], ShiftReport[]] = [[], []]
  const slips: KioskFixture['slips'] = []
  const invoices: SaleInvoice[] = []
  const accountReceipts: AccountReceipt[] = []
  const path = join(directory, 'ledger.db')
  const now = () => clock.now()
  const ledger = await openLedger({ path, register, appVersion: '0.0.0', signer, reserveBytes: 0, now })
  const written = options.ledger?.(ledger) ?? ledger
  const random = createRandom(ledger.head().seq + 1_000_000 * (options.seed ?? 0))
  const log = {
    info: () => undefined,
    warn: (text: string) => said.push(text),
    error: (text: string, error: unknown) => said.push(`${text}: ${String(error)}`),
  }
  const ports: Ports = {
    clock,
    ids: { uuid: () => random.uuid(), referenceFor },
    partner: new PartnerClient({
      baseUrl: 'http://hub',
      partnerCode: 'demo',
      demo: true,
      hold,
      anonymousCustomer: anonymousBuyer('test'),
      timeoutMs: 15_000,
      clock,
      fetch(request) {
        const { pathname, searchParams } = new URL(request.url)
        const path = `${request.method} ${pathname.replace('/api/v1/public', '')}`
        asked.push(path)
        const copy = request.clone()
        const forward = () => service.fetch(request)
        return line ? line(path, forward, searchParams, () => copy.text()) : forward()
      },
    }),
    ledger: written,
    tenders,
    notes: options.notes,
    slipHub: options.slipHub,
    accountHub: options.accountHub,
    purchaseHub: options.purchaseHub,
    agentHub: options.agentHub,
    ticketPages: options.ticketPages,
    messageHub: options.messageHub,
    tickets: {
      status: () => Promise.resolve({ state: 'ready' }),
      save: () => Promise.resolve(printed('saved')),
      print(ticket) {
        papers.push(ticket)
        return Promise.resolve(printed('printed'))
      },
      ...tickets,
    },
    printers: { ...noPrinters, ...printers },
    log,
    inSale,
  }
  const onPaper = options.paper ?? null
  const issue = { saved: printed('saved'), table: printed('table'), printed: onPaper }
  const table = () => Promise.resolve(printed('table'))
  const book = afterSaleBook({ ledger: written, clock })
  const afterSales = new AfterSaleService({
    book,
    ...(options.fiscal && { fiscal: new FiscalQueue({ book, signer: options.fiscal, clock, register, log }) }),
    tickets: ports.tickets,
    ticketPages: ports.ticketPages,
    slips: { issue: (slip) => (slips.push(slip), Promise.resolve(issue)) },
    invoices: {
      async issue(invoice) {
        invoices.push(invoice)
        await options.beforeInvoice?.()
        return { saved: null, printed: onPaper }
      },
    },
    printers: ports.printers,
    partner: ports.partner,
    clock,
    ids: ports.ids,
    register,
    log,
    inSale,
  })
  const shifts = new ShiftService({
    book: {
      close: (kind, staffId) => ledger.shiftReport(ledger.closeShift(kind, staffId, clock.now()).seq)!,
      record: (act, staffId) => ledger.recordDrawer(act, staffId, clock.now()),
      state: () => ledger.shiftState(),
      terminalDays: {
        due: (terminal) => ledger.terminalDayDue(terminal),
        ask: (day, terminal, staffId) => ledger.askTerminalDay(day, terminal, staffId, clock.now()),
        note: (day, end) => ledger.noteTerminalDay(day, end, clock.now()),
      },
      closures: (limit) => ledger.closures(limit),
      report: (seq) => ledger.shiftReport(seq),
      archive: () => ledger.archive(join(directory, 'archive.jsonl'), clock.now()),
      backup: () => ledger.backup(clock.now()),
    },
    reports: { issue: (report) => (reports.push(report), Promise.resolve(issue)), table },
    printers: ports.printers,
    tenders,
    clock,
    ids: ports.ids,
    currencies: ['GNF'],
    opensDrawer: printers?.openDrawer !== undefined,
    archivesAtZ: false,
    closeAt: null,
    log,
  })
  const starting = startKiosk(ports, {
    taxRates: { usual: 18, zones: {} },
    ...plainKiosk,
    deviceId: register,
    accessCodes: onlyCode(accessCode, eventId),
    identify,
    accountReceipts: { issue: (receipt) => (accountReceipts.push(receipt), Promise.resolve(onPaper)) },
    afterSales,
    shifts,
    reconciling: new ReconcileService({
      ...ports,
      sales: (shiftNo) => ledger.recordedSales(shiftNo),
      reports: { table },
    }),
    ...settings,
  })
  if (options.startsForMs) clock.pass(options.startsForMs)
  const kiosk = await starting
  kiosk.subscribe((event) => void events.push(event))
  onTestFinished(async () => {
    await kiosk.stop()
    const { findings } = await verifyLedger({ path: join(directory, 'ledger.db') })
    expect(findings.filter(({ severity }) => !options.findings?.includes(severity))).toEqual([])
  })
  const started: StartedKiosk = {
    ...kiosk,
    ledger,
    ledgerPath: join(directory, 'ledger.db'),
    events,
    said,
    asked,
    printed: papers,
    slips,
    invoices,
    accountReceipts,
    reports,
    service,
    clock,
    eventId,
    accessCode,
    pass: (ms) => clock.pass(ms),
    sleepsFor: (ms) => clock.sleepsFor(ms),
    async restart(changed = options) {
      await kiosk.stop()
      return start(scene, changed)
    },
    cutPower(damage) {
      const copy = temporaryFolder()
      for (const name of readdirSync(directory))
        if (name.startsWith('ledger.') && !name.endsWith('.lock'))
          cpSync(join(directory, name), join(copy, name), { recursive: true })
      damage?.(join(copy, 'ledger.db'))
      return (changed = options) => start({ ...scene, directory: copy }, changed)
    },
  }
  return { ...started, ...stepsOf(started) }
}

type Step = 'visited' | 'reviewed' | 'paying' | 'sold'

/** Starts a kiosk, and brings a sale to `step`. `given`: parameters of the step. */
export async function startAt<S extends Step>(
  step: S,
  options: SmallKioskOptions = {},
  ...given: Parameters<KioskFixture[S]>
) {
  const kiosk = await startSmallKiosk(options)
  const go = kiosk[step] as (...given: Parameters<KioskFixture[S]>) => ReturnType<KioskFixture[S]>
  return { kiosk, api: kiosk.api, ...(await go(...given)) }
}

export const endings = ['an orderly stop', 'a power cut'] as const

export async function startedAfter(ending: (typeof endings)[number], kiosk: KioskFixture, changed?: SmallKioskOptions) {
  if (ending === 'an orderly stop') return kiosk.restart(changed)
  const start = kiosk.cutPower()
  await kiosk.stop()
  return start(changed)
}

export async function refusal(reply: Promise<{ readonly ok: boolean }>): Promise<unknown> {
  const answered: { readonly ok: boolean; readonly error?: unknown } = await reply
  return answered.ok ? 'not refused' : answered.error
}

export const failure = (status: number, code: string): Response =>
  Response.json({ success: false, message: 'no', error: { code, details: {} } }, { status })

/** Returns a connection on which requests fail if they begin with an entry of `broken`, such as `GET /events`. */
export function lineThatBreaks() {
  const broken = new Set<string>()
  const line = (path: string, forward: () => Promise<Response>): Promise<Response> =>
    [...broken].some((each) => path.startsWith(each)) ? Promise.reject(new Error('no line')) : forward()
  return { broken, line }
}

export const MINUTE = 60_000
const times = { decideMs: 2 * MINUTE, settledMs: 5 * MINUTE, lateMs: 5 * MINUTE }
const byCode: Partial<TenderTraits> = { shows: 'qr', findBy: 'token', cancel: 'none', ...times }
const link = { token: 'link-1', shows: 'https://pay.example/link-1' }
export const begun: Begun = { outcome: 'begun', ...link, payableMs: 4 * MINUTE }
const pending: TenderOutcome = { outcome: 'pending', unless: 'cancelled' }
export const paid: TenderOutcome = { outcome: 'approved', approval: 'OM-77', currency: 'GNF' }

/** Returns a mobile money operator whose customers scan a code. Replies to status requests with `word.now`. */
export function operator(traits: Partial<TenderTraits> = {}, start: Begun | TenderOutcome = begun) {
  const word: { now: TenderOutcome } = { now: pending }
  const asked: PaymentRef[] = []
  const card = driver(
    { host: 'https://pay.example', begin: async () => start, ask: async (payment) => (asked.push(payment), word.now) },
    { ...byCode, ...traits },
  )
  return { word, asked, tenders: { card } }
}
