import { isAskedOn } from '../../../shared/domain/sale/sale-base.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { SaleBehind } from '../../../shared/kiosk-api/views.ts'
import type { Clock, SaleFiles, SaleLedger } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'

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
