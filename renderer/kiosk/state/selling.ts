import { isCash } from '../../../shared/domain/money/tender.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { sameOverview } from '../../../shared/domain/seats/overview.ts'
import type { SaleStage, SaleView, SeatProposal, TenderKind } from '../../../shared/kiosk-api/views.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import { type Page, saleIdOf, visitOf, withoutNotice } from './kiosk-state.ts'
import {
  failed,
  isVisit,
  type MapView,
  noWishes,
  ready,
  type Remote,
  stepAfter,
  type StepEvent,
  waiting,
  type Way,
  WHEELCHAIR_PARTY,
  type Wishes,
} from './steps.ts'

export interface SaleActions {
  readonly hold: (sectionId: string, seatIds: readonly string[]) => void
  readonly changeSeats: () => void
  readonly removeSeat: (seatId: string) => void
  /** `payer`: the customer's telephone number, if the tender needs it. Only its last two digits are retained. */
  readonly pay: (tender: TenderKind, payer?: string) => void
  /** Pays with a credit voucher, given by its number or by the text of its code. */
  readonly paySlip: (slip: string) => void
  readonly cancelPayment: () => void
  /**
   * Records that an attendant has started to take this cash payment. From then on, the screen is not abandoned when
   * idle.
   */
  readonly attend: (reference: string) => void
  /** Resolves to the problem if the confirmation was rejected, otherwise null. The caller shows it. */
  readonly confirmCash: (pin: string, received: number) => Promise<Problem | null>
  readonly retryPrint: () => void
}

export interface Selling {
  readonly actions: SaleActions
  /** Handles a sale update that the main process sent. */
  readonly onStep: (sale: SaleView) => void
  /**
   * Returns a function for the reply to a request made now. The reply is ignored if an update arrived in the meantime,
   * which is newer.
   */
  readonly takeAnswer: () => (sale: SaleView) => void
  /**
   * Ends the sale for this screen. If the main process refuses, the sale is shown again. Returns `stays` if the sale
   * continues on this screen because part of it is paid.
   */
  readonly giveUp: (reason: 'cancelled' | 'idle') => 'gone' | 'stays'
}

interface Surroundings {
  readonly page: Page
  readonly now: () => number
  readonly visiting: Visiting
  readonly toAttract: () => void
  readonly refresh: () => Promise<void>
}

/** Creates the view of the sale as the main process reports it, and the commands that continue it. */
export function createSelling({ page, now, visiting, toAttract, refresh }: Surroundings): Selling {
  const { invoke, getState, set, thisTurn } = page
  /** Number of updates received from the main process. */
  let told = 0
  /** Id of the sale whose customer was given a collection code. */
  let left: string | null = null

  function show(sale: SaleView): void {
    const visit = visitOf(getState())
    const before = getState().sale?.stage.name
    if (sale.stage.name === 'needs-staff' && sale.stage.asking) left = sale.saleId
    set({ sale, saleSeenAt: now() })
    if (isOver(sale)) {
      void invoke('leaveSale', { saleId: sale.saleId })
      // If the customer is waiting for the operator's reply, the screen shows it.
      if (left === sale.saleId) set({ sale: null, step: { name: 'code', answer: { state: 'not-paid' } } })
      else toAttract()
    } else if (sale.stage.name === 'choosing' && before !== 'choosing') {
      if (visit?.saleId !== sale.saleId) visiting.actions.chooseEvent(sale.event)
      else if (before !== undefined || sale.stage.notice) visiting.chooseAgain()
    }
  }

  function takeAnswer(): (sale: SaleView) => void {
    const toldBefore = told
    return (sale) => (told === toldBefore ? show(sale) : undefined)
  }

  /** Runs a command that returns the sale. Ignored while another command is running. */
  async function command(run: () => Promise<Result<SaleView, Problem>>): Promise<Problem | null> {
    if (getState().busy) return null
    set({ busy: true, problem: null })
    const isMine = thisTurn()
    const take = takeAnswer()
    const reply = await run()
    if (!isMine()) return null
    set({ busy: false })
    if (!reply.ok) return reply.error
    take(reply.value)
    return null
  }

  /** Runs a command whose problem is shown by the current screen. */
  function act(run: (saleId: string) => Promise<Result<SaleView, Problem>>): void {
    const saleId = saleIdOf(getState())
    if (saleId === undefined) return
    void command(() => run(saleId)).then((problem) => {
      if (!problem) return
      set({ problem })
      if (problem.type === 'seat-unknown') visiting.chooseAgain()
    })
  }

  return {
    actions: {
      hold(sectionId, seatIds) {
        const { step } = getState()
        const wheelchair = isVisit(step) && step.wishes.wheelchair
        const asked = { sectionId, seatIds: [...seatIds], ...(wheelchair && { wheelchair }) }
        act((saleId) => invoke('holdSeats', { saleId, ...asked }))
      },
      changeSeats: () => act((saleId) => invoke('changeSeats', { saleId })),
      removeSeat: (seatId) => act((saleId) => invoke('removeSeat', { saleId, seatId })),
      pay(tender, payer) {
        set({ payerEnding: payer?.slice(-2) ?? '' })
        act((saleId) => invoke('pay', { saleId, tender, ...(payer !== undefined && { payer }) }))
      },
      paySlip: (slip) => act((saleId) => invoke('paySlip', { saleId, slip })),
      cancelPayment: () => act((saleId) => invoke('cancelPayment', { saleId })),
      attend: (reference) => set({ attended: reference }),
      confirmCash: async (pin, received) => {
        const saleId = getState().sale?.saleId
        return saleId === undefined ? null : command(() => invoke('confirmCash', { saleId, pin, received }))
      },
      retryPrint: () => act((saleId) => invoke('retryPrint', { saleId })),
    },
    onStep(sale) {
      if (sale.saleId !== saleIdOf(getState())) return
      told += 1
      show(sale)
    },
    takeAnswer,
    giveUp(reason) {
      const [{ sale }, saleId] = [getState(), saleIdOf(getState())]
      if (saleId === undefined) return 'gone'
      void closeSale(invoke, saleId, sale?.stage, reason).then((reply) => (reply.ok ? undefined : refresh()))
      return sale?.stage.name === 'review' && sale.taken ? 'stays' : 'gone'
    },
  }
}

/** Returns true if the sale has ended and the customer has nothing more to read about it. */
function isOver({ stage, credits }: SaleView): boolean {
  return stage.name === 'ended' && !credits && !['hold-expired', 'session-expired', 'fault'].includes(stage.reason)
}

/**
 * Abandons the sale, or leaves it to the main process. Only a cash payment can be cancelled here; for other tenders it
 * is unknown whether money moved.
 */
async function closeSale(
  invoke: Invoke,
  saleId: string,
  stage: SaleStage | undefined,
  reason: 'cancelled' | 'idle',
): Promise<Result<unknown, Problem>> {
  const cash = stage?.name === 'paying' && isCash(stage.tender)
  if (cash) {
    const cancelled = await invoke('cancelPayment', { saleId })
    if (!cancelled.ok) return cancelled
  }
  const open = stage === undefined || stage.name === 'choosing' || stage.name === 'review' || cash
  return open ? invoke('abandonSale', { saleId, reason }) : invoke('leaveSale', { saleId })
}

export interface VisitActions {
  readonly chooseEvent: (event: EventOffer) => void
  readonly chooseCount: (count: number, way: Way) => void
  /** Requests a wheelchair space with a companion seat. */
  readonly askWheelchairPlace: (way: Way) => void
  readonly proposeAgain: () => void
  readonly openWishes: () => void
  /** Returns to the offers and requests them again with these wishes. */
  readonly wish: (wishes: Wishes) => void
  /** Opens the map on the whole venue, or on the seats of an offer in their section. */
  readonly openMap: (at: MapView) => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  /** Replaces the overview of the venue with a newer one. */
  readonly seeOverview: (saleId: string, overview: Overview) => void
  readonly back: () => void
}

export interface Visiting {
  readonly actions: VisitActions
  /**
   * Returns to the choice after a hold failed. Seats may be gone, so the offers are requested again and the map is
   * cleared. If the event is over, the list of events is dropped instead.
   */
  readonly chooseAgain: () => void
  /** Loads the visit of the sale after the page was reloaded. Its plan shows the position of the seats. */
  readonly findVisit: (saleId: string) => Promise<void>
}

/** Creates the actions of a customer who chooses an event and seats, before anything is held. */
export function createVisiting(page: Page): Visiting {
  const { invoke, getState, set } = page
  const propose = createProposing(page)

  function tell(event: StepEvent): void {
    set({ step: stepAfter(getState().step, event) })
  }

  /** Moves to another step and clears the problem or notice that was shown at the previous one. */
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

/** Creates the search for the best seats for the party. Each search supersedes the previous one. */
function createProposing({ invoke, getState, set, thisTurn }: Page): () => void {
  let search = 0

  function tell(proposals: Remote<readonly SeatProposal[]>): void {
    set({ step: stepAfter(getState().step, { type: 'proposed', proposals }) })
  }

  /** Continues the search while the offers are visible, because a large venue has too many sections for one request. */
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

/** Hides which access code is wrong. Customers only learn that the event is not sold here. */
function toldCustomer(problem: Problem): Problem {
  return problem.type === 'access-code-refused' ? { type: 'no-access-code' } : problem
}
