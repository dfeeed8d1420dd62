import { venueTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import type { Readiness } from '../../shared/domain/fleet/readiness.ts'
import type { SaleEventType } from '../../shared/domain/sale/sale.ts'
import { venueTime } from '../../shared/domain/seats/offer.ts'
import type { KioskApi, KioskEvent } from '../../shared/api/kiosk/contract.ts'
import { PresenceTracker } from './access.ts'
import { accountDriver, AccountEntries } from './payment/accounts.ts'
import { Cashbox, watchNoteDevice } from './payment/notes.ts'
import { OpenPayments } from './payment/open-payments.ts'
import { ProviderRefunds } from './payment/refunds.ts'
import { slipDriver, VoucherRegistration } from './payment/slips.ts'
import { type Ports, StorageFull, within } from './ports/ports.ts'
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
  /** Replaces `api` and `subscribe` in the window of the customer display. */
  readonly displayAccess: DisplayAccess
  readonly sales: SaleService
  /** Returns the last known readiness of the kiosk without querying other systems. */
  readiness(): Promise<Readiness>
  /** Returns the reason not to interrupt the kiosk now; null if it can be interrupted. */
  blocker(): Blocker | null
  subscribe(listener: (event: KioskEvent) => void): () => void
  /** Ends running calls, records the stop and closes the ledger; later calls return the first promise. */
  stop(): Promise<void>
}

export interface KioskSettings extends ScreenSettings {
  /** Maximum time in milliseconds to scan a printed ticket; absent if tickets are not scanned. */
  readonly readBackMs?: number | undefined
  /** Time of day at which shifts are closed automatically; absent if staff close them. */
  readonly closeAt?: TimeOfDay | undefined
  /** Time in milliseconds without a touch after which the kiosk may be interrupted. */
  readonly quietMs?: number | undefined
  /** Calls `begin` when the readiness checks may begin; absent if the kiosk has no readiness checks. */
  readonly triesItself?: (begin: () => void) => void
}

const PRINTER_ANSWERS_WITHIN_MS = 2_000

/** Sale events after which an abandoned payment may still succeed. */
const goesOn: ReadonlySet<SaleEventType> = new Set(['staff-answered', 'tender-refused', 'tender-cancelled'])

/** Starts the core: resumes unfinished sales, reads the printer state, and records the start. */
export async function startKiosk(given: Ports, settings: KioskSettings): Promise<Kiosk> {
  const cashbox = given.notes ? new Cashbox(given, given.notes) : null
  const ports: Ports = { ...given, tenders: withOwnDrivers(given), notes: cashbox?.notes }
  const { clock, ledger, log } = ports
  const { version, mode, deviceId, readBackMs, shifts, closeAt } = settings
  const stopping = new AbortController()
  const timeZone = venueTimeZone(settings)
  const localTimeIn = (ms: number): string =>
    venueTime({ timeZone, clockOffMinutes: (settings.clockOff?.() ?? 0) / 60 }, Date.parse(clock.now().wallUtc) + ms)
  const watched = watchPartner(ports.partner, clock, stopping.signal)
  const offer = watchOffer(watched, settings.accessCodes, { clock, log, localNow: () => localTimeIn(0) })
  const { partner, sessions } = offer
  const readBack = readBackMs === undefined ? null : new ReadBack(ports.tickets, clock, readBackMs, stopping.signal)
  const sales = new SaleService({ ...ports, partner, sessions, tickets: readBack?.tickets ?? ports.tickets })
  const presence = new PresenceTracker(clock, settings.quietMs)
  const openPayments = new OpenPayments(ports)
  const registration = ports.slipHub ? new VoucherRegistration(ports, ports.slipHub) : null
  sales.subscribe((_, event) => {
    if (event && goesOn.has(event.type)) openPayments.follow()
    registration?.look()
  })
  const accountEntries = AccountEntries.open(ports, sales, settings.afterSales)
  watchNoteDevice(ports, sales, stopping.signal)
  const refunds = new ProviderRefunds(ports, sales, settings.afterSales, settings.role)
  const { api, screen, readiness, screens } = serveScreens({ ...ports, partner, offer, localTimeIn }, sales, settings, {
    readBack,
    presence,
    refunds,
    cashbox,
    registration,
    accountEntries,
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

  /** A full disk must not prevent the start or the stop of the kiosk. */
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
    await Promise.all([registration?.stop(), accountEntries?.stop(), refunds.stop()])
    await daysOver
    await closing
    await settings.reconciling.stop()
    note('STOP', {})
    ledger.close()
    log.info('kiosk.stopped')
  }
}

/**
 * Every kiosk accepts the credit vouchers that it issued itself. Sales on account are possible only with a hub, which
 * approves each charge.
 */
const withOwnDrivers = ({ tenders, ledger, ids, slipHub, accountHub }: Ports): Ports['tenders'] => ({
  ...tenders,
  'credit-slip': slipDriver(ledger, ids, slipHub),
  ...(accountHub && { account: accountDriver(accountHub) }),
})

async function printerState({ tickets, clock }: Ports): Promise<'ready' | 'unknown' | PrinterFault> {
  const status = await within(clock, PRINTER_ANSWERS_WITHIN_MS, tickets.status())
  return status?.state === 'not-ready' ? status.reason : (status?.state ?? 'unknown')
}
