import type { KnownSlip } from '../../../shared/domain/money/credit-slip.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { SlipRefused } from '../../../shared/kiosk-api/failures.ts'
import type { SlipCopyView } from '../../../shared/kiosk-api/office-views.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundSlip } from './slip-finding.ts'
import type { PrintSlip } from './slip-printing.ts'

interface Copied extends Pick<SlipCopyView, 'paper'> {
  readonly slip: KnownSlip
}

/**
 * Another paper of a slip that this ledger wrote and that is worth something still. Who has it printed stands in the ledger before it can
 * come out; each has a number of its own, whatever becomes of it.
 */
export function slipCopies({ ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>, printSlip: PrintSlip) {
  return async ({ slipId }: FoundSlip, staffId: string): Promise<Result<Copied, SlipRefused>> => {
    const refused = (because: SlipRefused['because']) => err({ type: 'slip-refused', because } as const)
    const slip = ledger.slips.find(slipId)
    if (!slip) return refused('not-ours')
    if (slip.state !== 'open') return refused(slip.state)
    if (slip.doubtful) return refused('doubtful')
    const copyNumber = slip.copies + 1
    ledger.note('CREDIT_SLIP_COPIED', { slipId, copyNumber }, clock.now(), staffId)
    const printed = await printSlip(slipId, copyNumber).catch((error: unknown) => {
      log.error('slip.copy-failed', error)
      return { outcome: 'unknown' } as const
    })
    log.info('slip.copied', { copyNumber, staffId, outcome: printed?.outcome ?? 'no printer' })
    return ok({ slip: { ...slip, copies: copyNumber }, paper: printed?.outcome ?? 'failed' })
  }
}
