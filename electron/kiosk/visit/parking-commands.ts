import { err, ok } from '../../../shared/domain/result.ts'
import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { BackgroundSale } from '../../../shared/api/kiosk/views.ts'
import type { Commands } from '../access.ts'
import type { Ports, SaleFiles } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import { type ParkedSales, visitView } from './visits.ts'

export function parkingCommands(
  screen: SaleScreen,
  sales: Pick<SaleService, 'find'>,
  parked: ParkedSales,
  behind: Pick<BackgroundSales, 'has'>,
) {
  return {
    async parkSale({ saleId }, { staffId }) {
      const sale = screen.waiting(saleId, 'priced')
      if (!sale.ok || !screen.shown) return sale.ok ? err({ type: 'unknown-sale' }) : sale
      const put = parked.park(screen.shown, staffId)
      if (put.ok) screen.clear()
      return put
    },

    async recallSale({ saleId }, { staffId }) {
      const gone = behind.has(saleId) ? sales.find(saleId) : null
      const wanted = gone ? ok({ visit: null }) : parked.find(saleId)
      if (!wanted.ok) return wanted
      const { shown } = screen
      // The sale on the screen is parked in place of the recalled sale, so that its seats remain held.
      const instead = shown && screen.waiting(shown.saleId, 'priced').ok ? shown : null
      if (!instead && !screen.vacate('cancelled')) return err({ type: 'sale-in-progress' })
      const { visit } = wanted.value
      screen.show({ saleId, visit, recalled: true })
      const sale = gone ?? parked.recall(saleId, staffId)
      if (instead) parked.exchange(instead, staffId)
      return ok({ sale: screen.view(sale), visit: visit && visitView(visit) })
    },
  } satisfies Partial<Commands>
}

/** States in which a payment was or may have been received. */
const withMoney: ReadonlySet<SaleState> = new Set([
  'paying',
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
  'print-unknown',
  'refund-due',
  'needs-staff',
])

const isOver: ReadonlySet<SaleState> = new Set(['done', 'refunded', 'abandoned'])

/** Sales with payments that are processed in the background while the next customer is served. */
export class BackgroundSales {
  /** Start time of each background sale, in memory because the ledger may become unreadable. */
  readonly #since = new Map<string, string>()
  readonly #sales: Pick<SaleService, 'find' | 'close' | 'subscribe'>
  readonly #screen: Pick<SaleScreen, 'shown' | 'view'>
  readonly #tell: (behind: readonly BackgroundSale[]) => void
  #ended: BackgroundSale | null = null
  #told = 0

  constructor(
    { ledger, clock, files }: Pick<Ports, 'ledger' | 'clock'> & { readonly files: Pick<SaleFiles, 'open'> },
    sales: Pick<SaleService, 'find' | 'close' | 'subscribe'>,
    screen: Pick<SaleScreen, 'shown' | 'view'>,
    tell: (behind: readonly BackgroundSale[]) => void,
  ) {
    this.#sales = sales
    this.#screen = screen
    this.#tell = tell
    for (const { saleId, state } of ledger.unfinished())
      if (withMoney.has(state)) this.#since.set(saleId, paidAt(files.open(saleId)))
    sales.subscribe((sale, event) => {
      const { saleId, state } = sale
      const sinceUtc = this.#since.get(saleId)
      if (withMoney.has(state)) {
        if (sinceUtc === undefined || event?.type === 'tender-approved') this.#since.set(saleId, clock.now().wallUtc)
      } else this.#since.delete(saleId)
      if (this.#isShown(saleId) || (sinceUtc === undefined && !this.#since.has(saleId))) return
      if (state === 'done') this.#ended = this.#viewOf(sale, sinceUtc)
      if (isOver.has(state)) sales.close(saleId)
      this.changed()
    })
  }

  /** Returns the sale that ended last, followed by the background sales that have not ended, oldest first. */
  views(): readonly BackgroundSale[] {
    const going = [...this.#since].flatMap(([saleId, sinceUtc]) => {
      const sale = this.#isShown(saleId) ? null : this.#sales.find(saleId)
      return sale ? [this.#viewOf(sale, sinceUtc)] : []
    })
    return this.#ended ? [this.#ended, ...going] : going
  }

  /** Returns whether the sale is in the background and not over. */
  has(saleId: string): boolean {
    return this.#since.has(saleId) && !this.#isShown(saleId)
  }

  /** Returns the number of payments for which a provider is still polled. */
  openPayments(): number {
    return [...this.#since.keys()].filter((saleId) => {
      const sale = this.#isShown(saleId) ? null : this.#sales.find(saleId)
      return sale !== null && isAskedOn(sale)
    }).length
  }

  changed(): void {
    const behind = this.views()
    if (behind.length + this.#told > 0) this.#tell(behind)
    this.#told = behind.length
  }

  #isShown(saleId: string): boolean {
    return saleId === this.#screen.shown?.saleId
  }

  #viewOf(sale: Sale, sinceUtc = ''): BackgroundSale {
    return { sale: this.#screen.view(sale), sinceUtc }
  }
}

/** ISO 8601 UTC. */
function paidAt(file: SaleFile | null): string {
  const paid = file?.acts.findLast(({ code }) => code === 'TENDER_APPROVED')
  return paid?.atUtc ?? file?.begunUtc ?? ''
}
