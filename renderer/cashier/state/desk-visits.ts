import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { RecalledView, SaleView } from '../../../shared/kiosk-api/views.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { Desk } from './desk.ts'
import type { TypeAhead } from './type-ahead.ts'
import { atHand, eventOf } from './work.ts'

/** One customer after the other. */
export interface Visits {
  /** The next customer's visit, to the same event where none is named; resolves once it is open. */
  readonly begin: (event?: EventOffer | null) => Promise<void>
  /** Tries again to open the visit at hand, where that was not possible; resolves once it is open, or cannot be. */
  readonly reopen: () => Promise<void>
  /** Resolves once the visit at hand is open. */
  readonly opened: () => Promise<void>
  /** The sale is over for this desk, or goes on behind: the next customer's begins at once. */
  readonly next: () => Promise<void>
  /** A sale that was parked, or went on behind, comes back. */
  readonly takeUp: (recalled: RecalledView) => Promise<void>
  /** Where the sale stands now. */
  readonly told: (sale: SaleView) => void
}

export function createVisits(desk: Desk, { inTurn }: TypeAhead, now: () => number): Visits {
  const { invoke, getState, set, happen } = desk
  let opening: Promise<void> = Promise.resolve()

  async function open(event: EventOffer | null): Promise<void> {
    happen({ type: 'visit-begun', event })
    const { info, turn } = getState()
    if (!event || !info) return
    const reply = await invoke('startVisit', { eventId: event.eventId, language: info.defaultLanguage })
    if (turn !== getState().turn) return
    if (reply.ok) happen({ type: 'visit-opened', visit: reply.value })
    else if (reply.error.type === 'event-ended') dropEvent(event, reply.error)
    else set({ notice: reply.error })
  }

  /** Returns to the list of events, without this one. */
  function dropEvent({ eventId }: Pick<EventOffer, 'eventId'>, notice: DeskNotice): void {
    const events = getState().events.filter((each) => each.eventId !== eventId)
    happen({ type: 'visit-begun', event: null }, { events, notice })
  }

  function begin(event = eventOf(getState().work)): Promise<void> {
    opening = open(event)
    return opening
  }

  async function next(): Promise<void> {
    const { sale } = atHand(getState().work)
    if (sale?.paid) set({ last: sale })
    const left = sale ? await invoke('leaveSale', { saleId: sale.saleId }) : null
    await begin()
    if (left?.ok === false) set({ notice: left.error })
  }

  /** Another sale may have been taken up by then. */
  async function nextAfter(saleId: string): Promise<void> {
    if (atHand(getState().work).sale?.saleId === saleId) await next()
  }

  function told(sale: SaleView): void {
    const { sale: before } = atHand(getState().work)
    happen({ type: 'sale-told', sale }, { saleSeenAt: now() })
    const { saleId, stage } = sale
    // A sale that was opened while it printed stays on the screen until it ends.
    const prints = stage.name === 'printing' && !(before?.saleId === saleId && before.stage.name === 'printing')
    if (prints || stage.name === 'done' || stage.name === 'ended') inTurn(() => nextAfter(saleId))
    if ((stage.name !== 'choosing' && stage.name !== 'review') || !stage.notice) return
    if (stage.notice.type === 'event-ended') dropEvent(sale.event, stage.notice)
    else set({ notice: stage.notice })
  }

  return {
    begin,
    async reopen() {
      const { work } = getState()
      if (work.step !== 'seats' || work.visit) return
      set({ notice: null })
      await begin(work.event)
    },
    opened: () => opening,
    next,
    async takeUp({ sale, visit }) {
      happen({ type: 'recalled', sale, visit })
      told(sale)
      if (sale.stage.name === 'choosing' && !visit) await begin()
    },
    told,
  }
}
