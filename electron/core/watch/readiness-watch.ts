import {
  judgeReadiness,
  type MachineFacts,
  printerFaults,
  type Readiness,
} from '../../../shared/domain/fleet/readiness.ts'
import { textsIn } from '../../../shared/i18n/catalogues.ts'
import type { OwnTenderNames } from '../../../shared/domain/money/tender.ts'
import type { TermsSetting } from '../../../shared/domain/terms.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { PaymentSettings } from '../payment/payment-commands.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import type { TrainingSettings } from '../staff/training-commands.ts'
import type { Clock, Log, Ports, SaleLedger } from '../ports/ports.ts'
import type { OfferedEvent, OfferWatch } from './offer-watch.ts'
import type { NotesWatch } from '../payment/notes.ts'
import { PaymentWatch, type PrinterWatch } from './device-watch.ts'
import type { ScreenWatch } from './screen-watch.ts'

/** At most one session is opened a turn. */
const TURN_MS = 5_000
/** What is well is tried again so often, one event after the other. */
const AGAIN_MS = 180_000
/** The list of events, while the partner lets nobody in. */
const REFUSED_AGAIN_MS = 10_000
/** An event that did not open: its code may be right again at the partner, or come from a hub. */
const SESSION_AGAIN_MS = 60_000

export interface ReadinessSettings extends Pick<PaymentSettings, 'tenders'>, TrainingSettings {
  readonly tenderNames?: OwnTenderNames
  /** This machine's clock less the partner's, in seconds; null, and when absent: it does not say. */
  readonly clockOff?: () => number | null
  /** Names of files that could not be read; none when absent. */
  readonly damagedFiles?: () => readonly string[]
  /** Settings about seller, conditions and privacy that this machine lacks; none when absent. */
  readonly termsMissing?: readonly TermsSetting[]
  /** Returns the characters of a text that print as a box; none when absent. */
  readonly unprintableIn?: (text: string) => readonly string[]
}

export interface ReadinessParts {
  readonly offer: OfferWatch
  readonly printer: PrinterWatch
  readonly breaker: Pick<PurchaseBreaker, 'standing'>
  readonly ledger: Pick<SaleLedger, 'condition'>
  readonly screen: Pick<SaleScreen, 'shown'>
  /** Drivers of the tenders. */
  readonly tenders: Ports['tenders']
  readonly notes: Pick<NotesWatch, 'down'>
  readonly screens: Pick<ScreenWatch, 'failing'>
  readonly clock: Clock
  readonly log: Log
}

export interface ReadinessWatch {
  /** As far as is known; asks the printer, and nobody outside. */
  look(): Promise<Readiness>
  /** Tries now and then whether sales would be possible, until the signal aborts; the log has a line for each change. */
  keep(signal: AbortSignal): Promise<void>
}

/** Watches whether this machine can sell, so that faults are found before a customer meets them. */
export function watchReadiness(
  { offer, printer, breaker, ledger, screen, notes, screens, clock, log, tenders: drivers }: ReadinessParts,
  { tenders, tenderNames: own, clockOff, training, damagedFiles, termsMissing, unprintableIn }: ReadinessSettings,
): ReadinessWatch {
  const words = textsIn('en', own)
  const payments = new PaymentWatch(drivers, tenders, clock)
  let told = JSON.stringify([])

  async function look(): Promise<Readiness> {
    await printer.look()
    const { reason } = printer.known()
    const facts: MachineFacts = {
      inTraining: training?.side === 'live' && training.isOn(),
      partnerUp: offer.partner.isUp(),
      admission: offer.admission(),
      clockOffSeconds: clockOff?.() ?? null,
      events: (await offer.events()).map((event) => ({ ...event, unprintable: unprintableIn?.(event.printed) ?? [] })),
      purchasesRefused: breaker.standing(),
      ways: tenders,
      waysDown: [...payments.down(), ...notes.down()],
      printerFault: printerFaults.find((fault) => fault === reason) ?? null,
      ledger: ledger.condition(),
      screensFailing: screens.failing(),
      damagedFiles: damagedFiles?.() ?? [],
      termsMissing: termsMissing ?? [],
    }
    return judgeReadiness(facts)
  }

  function tell({ sells, obstacles }: Readiness): void {
    const now = JSON.stringify(obstacles)
    if (now === told) return
    told = now
    const because = obstacles.map((obstacle) => adviceOn(words.obstacles, obstacle, words.tenderNames))
    if (obstacles.length === 0) log.info('readiness.sells')
    else log.warn(sells ? 'readiness.sells-in-part' : 'readiness.cannot-sell', { because })
  }

  /** Sessions are few: an event that was not tried with its codes first, then what did not open, then the rest in turn. */
  function dueOf(events: readonly OfferedEvent[], nowMs: number): OfferedEvent | undefined {
    const older = events.toSorted((a, b) => (a.triedMs ?? -1) - (b.triedMs ?? -1))
    const isDue = ({ triedMs: atMs }: OfferedEvent, afterMs: number): boolean =>
      atMs === null || nowMs - atMs >= afterMs
    const opened = older.filter(({ session }) => session.type === 'opened')
    return (
      older.find(({ session }) => session.type === 'untried') ??
      older.find((event) => event.session.type !== 'opened' && isDue(event, SESSION_AGAIN_MS)) ??
      (opened.every((event) => isDue(event, AGAIN_MS)) ? opened[0] : undefined)
    )
  }

  /** A look at the partner for the machine alone waits while a customer is served, and while it is out of reach. */
  async function turn(): Promise<void> {
    if (screen.shown || !offer.partner.isUp()) return
    const nowMs = clock.now().monoMs
    const listedMs = offer.listedMs()
    const again = offer.admission().type === 'let-in' ? AGAIN_MS : REFUSED_AGAIN_MS
    if (listedMs === null || nowMs - listedMs >= again) {
      void (await offer.list())
    }
    if (offer.admission().type !== 'let-in') return
    const due = dueOf(await offer.events(), nowMs)
    if (!due) return
    void (await offer.sessions.open(due.eventId))
  }

  /** A provider may take its time: the partner does not wait for it. */
  function lookAtPayments(): void {
    if (screen.shown) return
    payments.turn().catch((error: unknown) => log.error('readiness.provider-check-failed', error))
  }

  return {
    look,
    async keep(signal) {
      while (!signal.aborted) {
        try {
          lookAtPayments()
          await turn()
          if (!signal.aborted) tell(await look())
        } catch (error) {
          // What it looks at closes with the kiosk.
          if (!signal.aborted) log.error('readiness.check-failed', error)
        }
        await clock.sleep(TURN_MS, signal)
      }
    },
  }
}
