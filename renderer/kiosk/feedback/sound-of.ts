import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Sound } from '../../components/sounds.ts'
import type { KioskState } from '../state/kiosk-state.ts'

/** As a machine sounds whose settings say nothing. */
const USUAL_VOLUME = 50

/** From 0 to 100; 0 for who asked for calm. */
export function volumeOf({ aids, info }: KioskState): number {
  return aids.calm ? 0 : (info?.soundVolume ?? USUAL_VOLUME)
}

/** What a customer hears of what has just happened; null: nothing. A page that has just been opened repeats nothing. */
export function soundOf(before: KioskState, after: KioskState): Sound | null {
  if (before.connection !== 'up' || after.connection !== 'up' || after.staffDesk) return null
  const trouble = troubleOf(after)
  if (trouble !== null && trouble !== troubleOf(before)) return 'trouble'
  if (!isPaid(before.sale) && isPaid(after.sale)) return 'paid'
  if (isPaid(after.sale) && printed(after.sale) > printed(before.sale)) return 'ticket'
  return hasTaken(before, after) ? 'taken' : null
}

/** What is wrong, so that the same thing sounds once. */
function troubleOf({ problem, sale }: KioskState): string | null {
  const stage = sale?.stage
  switch (stage?.name) {
    case 'print-problem':
      return stage.waits ? null : stage.name
    case 'refund-due':
    case 'needs-staff':
    case 'ended':
      return stage.name
    case 'choosing':
    case 'review':
      if (stage.notice) return `${stage.name} ${stage.notice.type}`
      break
    default:
  }
  return problem?.type ?? null
}

function isPaid(sale: SaleView | null): boolean {
  switch (sale?.stage.name) {
    case 'confirming':
    case 'printing':
    case 'print-problem':
    case 'done':
      return true
    default:
      return false
  }
}

function printed(sale: SaleView | null): number {
  const tickets = sale && 'tickets' in sale.stage ? sale.stage.tickets : []
  return tickets.filter(({ state }) => state === 'printed').length
}

/** A seat more is marked on the map, or those of an offer are held. */
function hasTaken(before: KioskState, after: KioskState): boolean {
  if (before.step.name === 'map' && after.step.name === 'map' && after.sale === before.sale)
    return after.step.picked.length > before.step.picked.length
  return after.sale?.stage.name === 'review' && isChoosing(before.sale)
}

function isChoosing(sale: SaleView | null): boolean {
  return sale === null || sale.stage.name === 'choosing' || sale.stage.name === 'holding'
}
