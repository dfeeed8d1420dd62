import {
  assessReadiness,
  type MachineFacts,
  printerFaults,
  type Readiness,
} from '../../../shared/domain/fleet/readiness.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import type { OwnTenderNames } from '../../../shared/domain/money/tender.ts'
import type { TermsSetting } from '../../../shared/domain/terms.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import type { PurchaseCircuitBreaker } from '../sale/purchase-circuit-breaker.ts'
import type { PaymentSettings } from '../payment/payment-commands.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { TrainingSettings } from '../staff/training-commands.ts'
import type { Clock, Log, Ports, SaleLedger } from '../ports/ports.ts'
import type { OfferedEvent, OfferWatch } from './offer-watch.ts'
import type { NotesWatch } from '../payment/notes.ts'
import { PaymentWatch, type PrinterWatch } from './device-watch.ts'
import type { ScreenWatch } from './screen-watch.ts'

/** Interval of the checks in milliseconds; each check opens at most one booking session. */
const TURN_MS = 5_000
/** Interval in milliseconds between two checks of an event whose session opened. */
const AGAIN_MS = 180_000
/** Interval in milliseconds between requests for the list of events while the partner refuses the kiosk. */
const REFUSED_AGAIN_MS = 10_000
/** Interval in milliseconds between two checks of an event whose session failed to open. */
const SESSION_AGAIN_MS = 60_000

export interface ReadinessSettings extends Pick<PaymentSettings, 'tenders'>, TrainingSettings {
  readonly tenderNames?: OwnTenderNames
  /** Clock of this computer minus the partner's clock, in seconds; null or absent if unknown. */
  readonly clockOff?: () => number | null
  readonly damagedFiles?: () => readonly string[]
  readonly termsMissing?: readonly TermsSetting[]
  /** Returns the characters of a text that the printer can only print as a box. */
  readonly unprintableIn?: (text: string) => readonly string[]
}

interface ReadinessParts {
  readonly offer: OfferWatch
  readonly printer: PrinterWatch
  readonly breaker: Pick<PurchaseCircuitBreaker, 'standing'>
  readonly ledger: Pick<SaleLedger, 'condition' | 'unsignedInvoices'>
  readonly screen: Pick<SaleScreen, 'shown'>
  readonly tenders: Ports['tenders']
  readonly notes: Pick<NotesWatch, 'down'>
  readonly screens: Pick<ScreenWatch, 'failing'>
  readonly clock: Clock
  readonly log: Log
}

/** Monitors whether the kiosk can sell, so that staff learn of faults before customers do. */
export class ReadinessWatch {
  readonly #parts: ReadinessParts
  readonly #settings: ReadinessSettings
  readonly #payments: PaymentWatch
  #reported = JSON.stringify([])

  constructor(parts: ReadinessParts, settings: ReadinessSettings) {
    this.#parts = parts
    this.#settings = settings
    this.#payments = new PaymentWatch(parts.tenders, settings.tenders, parts.clock)
  }

  /** Returns the last known readiness; queries only the printer. */
  async look(): Promise<Readiness> {
    const { offer, printer, breaker, ledger, notes, screens } = this.#parts
    const { tenders, clockOff, training, damagedFiles, termsMissing, unprintableIn } = this.#settings
    await printer.look()
    const { reason } = printer.known()
    const facts: MachineFacts = {
      inTraining: training?.side === 'live' && training.isOn(),
      partnerUp: offer.partner.isUp(),
      admission: offer.admission(),
      clockSkewSeconds: clockOff?.() ?? null,
      events: (await offer.events()).map((event) => ({ ...event, unprintable: unprintableIn?.(event.printed) ?? [] })),
      purchasesRefused: breaker.standing(),
      ways: tenders,
      waysDown: [...this.#payments.down(), ...notes.down()],
      printerFault: printerFaults.find((fault) => fault === reason) ?? null,
      ledger: ledger.condition(),
      screensFailing: screens.failing(),
      damagedFiles: damagedFiles?.() ?? [],
      termsMissing: termsMissing ?? [],
      unsigned: ledger.unsignedInvoices().map(({ fiscal }) => fiscal),
    }
    return assessReadiness(facts)
  }

  /** Checks at intervals whether sales are possible, until `signal` aborts, and logs each change. */
  async keep(signal: AbortSignal): Promise<void> {
    const { clock, log, screen } = this.#parts
    while (!signal.aborted) {
      try {
        // The check of payment providers is not awaited, because a slow provider must not delay the loop.
        if (!screen.shown)
          this.#payments.turn().catch((error: unknown) => log.error('readiness.provider-check-failed', error))
        await this.#turn()
        if (!signal.aborted) this.#report(await this.look())
      } catch (error) {
        // After an abort, errors are expected because the ledger is already closed.
        if (!signal.aborted) log.error('readiness.check-failed', error)
      }
      await clock.sleep(TURN_MS, signal)
    }
  }

  async #turn(): Promise<void> {
    const { screen, offer, clock } = this.#parts
    if (screen.shown || !offer.partner.isUp()) return
    const nowMs = clock.now().monoMs
    const listedMs = offer.listedMs()
    const again = offer.admission().type === 'let-in' ? AGAIN_MS : REFUSED_AGAIN_MS
    if (listedMs === null || nowMs - listedMs >= again) void (await offer.list())
    if (offer.admission().type !== 'let-in') return
    const due = dueOf(await offer.events(), nowMs)
    if (due) void (await offer.sessions.open(due.eventId))
  }

  #report({ sells, issues }: Readiness): void {
    const { log } = this.#parts
    const now = JSON.stringify(issues)
    if (now === this.#reported) return
    this.#reported = now
    const words = textsIn('en', this.#settings.tenderNames)
    const because = issues.map((issue) => adviceOn(words.issues, issue, words.tenderNames))
    if (issues.length === 0) log.info('readiness.sells')
    else log.warn(sells ? 'readiness.sells-in-part' : 'readiness.cannot-sell', { because })
  }
}

/**
 * Returns the event to check next: an event that was never checked, otherwise an event whose session failed to open,
 * otherwise the event whose last check is oldest. Returns undefined if no check is due.
 */
function dueOf(events: readonly OfferedEvent[], nowMs: number): OfferedEvent | undefined {
  const older = events.toSorted((a, b) => (a.triedMs ?? -1) - (b.triedMs ?? -1))
  const isDue = ({ triedMs: atMs }: OfferedEvent, afterMs: number): boolean => atMs === null || nowMs - atMs >= afterMs
  const opened = older.filter(({ session }) => session.type === 'opened')
  return (
    older.find(({ session }) => session.type === 'untried') ??
    older.find((event) => event.session.type !== 'opened' && isDue(event, SESSION_AGAIN_MS)) ??
    (opened.every((event) => isDue(event, AGAIN_MS)) ? opened[0] : undefined)
  )
}
