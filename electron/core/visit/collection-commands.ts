import { err, ok } from '../../../shared/domain/result.ts'
import { collectionCode, readCollectionCode } from '../../../shared/domain/sale/collection-code.ts'
import { isAskedOn, takenFor } from '../../../shared/domain/sale/sale-base.ts'
import type { OpenPayment } from '../../../shared/domain/sale/open-payment.ts'
import { waitsForCustomer } from '../../../shared/domain/sale/sale-printing.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import { sumOf } from '../../../shared/domain/money/tender.ts'
import type { CollectionView } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import type { Clock, Log, SaleFiles, SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import { countCodeTries } from './code-tries.ts'

/** So long after an event began nobody needs its tickets any more. */
const EVENT_LASTS_MS = 86_400_000

interface Standing {
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Pick<SaleLedger, 'openPayments' | 'leftOpen'>
}

/** How a customer who left a payment open comes back: by a code that this machine alone knows. */
export function collectionCommands(
  { clock, log, ledger }: Standing,
  files: Pick<SaleFiles, 'ofCode'>,
  sales: SaleService,
  screen: SaleScreen,
): Pick<Commands, 'collectTickets'> {
  const tries = countCodeTries(clock)

  function print(sale: Sale): CollectionView | null {
    if (!screen.vacate('cancelled')) return null
    screen.show({ saleId: sale.saleId, visit: null })
    return { state: 'printing', sale: screen.act(sale.saleId, { type: 'print-retried' }) }
  }

  /** It ended: what became of the payment that it went on without. */
  function withoutSale(sale: Sale): CollectionView {
    const beside = ledger.openPayments().find((payment) => payment.saleId === sale.saleId)
    if (beside) return standingOf(beside, sale)
    const ended = [...ledger.leftOpen(sale.saleId).values()]
    return { state: ended.includes('paid-back') ? 'given-back' : 'not-paid' }
  }

  return {
    async collectTickets({ code: typed }) {
      const seconds = tries.secondsLeft()
      if (seconds > 0) return err({ type: 'codes-locked', seconds })
      const code = readCollectionCode(typed)
      const saleId = code === null ? null : files.ofCode(code)
      const sale = saleId === null ? null : sales.find(saleId)
      if (!sale) {
        tries.failed()
        if (tries.secondsLeft() > 0) log.warn('collection.codes-locked')
        return err({ type: 'unknown-code' })
      }
      const halted =
        sales.faulted(sale.saleId) || sales.waitsForRoom(sale.saleId) || sales.refusal(sale.saleId) !== null
      if (halted || (waitsForCustomer(sale) && isOver(sale, clock.now().wallUtc))) return ok(askStaff(sale))
      if (!waitsForCustomer(sale) || sales.busy(sale.saleId)) {
        return ok(sale.state === 'abandoned' ? withoutSale(sale) : stateOf(sale))
      }
      const printing = print(sale)
      return printing ? ok(printing) : err({ type: 'sale-in-progress' })
    },
  }
}

function isOver({ event }: Sale, nowUtc: string): boolean {
  return Date.parse(nowUtc) - Date.parse(event.startsAt) > EVENT_LASTS_MS
}

function askStaff(sale: Sale): CollectionView {
  return { state: 'ask-staff', reference: collectionCode(sale.saleId) }
}

/** Of a payment that its sale ended without. */
function standingOf({ saleId, standing }: OpenPayment, sale: Sale): CollectionView {
  switch (standing.is) {
    case 'asked':
      return { state: 'asking' }
    case 'unanswered':
      return askStaff(sale)
    case 'found':
      return {
        state: 'refund-due',
        reference: collectionCode(saleId),
        amount: standing.amount,
        currency: standing.currency,
      }
  }
}

function stateOf(sale: Sale): CollectionView {
  switch (sale.state) {
    case 'paying':
    case 'releasing':
      return { state: 'asking' }
    case 'needs-staff':
      return isAskedOn(sale) ? { state: 'asking' } : askStaff(sale)
    case 'paid':
    case 'confirming':
    case 'unknown':
    case 'confirmed':
      return { state: 'buying' }
    case 'refund-due': {
      const { saleId, currency } = sale
      return { state: 'refund-due', reference: collectionCode(saleId), amount: sumOf(takenFor(sale)), currency }
    }
    case 'refunded':
      return { state: 'given-back' }
    case 'printing':
    case 'done':
      return { state: 'printed' }
    case 'choosing':
    case 'holding':
    case 'held':
    case 'priced':
    case 'abandoned':
      return { state: 'not-paid' }
    case 'print-unknown':
      return askStaff(sale)
  }
}
