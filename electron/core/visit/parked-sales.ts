import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { SaleFailure } from '../../../shared/kiosk-api/failures.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { Visit } from './visits.ts'

/** A sale, and what its customer was looking at; null after a restart of the program, which forgets that. */
export interface ShownSale {
  readonly saleId: string
  readonly visit: Visit | null
  /** It was put aside before. */
  readonly recalled?: true
}

/** Sales put aside at a cashier's desk: each with its own booking session, and its holds running out as ever. */
export interface ParkedSales {
  /** The sale is priced and waits for a person. */
  park(shown: ShownSale, staffId: string): Result<null, TooManyParked>
  /** The same in the place of one just recalled: there is room for it. */
  exchange(shown: ShownSale, staffId: string): void
  /** One that can be recalled now. */
  find(saleId: string): Result<ShownSale, SaleFailure>
  /** Back to the screen, which is free: as it was left, or with nothing held any more. */
  recall(saleId: string, staffId: string): Sale
  /** Told of every step of sales that are not on the screen. */
  follow(sale: Sale): void
  views(): readonly SaleView[]
}

export interface TooManyParked {
  readonly type: 'too-many-parked'
  readonly limit: number
}

/** One for each digit that calls it back. */
const MOST_PARKED = 9

export function createParkedSales(
  sales: SaleService,
  view: (sale: Sale) => SaleView,
  changed: (parked: readonly SaleView[]) => void,
): ParkedSales {
  const parked = new Map<string, ShownSale>()

  function views(): readonly SaleView[] {
    return [...parked.keys()].flatMap((saleId) => {
      const sale = sales.find(saleId)
      return sale ? [view(sale)] : []
    })
  }

  function exchange(shown: ShownSale, staffId: string): void {
    sales.act(shown.saleId, { type: 'parked', staffId })
    parked.set(shown.saleId, shown)
    changed(views())
  }

  return {
    park(shown, staffId) {
      if (parked.size >= MOST_PARKED) return err({ type: 'too-many-parked', limit: MOST_PARKED })
      exchange(shown, staffId)
      return ok(null)
    },
    exchange,

    find(saleId) {
      const shown = parked.get(saleId)
      const sale = sales.find(saleId)
      if (!shown || !sale) return err({ type: 'unknown-sale' })
      const still = sale.state === 'priced' || sale.state === 'choosing'
      return still && !sales.busy(saleId) ? ok(shown) : err({ type: 'wrong-stage', stage: sale.state })
    },

    recall(saleId, staffId) {
      const sale = sales.find(saleId)
      if (!sale || !parked.delete(saleId)) throw new Error(`sale ${saleId} is not parked`)
      const recalled = sale.state === 'priced' ? sales.act(saleId, { type: 'recalled', staffId }) : sale
      changed(views())
      return recalled
    },

    follow(sale) {
      const { saleId } = sale
      const found = (sale.state === 'held' || sale.state === 'priced') && sale.parked !== undefined
      if (!found && !parked.has(saleId)) return
      if (sale.state === 'abandoned' || sales.faulted(saleId)) {
        parked.delete(saleId)
        sales.close(saleId)
      } else if (!parked.has(saleId)) parked.set(saleId, { saleId, visit: null })
      changed(views())
    },

    views,
  }
}
