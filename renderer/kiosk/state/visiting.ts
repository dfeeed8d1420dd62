import type { EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { sameOverview } from '../../../shared/domain/seats/overview.ts'
import type { SeatProposal } from '../../../shared/kiosk-api/views.ts'
import { failed, noWishes, ready, valueOf, waiting, withoutNotice, type Step, type Wishes } from './kiosk-state.ts'
import type { Page } from './page.ts'

export interface VisitActions {
  readonly chooseEvent: (event: EventOffer) => void
  readonly chooseCount: (count: number) => void
  readonly proposeAgain: () => void
  readonly openWishes: () => void
  /** Back to the offers, asked for again under these wishes. */
  readonly wish: (wishes: Wishes) => void
  readonly openMap: () => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  /** The venue as it is by now. */
  readonly seeOverview: (saleId: string, overview: Overview) => void
  readonly backToParty: () => void
  readonly backToOffers: () => void
}

export interface Visiting {
  readonly actions: VisitActions
  /** Back from a hold: what was chosen may be gone, so the offers are asked for again and the map is clear. */
  readonly chooseAgain: () => void
}

/** A customer looks at one event and chooses seats: nothing is held yet. */
export function createVisiting(page: Page): Visiting {
  const { invoke, getState, set } = page
  const propose = createProposing(page)

  function toStep(step: Step): void {
    const { sale } = getState()
    set({ step, problem: null, ...(sale?.stage.name === 'choosing' && { sale: withoutNotice(sale) }) })
  }

  function chooseEvent(event: EventOffer): void {
    const isMine = page.newTurn()
    set({
      step: { name: 'party', event },
      visit: waiting,
      proposals: null,
      wishes: noWishes,
      picked: [],
      sale: null,
      problem: null,
      busy: false,
    })
    void invoke('startVisit', { eventId: event.eventId, language: getState().language }).then((reply) => {
      if (!isMine()) {
        if (reply.ok) void invoke('abandonSale', { saleId: reply.value.saleId, reason: 'cancelled' })
        return
      }
      if (!reply.ok) return set({ visit: failed(reply.error) })
      set({ visit: ready(reply.value) })
      const { step } = getState()
      if (step.name === 'offers') propose(step.count)
    })
  }

  function toOffers(event: EventOffer, count: number): void {
    toStep({ name: 'offers', event, count })
    propose(count)
  }

  const actions: VisitActions = {
    chooseEvent,
    chooseCount(count) {
      const { step } = getState()
      if (step.name !== 'attract' && step.name !== 'events') toOffers(step.event, count)
    },
    proposeAgain() {
      const { step, visit } = getState()
      if (step.name !== 'offers') return
      if (visit?.state === 'failed') {
        chooseEvent(step.event)
        toStep(step)
      }
      set({ problem: null })
      propose(step.count)
    },
    openWishes() {
      const { step } = getState()
      if (step.name === 'offers') toStep({ ...step, name: 'wishes' })
    },
    wish(wishes) {
      const { step } = getState()
      if (step.name !== 'offers' && step.name !== 'wishes') return
      set({ wishes })
      toOffers(step.event, step.count)
    },
    seeOverview(saleId, overview) {
      const visit = valueOf(getState().visit)
      if (visit?.saleId !== saleId || sameOverview(overview, visit.session.overview)) return
      set({ visit: ready({ ...visit, session: { ...visit.session, overview } }) })
    },
    backToParty() {
      const { step } = getState()
      if (step.name === 'offers') toStep({ name: 'party', event: step.event })
    },
    ...createMapActions(page, toStep, toOffers),
  }

  return {
    actions,
    chooseAgain() {
      set({ picked: [] })
      const { step } = getState()
      if (step.name === 'offers') propose(step.count)
    },
  }
}

type MapActions = Pick<VisitActions, 'openMap' | 'openSection' | 'pick' | 'backToOffers'>

/** The customer's own choice, seat by seat. */
function createMapActions(
  { getState, set }: Page,
  toStep: (step: Step) => void,
  toOffers: (event: EventOffer, count: number) => void,
): MapActions {
  return {
    openMap() {
      const { step } = getState()
      if (step.name !== 'offers') return
      toStep({ ...step, name: 'map', sectionId: null })
      set({ picked: [] })
    },
    openSection(sectionId) {
      const { step } = getState()
      if (step.name !== 'map') return
      toStep({ ...step, sectionId })
      set({ picked: [] })
    },
    pick: (picked) => set({ picked }),
    backToOffers() {
      const { step } = getState()
      if (step.name === 'map') toOffers(step.event, step.count)
    },
  }
}

/** Looks for the best seats of a party; each search ends the one before. */
function createProposing({ invoke, getState, set, thisTurn }: Page): (count: number) => void {
  let search = 0

  /** Goes on looking for as long as the offers are in sight: a large venue has more sections than a breath is long. */
  async function improve(saleId: string, isMine: () => boolean): Promise<void> {
    const reply = await invoke('improveProposals', { saleId })
    const { step, busy } = getState()
    if (!isMine() || step.name !== 'offers' || busy) return
    if (!reply.ok || !reply.value) return
    set({ proposals: ready<readonly SeatProposal[]>(reply.value) })
    await improve(saleId, isMine)
  }

  return function propose(count) {
    const { visit: opened, wishes } = getState()
    const visit = valueOf(opened)
    search += 1
    set({ proposals: waiting })
    if (!visit) return
    const [current, isTurn] = [search, thisTurn()]
    const isMine = (): boolean => isTurn() && current === search
    const { zoneId, maxPrice } = wishes
    const wish = { ...(zoneId !== null && { zoneId }), ...(maxPrice !== null && { maxPrice }) }
    void invoke('proposeSeats', { saleId: visit.saleId, count, ...wish }).then((reply) => {
      if (!isMine()) return
      set({ proposals: reply.ok ? ready<readonly SeatProposal[]>(reply.value) : failed(reply.error) })
      if (reply.ok) void improve(visit.saleId, isMine)
    })
  }
}
