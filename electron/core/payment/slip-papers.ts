import { issuedSlips } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CollectionSlipState, OwedSlipView } from '../../../shared/kiosk-api/views.ts'
import type { Log, SaleLedger } from '../ports/ports.ts'
import type { PrintSlip } from './slip-printing.ts'

/** The papers of credit slips: one each, for the customer before the screen. */
export interface SlipPapers {
  /** Told of every step of the sale on the screen. */
  follow(sale: Sale): void
  /** Some may be spent here: there were when it started, or some were issued since; or a hub knows those of other machines. */
  takesSlips(): boolean
  /** What this sale owes by slips; none: nothing. */
  views(sale: Sale): readonly OwedSlipView[]
}

/** `changed`: what became of a paper is known. One that does not come out costs nobody anything: its number is on the screen. */
export function createSlipPapers(
  {
    ledger,
    log,
    slipHub,
  }: { readonly ledger: Pick<SaleLedger, 'slips'>; readonly log: Log; readonly slipHub?: unknown },
  printSlip: PrintSlip,
  changed: (saleId: string) => void,
): SlipPapers {
  const states = new Map<string, CollectionSlipState>()
  // Not asked each time: a sale is shown even where the ledger is out of order.
  let any = slipHub !== undefined || ledger.slips.open().length > 0

  async function print({ saleId }: Sale, slipId: string): Promise<void> {
    states.set(slipId, 'coming')
    const printed = await printSlip(slipId, 0)
    states.set(slipId, printed?.outcome === 'printed' ? 'printed' : 'none')
    changed(saleId)
  }

  return {
    follow(sale) {
      for (const { slipId } of issuedSlips(sale)) {
        any = true
        if (states.has(slipId)) continue
        print(sale, slipId).catch((error: unknown) => {
          states.set(slipId, 'none')
          log.error('slip.paper-failed', error)
        })
      }
    },
    takesSlips: () => any,
    views: (sale) =>
      issuedSlips(sale).map(({ slipId, amount }) => ({ slipId, amount, paper: states.get(slipId) ?? 'none' })),
  }
}
