import type { EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { sameOverview } from '../../../shared/domain/seats/overview.ts'
import type { SeatProposal } from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'
import { visitOf, withoutNotice } from './kiosk-state.ts'
import type { Page } from './page.ts'
import { failed, ready, waiting, type Remote } from './remote.ts'
import {
  isVisit,
  noWishes,
  stepAfter,
  WHEELCHAIR_PARTY,
  type MapView,
  type StepEvent,
  type Way,
  type Wishes,
} from './steps.ts'

export interface VisitActions {
  readonly chooseEvent: (event: EventOffer) => void
  readonly chooseCount: (count: number, way: Way) => void
  /** A space for a wheelchair with the seat of a companion. */
  readonly askWheelchairPlace: (way: Way) => void
  readonly proposeAgain: () => void
  readonly openWishes: () => void
  /** Back to the offers, asked for again under these wishes. */
  readonly wish: (wishes: Wishes) => void
  /** The whole venue, or seats of an offer in their section. */
  readonly openMap: (at: MapView) => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  /** The venue as it is by now. */
  readonly seeOverview: (saleId: string, overview: Overview) => void
  /** To the step before. */
  readonly back: () => void
}

export interface Visiting {
  readonly actions: VisitActions
  /**
   * Returns to the choice after a hold failed. Seats may be gone, so the offers are requested again and the map is
   * cleared. If the event is over, the list of events is dropped instead.
   */
  readonly chooseAgain: () => void
  /** Loads the visit of a sale that a reloaded page finds: its plan shows where the seats are. */
  readonly findVisit: (saleId: string) => Promise<void>
}

/** A customer looks at one event and chooses seats: nothing is held yet. */
export function createVisiting(page: Page): Visiting {
  const { invoke, getState, set } = page
  const propose = createProposing(page)

  function tell(event: StepEvent): void {
    set({ step: stepAfter(getState().step, event) })
  }

  /** What the sale or a command met is over with the step that it was said at. */
  function turnTo(event: StepEvent): void {
    const { step: before, sale } = getState()
    const step = stepAfter(before, event)
    if (step === before) return
    set({ step, problem: null, ...(sale?.stage.name === 'choosing' && { sale: withoutNotice(sale) }) })
    if (step.name === 'offers') propose()
  }

  function chooseEvent(event: EventOffer): void {
    const isMine = page.newTurn()
    set({ step: stepAfter(getState().step, { type: 'event-chosen', event }), sale: null, problem: null, busy: false })
    void invoke('startVisit', { eventId: event.eventId, language: getState().language }).then((reply) => {
      if (!isMine()) {
        if (reply.ok) void invoke('abandonSale', { saleId: reply.value.saleId, reason: 'cancelled' })
        return
      }
      if (!reply.ok && reply.error.type === 'event-ended') set({ events: waiting })
      tell({ type: 'visit-told', visit: reply.ok ? ready(reply.value) : failed(toldCustomer(reply.error)) })
      if (reply.ok && getState().step.name === 'offers') propose()
    })
  }

  return {
    actions: {
      chooseEvent,
      chooseCount: (count, way) => turnTo({ type: 'count-chosen', count, way }),
      askWheelchairPlace: (way) => turnTo({ type: 'count-chosen', count: WHEELCHAIR_PARTY, way, wheelchair: true }),
      proposeAgain() {
        const { step } = getState()
        if (step.name !== 'offers') return
        if (step.visit.state === 'failed') {
          chooseEvent(step.event)
          const { wheelchair } = step.wishes
          turnTo({ type: 'count-chosen', count: step.count, way: 'offers', ...(wheelchair && { wheelchair }) })
        } else {
          set({ problem: null })
          propose()
        }
      },
      openWishes: () => turnTo({ type: 'wishes-opened' }),
      wish: (wishes) => turnTo({ type: 'wished', wishes }),
      openMap: (at) => turnTo({ type: 'map-opened', at }),
      openSection: (sectionId) => turnTo({ type: 'section-opened', sectionId }),
      pick: (picked) => tell({ type: 'picked', picked }),
      seeOverview(saleId, overview) {
        const visit = visitOf(getState())
        if (visit?.saleId !== saleId || sameOverview(overview, visit.session.overview)) return
        tell({ type: 'visit-told', visit: ready({ ...visit, session: { ...visit.session, overview } }) })
      },
      back: () => turnTo({ type: 'back' }),
    },
    async findVisit(saleId) {
      const reply = await invoke('viewVisit', { saleId })
      const { sale, step } = getState()
      if (!reply.ok || sale?.saleId !== saleId || isVisit(step)) return
      set({ step: { name: 'party', event: reply.value.event, visit: ready(reply.value), wishes: noWishes } })
    },
    chooseAgain() {
      const stage = getState().sale?.stage
      // The event is not shown again before the service has sent a new list.
      if (stage?.name === 'choosing' && stage.notice?.type === 'event-ended') return set({ events: waiting })
      tell({ type: 'picked', picked: [] })
      if (getState().step.name === 'offers') propose()
    },
  }
}

/** Looks for the best seats of the party at the offers; each search ends the one before. */
function createProposing({ invoke, getState, set, thisTurn }: Page): () => void {
  let search = 0

  function tell(proposals: Remote<readonly SeatProposal[]>): void {
    set({ step: stepAfter(getState().step, { type: 'proposed', proposals }) })
  }

  /** Goes on looking for as long as the offers are in sight: a large venue has more sections than a breath is long. */
  async function improve(saleId: string, isMine: () => boolean): Promise<void> {
    const reply = await invoke('improveProposals', { saleId })
    const { step, busy } = getState()
    if (!isMine() || step.name !== 'offers' || busy) return
    if (!reply.ok || !reply.value) return
    tell(ready(reply.value))
    await improve(saleId, isMine)
  }

  return function propose() {
    const { step } = getState()
    const visit = visitOf(getState())
    search += 1
    tell(waiting)
    if (!visit || step.name !== 'offers') return
    const [current, isTurn] = [search, thisTurn()]
    const isMine = (): boolean => isTurn() && current === search
    const { zoneId, maxPrice, wheelchair } = step.wishes
    const wish = {
      ...(zoneId !== null && { zoneId }),
      ...(maxPrice !== null && { maxPrice }),
      ...(wheelchair && { wheelchair }),
    }
    void invoke('proposeSeats', { saleId: visit.saleId, count: step.count, ...wish }).then((reply) => {
      if (!isMine()) return
      tell(reply.ok ? ready(reply.value) : failed(reply.error))
      if (reply.ok) void improve(visit.saleId, isMine)
    })
  }
}

/** Which code is wrong is staff's business: customers hear that the event is not sold here. */
function toldCustomer(problem: Problem): Problem {
  return problem.type === 'access-code-refused' ? { type: 'no-access-code' } : problem
}
