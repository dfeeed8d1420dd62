import { shiftDrawers } from '../../electron/core/staff/shift-drawers.ts'
import type { KioskSettings } from '../../electron/core/kiosk.ts'
import type { Clock, Log } from '../../electron/core/ports/ports.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { noPrinters } from '../support/no-printers.ts'
import { shiftsOver } from '../support/plain-kiosk.ts'

/** The paper of credit slips, and the drawer that pays them out. */
export function slipParts({
  ledger,
  clock,
  log,
  at,
  onPaidOut,
  papers,
}: {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Log
  readonly at: (point: string) => void
  /** It is committed that this slip was paid out. */
  readonly onPaidOut: (slipId: string) => void
  readonly papers: Map<string, string>
}): Pick<KioskSettings, 'shifts' | 'creditSlips'> {
  const drawers = shiftDrawers({
    book: {
      state: () => ledger.shiftState(),
      record(act, staffId) {
        at(`record ${act.type}: before`)
        ledger.recordDrawer(act, staffId, clock.now())
        if (act.type === 'slip-paid-out') onPaidOut(act.slipId)
        at(`record ${act.type}: after`)
      },
    },
    printers: noPrinters,
    currencies: ['GNF'],
    opensDrawer: false,
    closeAt: null,
    days: { due: () => [], hasTerminals: () => false },
    log,
  })
  return {
    shifts: shiftsOver({ view: () => drawers.view(), payOutSlip: (...asked) => drawers.payOutSlip(...asked) }),
    creditSlips: {
      issue({ slipId, code }) {
        papers.set(slipId, code)
        return Promise.resolve({ outcome: 'printed', evidence: slipId })
      },
    },
  }
}
