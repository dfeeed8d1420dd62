import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type BookingService, createBookingService } from '../../electron/booking-service/booking-service.ts'
import type { Clock, Identify, Ports, SaleSlip, SaleTicket, TicketIssuer } from '../../electron/core/ports/ports.ts'
import type { PrintOutcome } from '../../electron/core/ports/printer.ts'
import type { TenderDriver, TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import { startKiosk, type Kiosk } from '../../electron/core/kiosk.ts'
import { createAfterSaleService } from '../../electron/core/sale/after-sale-service.ts'
import { createShiftService } from '../../electron/core/staff/shift-service.ts'
import { referenceFor } from '../../electron/host/provider-reference.ts'
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { allInOneCall, type HoldDialect } from '../../electron/partner/holds.ts'
import { inSale } from '../../electron/host/log.ts'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { KioskEvent } from '../../shared/kiosk-api/contract.ts'
import type { StaffRole } from '../../shared/kiosk-api/roles.ts'
import { withTemplates } from '../simulation/campaign.ts'
import { createRandom } from '../simulation/random.ts'
import { smallVenue } from '../simulation/small-venue.ts'
import { createMatch, type Templates } from '../simulation/templates.ts'
import { BEGINNING } from '../simulation/world.ts'
import { need } from '../kiosk/machine.ts'
import { driver } from '../support/devices.ts'
import { noPrinters } from '../support/no-printers.ts'
import { onlyCode, plainKiosk } from '../support/plain-kiosk.ts'

/** Everybody's PIN. Staff numbers are their roles; without one it is the counter. */
export const pin = '2468'
export const HOLD_SECONDS = 480

const roles: readonly StaffRole[] = ['cashier', 'supervisor', 'technician']
const identify: Identify = async ({ staff, pin: given }) => {
  if (given !== pin) return err({ type: 'wrong-pin' })
  const role = staff === undefined ? 'supervisor' : roles.find((each) => each === staff)
  return role ? ok({ staffId: staff ?? 'counter', name: '', role }) : err({ type: 'wrong-pin' })
}

interface HandClock extends Clock {
  pass(ms: number): void
  /** Something sleeps for so long from now. */
  sleepsFor(ms: number): boolean
}

/** Time that stands still until the test lets it pass. */
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

/** A device that answers each time as the next of these says; the last one stays. */
export function deviceThat(...outcomes: readonly TenderOutcome[]): TenderDriver & { readonly taken: string[] } {
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
  /** Of its ids: kiosks that meet need others. */
  readonly seed?: number
  readonly tickets?: Partial<TicketIssuer>
  readonly printers?: Partial<Ports['printers']>
  readonly ledger?: (ledger: Ledger) => Ports['ledger']
  readonly hold?: HoldDialect
  /** Of every seat; left out: as zones usually cost. */
  readonly price?: number
  /** What becomes of each request to the service. */
  readonly line?: (path: string, forward: () => Promise<Response>, query?: URLSearchParams) => Promise<Response>
  /** What becomes of reports and slips on paper; null where no printer prints them. */
  readonly paper?: PrintOutcome | null
  /** So much time passes while it starts. */
  readonly startsForMs?: number
}

export interface SmallKiosk extends Kiosk {
  readonly ledger: Ledger
  readonly ledgerPath: string
  readonly events: KioskEvent[]
  /** Warnings and errors of the log. */
  readonly said: string[]
  /** What the service was asked, as in `POST /holds`. */
  readonly asked: string[]
  readonly printed: SaleTicket[]
  readonly slips: SaleSlip[]
  readonly eventId: string
  readonly accessCode: string
  pass(ms: number): void
  /** Something sleeps for so long from now: what it did before is done. */
  sleepsFor(ms: number): boolean
  /** The same machine after its program ended in order. */
  restart(changed?: SmallKioskOptions): Promise<SmallKiosk>
}

interface Scene {
  readonly templates: Templates
  readonly directory: string
  readonly clock: HandClock
  readonly service: BookingService
}

/**
 * Kiosks of the shipping core, ledger and client over the booking service of a venue of 24 seats, in this process. Devices
 * are the test's own and time stands still: a kiosk starts in milliseconds.
 */
export function useSmallKiosks(): (options?: SmallKioskOptions) => Promise<SmallKiosk> {
  let templates: Templates
  let kiosks = 0
  const over = Promise.withResolvers<undefined>()
  let ended: Promise<void>
  beforeAll(async () => {
    await new Promise<void>((ready) => {
      ended = withTemplates(async (made) => {
        templates = made
        ready()
        await over.promise
      })
    })
  })
  afterAll(async () => {
    over.resolve(undefined)
    await ended
  })

  return async (options = {}) => {
    const directory = join(templates.directory, `kiosk-${(kiosks += 1)}`)
    mkdirSync(directory)
    copyFileSync(templates.serviceDatabase, join(directory, 'service.db'))
    copyFileSync(templates.emptyLedgers[0]!, join(directory, 'ledger.db'))
    const clock = createHandClock()
    const service = await createBookingService({
      database: join(directory, 'service.db'),
      venues: [smallVenue],
      clock: () => Date.parse(clock.now().wallUtc),
      random: createRandom(1).bytes,
      holdSeconds: HOLD_SECONDS,
      seed: false,
    })
    onTestFinished(() => service.close())
    const event = options.price === undefined ? {} : await createMatch(service, options.price)
    return start({ templates: { ...templates, ...event }, directory, clock, service }, options)
  }
}

async function start(scene: Scene, options: SmallKioskOptions): Promise<SmallKiosk> {
  const { templates, directory, clock, service } = scene
  const { settings, tenders = { card: deviceThat(APPROVED) }, tickets, printers, hold = allInOneCall, line } = options
  const [asked, said, events]: [string[], string[], KioskEvent[]] = [[], [], []]
  const [papers, slips]: [SaleTicket[], SaleSlip[]] = [[], []]
  const ledger = await openLedger({
    path: join(directory, 'ledger.db'),
    register: 'kiosk-1',
    appVersion: '0.0.0',
    signer: templates.signer,
    reserveBytes: 0,
    now: () => clock.now(),
  })
  const random = createRandom(ledger.head().seq + 1_000_000 * (options.seed ?? 0))
  const log = {
    info: () => undefined,
    warn: (text: string) => said.push(text),
    error: (text: string, error: unknown) => said.push(`${text}: ${String(error)}`),
  }
  const ports: Ports = {
    clock,
    ids: { uuid: () => random.uuid(), referenceFor },
    partner: createPartnerClient({
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
        const forward = () => service.fetch(request)
        return line ? line(path, forward, searchParams) : forward()
      },
    }),
    ledger: options.ledger?.(ledger) ?? ledger,
    tenders,
    notes: options.notes,
    slipHub: options.slipHub,
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
  const afterSales = createAfterSaleService({
    book: {
      files: ledger.files,
      find: (saleId) => ledger.find(saleId),
      record: (act, staffId) => ledger.recordAfterSale(act, staffId, clock.now()),
      openCopies: () => ledger.openCopies(),
      openCancellations: () => ledger.openCancellations(),
    },
    tickets: ports.tickets,
    slips: { issue: (slip) => (slips.push(slip), Promise.resolve(issue)) },
    printers: ports.printers,
    partner: ports.partner,
    clock,
    ids: ports.ids,
    register: 'kiosk-1',
    log,
    inSale,
  })
  const shifts = createShiftService({
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
    reports: { issue: () => Promise.resolve(issue), table: () => Promise.resolve(printed('table')) },
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
    ...plainKiosk,
    deviceId: 'kiosk-1',
    accessCodes: onlyCode(templates.accessCode, templates.eventId),
    identify,
    afterSales,
    shifts,
    ...settings,
  })
  if (options.startsForMs) clock.pass(options.startsForMs)
  const kiosk = await starting
  kiosk.subscribe((event) => void events.push(event))
  onTestFinished(() => kiosk.stop())
  return {
    ...kiosk,
    ledger,
    ledgerPath: join(directory, 'ledger.db'),
    events,
    said,
    asked,
    printed: papers,
    slips,
    eventId: templates.eventId,
    accessCode: templates.accessCode,
    pass: (ms) => clock.pass(ms),
    sleepsFor: (ms) => clock.sleepsFor(ms),
    async restart(changed = options) {
      await kiosk.stop()
      return start(scene, changed)
    },
  }
}

/** The customer's way to the offers. */
export async function visited({ api, eventId }: SmallKiosk, count = 2) {
  const { saleId } = need(await api.startVisit({ eventId, language: 'fr' }))
  const [offer] = need(await api.proposeSeats({ saleId, count }))
  if (!offer) throw new Error('no offer')
  const seatIds = offer.seats.map(({ seatId }) => seatId)
  return { saleId, total: offer.total, wish: { saleId, sectionId: offer.sectionId, seatIds } }
}

/** Seats held, at the review. */
export async function reviewed(kiosk: SmallKiosk, count = 2) {
  const visit = await visited(kiosk, count)
  need(await kiosk.api.holdSeats(visit.wish))
  await kiosk.sales.settled(visit.saleId)
  return visit
}

/** What the screen shows once the kiosk has nothing more to do by itself. */
export async function shown({ api, sales }: SmallKiosk, saleId: string) {
  await sales.settled(saleId)
  const { sale } = need(await api.getKiosk({}))
  if (sale?.saleId !== saleId) throw new Error(`the screen shows ${sale?.saleId ?? 'no sale'}`)
  return sale
}

/** A whole sale, paid in cash or by card, still on the screen. */
export async function sold(kiosk: SmallKiosk, tender: 'card' | 'cash' = 'card', count = 2) {
  const visit = await reviewed(kiosk, count)
  const { saleId, total: received } = visit
  need(await kiosk.api.pay({ saleId, tender }))
  if (tender === 'cash') need(await kiosk.api.confirmCash({ saleId, pin, received }))
  await kiosk.sales.settled(saleId)
  return { ...visit, shown: await shown(kiosk, saleId) }
}

/** The error of a command that is to be refused. */
export async function refusal(reply: Promise<{ readonly ok: boolean }>): Promise<unknown> {
  const answered: { readonly ok: boolean; readonly error?: unknown } = await reply
  return answered.ok ? 'not refused' : answered.error
}

/** A service's refusal. */
export const failure = (status: number, code: string): Response =>
  Response.json({ success: false, message: 'no', error: { code, details: {} } }, { status })

/** Codes of the journal's rows, oldest first. */
export function codesOf({ ledger }: SmallKiosk): readonly string[] {
  return ledger
    .journalLines({ before: null, saleId: null, limit: 500 })
    .map(({ code }) => code)
    .toReversed()
}
