import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { SaleEventType } from '../../shared/domain/sale/sale.ts'
import { venueTime } from '../../shared/domain/seats/offer.ts'
import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import { PresenceTracker } from './access.ts'
import { NoteBox, watchNoteDevice } from './payment/notes.ts'
import { OpenPayments } from './payment/open-payments.ts'
import { ProviderRefunds } from './payment/refunds.ts'
import { slipDriver, VoucherRegistration } from './payment/slips.ts'
import { type Ports, StorageFull } from './ports/ports.ts'
import type { PrinterFault } from './ports/devices.ts'
import { ReadBack } from './sale/sale-commands.ts'
import { SaleService } from './sale/sale-service.ts'
import { type DisplayAccess, displayAccess } from './screen/screen-commands.ts'
import { serveScreens, type ScreenSettings } from './screen/screen-service.ts'
import { keepClosingTime, saleUnderWay, type TimeOfDay } from './staff/shifts.ts'
import { watchOffer } from './monitors/offer-watch.ts'
import { watchPartner } from './monitors/partner-watch.ts'

export interface Kiosk {
  readonly api: KioskApi
  /** What a window for customers gets in place of `api` and `subscribe`. */
  readonly displayAccess: DisplayAccess
  readonly sales: SaleService
  /** Whether it can sell, and if not why, as far as is known; nobody outside is asked. */
  readiness(): Promise<Readiness>
  /** Why nobody may be deprived of it now; null: no one would notice. */
  blocker(): Blocker | null
  subscribe(listener: (event: KioskEvent) => void): () => void
  /** Lets running calls end, records the stop and closes the ledger. A second call waits for the same stop. */
  stop(): Promise<void>
}

export interface KioskSettings extends ScreenSettings {
  /** How long a printed ticket may take to be read by the kiosk's scanner; absent: it is not asked for. */
  readonly readBackMs?: number | undefined
  /** When shifts end by themselves; absent: people close them. */
  readonly closeAt?: TimeOfDay | undefined
  /** For how long nobody is to have touched the screen before it may be taken away for a moment. */
  readonly quietMs?: number | undefined
  /** It finds out by itself whether it can sell, once this says that it may begin; absent: from what others ask alone. */
  readonly triesItself?: (begin: () => void) => void
}

/** A printer that has not said by then how it is, says it later; the kiosk does not stay closed over it. */
const PRINTER_ANSWERS_WITHIN_MS = 2_000

/** With these a sale may go on without a payment that may still succeed. */
const goesOn: ReadonlySet<SaleEventType> = new Set(['staff-answered', 'tender-refused', 'tender-cancelled'])

/**
 * Puts the core together over its ports and starts it (sale safety, "Start-up"): unfinished sales go on, the printer
 * says how it is, the start is recorded, and only then may the screen ask for anything. Whatever gives it other ports
 * runs the very same program.
 */
export async function startKiosk(given: Ports, settings: KioskSettings): Promise<Kiosk> {
  const noteBox = given.notes ? new NoteBox(given, given.notes) : null
  const ports: Ports = { ...given, tenders: withSlips(given), notes: noteBox?.notes }
  const { clock, ledger, log } = ports
  const { version, mode, deviceId, readBackMs, shifts, closeAt } = settings
  const stopping = new AbortController()
  const timeZone = venueTimeZone(settings)
  const localTimeIn = (ms: number): string =>
    venueTime({ timeZone, clockOffMinutes: (settings.clockOff?.() ?? 0) / 60 }, Date.parse(clock.now().wallUtc) + ms)
  const watched = watchPartner(ports.partner, clock, stopping.signal)
  const offer = watchOffer(watched, settings.accessCodes, { clock, log, localNow: () => localTimeIn(0) })
  const { partner } = offer
  const readBack = readBackMs === undefined ? null : new ReadBack(ports.tickets, clock, readBackMs, stopping.signal)
  const sales = new SaleService({ ...ports, partner, tickets: readBack?.tickets ?? ports.tickets })
  const presence = new PresenceTracker(clock, settings.quietMs)
  const openPayments = new OpenPayments(ports)
  sales.subscribe((_, event) => {
    if (event && goesOn.has(event.type)) openPayments.follow()
  })
  const registration = ports.slipHub ? new VoucherRegistration(ports, ports.slipHub) : null
  sales.subscribe(() => registration?.look())
  watchNoteDevice(ports, sales, stopping.signal)
  const refunds = new ProviderRefunds(ports, sales, settings.afterSales, settings.role)
  const { api, screen, readiness, screens } = serveScreens({ ...ports, partner, offer, localTimeIn }, sales, settings, {
    readBack,
    presence,
    refunds,
    noteBox,
    registration,
    stopping: stopping.signal,
  })

  const recovered = sales.recover()
  settings.afterSales.recover()
  openPayments.follow()
  refunds.follow()
  const printer = await printerState(ports)
  note(recovered > 0 ? 'RECOVERED_START' : 'START', { version, mode, recovered, printer })
  log.info('kiosk.started', { version, mode, deviceId, recovered, printer })
  const closing = closeAt ? keepClosingTime(ports, sales, shifts, { closeAt, timeZone }, stopping.signal) : null
  settings.triesItself?.(() => void readiness.keep(stopping.signal))
  let stopped: Promise<void> | null = null

  return {
    api,
    displayAccess: displayAccess(api, screens, (listener) => screen.subscribe(listener)),
    sales,
    readiness: () => readiness.look(),
    blocker() {
      const serving = screen.serving()
      if (serving) return serving
      if (saleUnderWay(ledger, sales)) return 'under-way'
      return settings.reconciling.isComparing() ? 'work' : presence.blocker()
    },
    subscribe: (listener) => screen.subscribe(listener),
    stop: () => (stopped ??= stop()),
  }

  /** A full disk keeps the kiosk neither from starting nor from being closed in order. */
  function note(code: 'START' | 'RECOVERED_START' | 'STOP', payload: Readonly<Record<string, unknown>>): void {
    try {
      ledger.note(code, payload, clock.now())
    } catch (error) {
      if (!(error instanceof StorageFull)) throw error
      log.error('ledger.row-not-written', error, { code })
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const daysOver = shifts.stop()
    settings.afterSales.stop()
    await sales.stop()
    await openPayments.stop()
    await registration?.stop()
    await refunds.stop()
    await daysOver
    await closing
    await settings.reconciling.stop()
    note('STOP', {})
    ledger.close()
    log.info('kiosk.stopped')
  }
}

/** Whatever else it takes, it takes back what it owes. */
const withSlips = ({ tenders, ledger, ids, slipHub }: Ports): Ports['tenders'] => ({
  ...tenders,
  'credit-slip': slipDriver(ledger, ids, slipHub),
})

/** In the words of the journal: `ready`, what is wrong with it, or `unknown`. */
async function printerState({ tickets, clock }: Ports): Promise<'ready' | 'unknown' | PrinterFault> {
  const answered = new AbortController()
  const status = await Promise.race([
    tickets.status(),
    clock.sleep(PRINTER_ANSWERS_WITHIN_MS, answered.signal).then(() => null),
  ])
  answered.abort()
  return status?.state === 'not-ready' ? status.reason : (status?.state ?? 'unknown')
}
