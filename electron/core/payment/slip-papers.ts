import { issuedSlips } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { CollectionSlipState, OwedSlipView } from '../../../shared/kiosk-api/views.ts'
import type { CreditSlipIssuer, Log, SaleLedger } from '../ports/ports.ts'

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
  issuer: CreditSlipIssuer | null,
  changed: (saleId: string) => void,
): SlipPapers {
  const states = new Map<string, CollectionSlipState>()
  // Not asked each time: a sale is shown even where the ledger is out of order.
  let any = slipHub !== undefined || ledger.slips.open().length > 0

  async function print(sale: Sale, slipId: string): Promise<void> {
    const slip = ledger.slips.find(slipId)
    if (!issuer || !slip || !('order' in sale)) return
    states.set(slipId, 'coming')
    const { amount, currency, issuedUtc } = slip
    const document = {
      why: sale.state === 'refund-due' || sale.state === 'refunded' ? 'unpaid' : 'over',
      slipId,
      amount,
      currency,
      issuedUtc,
      code: ledger.slips.codeOf(slip),
      anywhere: slipHub !== undefined,
      register: sale.register,
      orderId: sale.order.orderId,
      eventTitle: sale.event.title,
    } as const
    const printed = await issuer.issue(document, sale.language)
    states.set(slipId, printed?.outcome === 'printed' ? 'printed' : 'none')
    changed(sale.saleId)
  }

  return {
    follow(sale) {
      for (const { slipId } of issuedSlips(sale)) {
        any = true
        if (states.has(slipId)) continue
        print(sale, slipId).catch((error: unknown) => {
          states.set(slipId, 'none')
          log.error('no paper of a credit slip', error)
        })
      }
    },
    takesSlips: () => any,
    views: (sale) =>
      issuedSlips(sale).map(({ slipId, amount }) => ({ slipId, amount, paper: states.get(slipId) ?? 'none' })),
  }
}
