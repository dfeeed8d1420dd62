import { err, ok } from '../../../shared/domain/result.ts'
import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { SaleBehind } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access.ts'
import type { Clock, SaleFiles, SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import { type ParkedSales, visitView } from './visits.ts'

/** How a cashier puts a sale aside for another customer, and takes it up again, or one that went on behind. */
export function parkingCommands(
  screen: SaleScreen,
  sales: Pick<SaleService, 'find'>,
  parked: ParkedSales,
  behind: Pick<SalesBehind, 'has'>,
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
      // Neither customer loses seats over it.
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

/**
 * Sales with money in them that are not on the screen: they are confirmed, or print, or wait for an answer, while the next
 * customer is served. The ledger says at the start which they are, so that a restart forgets none.
 */
export interface SalesBehind {
  /** The oldest first, and before them the last one that ended so. */
  views(): readonly SaleBehind[]
  /** Whether that sale is one of those that are not over. */
  has(saleId: string): boolean
  /** How many of them are payments that a provider is still asked about. */
  openPayments(): number
  /** Another sale is on the screen, or none; or the printer is not as it was. */
  changed(): void
}

/** Where money was taken, or may have been. */
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

export function createSalesBehind(
  {
    ledger,
    clock,
    files,
    sales,
    screen,
  }: {
    readonly ledger: Pick<SaleLedger, 'unfinished'>
    readonly clock: Pick<Clock, 'now'>
    readonly files: Pick<SaleFiles, 'open'>
    readonly sales: Pick<SaleService, 'find' | 'close' | 'subscribe'>
    readonly screen: Pick<SaleScreen, 'shown' | 'view'>
  },
  tell: (behind: readonly SaleBehind[]) => void,
): SalesBehind {
  /** Every sale with money in it that is not over, and since when. The ledger is not asked for them: it may be out of order. */
  const since = new Map<string, string>()
  for (const { saleId, state } of ledger.unfinished())
    if (withMoney.has(state)) since.set(saleId, paidAt(files.open(saleId)))
  let ended: SaleBehind | null = null
  let told = 0

  sales.subscribe((sale, event) => {
    const { saleId, state } = sale
    const sinceUtc = since.get(saleId)
    if (withMoney.has(state)) {
      if (sinceUtc === undefined || event?.type === 'tender-approved') since.set(saleId, clock.now().wallUtc)
    } else since.delete(saleId)
    if (isShown(saleId) || (sinceUtc === undefined && !since.has(saleId))) return
    if (state === 'done') ended = viewOf(sale, sinceUtc)
    if (isOver.has(state)) sales.close(saleId)
    changed()
  })

  const isShown = (saleId: string): boolean => saleId === screen.shown?.saleId
  const viewOf = (sale: Sale, sinceUtc = ''): SaleBehind => ({ sale: screen.view(sale), sinceUtc })

  function views(): readonly SaleBehind[] {
    const going = [...since].flatMap(([saleId, sinceUtc]) => {
      const sale = isShown(saleId) ? null : sales.find(saleId)
      return sale ? [viewOf(sale, sinceUtc)] : []
    })
    return ended ? [ended, ...going] : going
  }

  function changed(): void {
    const behind = views()
    if (behind.length + told > 0) tell(behind)
    told = behind.length
  }

  function openPayments(): number {
    return [...since.keys()].filter((saleId) => {
      const sale = isShown(saleId) ? null : sales.find(saleId)
      return sale !== null && isAskedOn(sale)
    }).length
  }

  return { views, openPayments, has: (saleId) => since.has(saleId) && !isShown(saleId), changed }
}

/** ISO 8601 UTC. */
function paidAt(file: SaleFile | null): string {
  const paid = file?.acts.findLast(({ code }) => code === 'TENDER_APPROVED')
  return paid?.atUtc ?? file?.begunUtc ?? ''
}
