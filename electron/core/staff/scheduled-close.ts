import { instantOf, localDate } from '../../../shared/domain/documents/local-date.ts'
import type { Clock, Log, SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { ShiftService } from './shift-service.ts'

/** Time of day at the venue. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const LOOK_EVERY_MS = 15_000

/** States in which no seat is held and no payment is pending: a shift may end meanwhile. */
const atRest: ReadonlySet<string> = new Set(['choosing', 'print-unknown', 'refund-due', 'needs-staff'])

/** Returns the last instant up to `wallUtc` with that time of day in an IANA time zone, in ISO 8601 UTC. */
export function lastTimeOfDay(wallUtc: string, { hour, minute }: TimeOfDay, timeZone: string): string {
  const { year, month, day } = localDate(wallUtc, timeZone)
  const [today = 0, yesterday = 0] = [day, day - 1].map((each) =>
    instantOf(Date.UTC(year, month, each, hour, minute), timeZone),
  )
  return new Date(today > Date.parse(wallUtc) ? yesterday : today).toISOString()
}

/**
 * Returns whether a sale holds seats or has a pending payment. A sale that waits for staff, or for the next start, does
 * not count.
 */
export function saleUnderWay(ledger: Pick<SaleLedger, 'unfinished'>, sales: Pick<SaleService, 'faulted'>): boolean {
  return ledger.unfinished().some(({ saleId, state }) => !atRest.has(state) && !sales.faulted(saleId))
}

/**
 * Ends each shift in which anything happened with a Z at its hour, as soon as no sale is under way; one that was missed, because the machine was off, is made
 * up for at the next start. The closure's row names nobody. Resolves once the signal aborts and nothing is being closed.
 */
export async function keepClosingTime(
  {
    ledger,
    sales,
    shifts,
    clock,
    log,
    timeZone,
  }: {
    readonly ledger: Pick<SaleLedger, 'unfinished'>
    readonly sales: Pick<SaleService, 'faulted'>
    readonly shifts: Pick<ShiftService, 'view' | 'closeUnless'>
    readonly clock: Clock
    readonly log: Log
    /** IANA time zone of the venue. */
    readonly timeZone: string
  },
  closeAt: TimeOfDay,
  signal: AbortSignal,
): Promise<void> {
  let waitsSince: string | null = null
  while (!signal.aborted) {
    const { activeSinceUtc } = shifts.view()
    const due = lastTimeOfDay(clock.now().wallUtc, closeAt, timeZone)
    if (activeSinceUtc !== null && activeSinceUtc < due) {
      const closed = await shifts
        .closeUnless(() => saleUnderWay(ledger, sales))
        .catch((error: unknown) => {
          log.error('shift.scheduled-close-failed', error)
          return null
        })
      if (!closed && waitsSince !== due) log.info('shift.scheduled-close-waits', { due })
      waitsSince = due
    }
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}
