import type { Clock, Log, SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { ShiftService } from './shift-service.ts'

/** Of the day, by the clock on this machine's wall. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

const LOOK_EVERY_MS = 15_000

/** States in which no seat is held and no money is on its way: a shift may end over them. */
const atRest: ReadonlySet<string> = new Set(['choosing', 'print-unknown', 'refund-due', 'needs-staff'])

/** The last moment of that time of day up to `wallUtc`, in ISO 8601 UTC. */
export function lastTimeOfDay(wallUtc: string, { hour, minute }: TimeOfDay): string {
  const at = new Date(wallUtc)
  at.setHours(hour, minute, 0, 0)
  if (at.toISOString() > wallUtc) at.setDate(at.getDate() - 1)
  return at.toISOString()
}

/** Whether a customer's seats or money are under way; a sale that waits for staff, or for the next start, is not. */
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
  }: {
    readonly ledger: Pick<SaleLedger, 'unfinished'>
    readonly sales: Pick<SaleService, 'faulted'>
    readonly shifts: Pick<ShiftService, 'view' | 'closeUnless'>
    readonly clock: Clock
    readonly log: Log
  },
  closeAt: TimeOfDay,
  signal: AbortSignal,
): Promise<void> {
  let waitsSince: string | null = null
  while (!signal.aborted) {
    const { activeSinceUtc } = shifts.view()
    const due = lastTimeOfDay(clock.now().wallUtc, closeAt)
    if (activeSinceUtc !== null && activeSinceUtc < due) {
      const closed = await shifts
        .closeUnless(() => saleUnderWay(ledger, sales))
        .catch((error: unknown) => {
          log.error('the shift was not closed at its hour', error)
          return null
        })
      if (!closed && waitsSince !== due) log.info('the shift is closed after the sale under way', { due })
      waitsSince = due
    }
    await clock.sleep(LOOK_EVERY_MS, signal)
  }
}
