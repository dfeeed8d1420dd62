import { freeTextFault, readApproval } from '../../../shared/domain/desk/typed-numbers.ts'
import { inWesternDigits } from '../../../shared/domain/language.ts'
import { type EventOffer, isEventOver, venueTime } from '../../../shared/domain/seats/offer.ts'
import { type CommandInput, mayDo } from '../../../shared/kiosk-api/contract.ts'
import type { PersonView, RecalledView, SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import type { Credentials } from './desk-state.ts'
import type { Desk, TypeAhead } from './desk.ts'
import { atHand, eventOf, isAt } from './work.ts'

/** Visits of the customers, one after the other. */
export interface Visits {
  /**
   * Begins the next customer's visit, for the same event if none is given. Resolves once it is open or has failed to
   * open.
   */
  readonly begin: (event?: EventOffer | null) => Promise<void>
  /** Tries again to open the visit at hand if that failed before. Resolves once it is open or has failed again. */
  readonly reopen: () => Promise<void>
  /** Resolves once the visit at hand is open or has failed to open. */
  readonly opened: () => Promise<void>
  /**
   * Leaves the sale, which is over for this desk or continues in the background, and begins the next customer's visit.
   */
  readonly next: () => Promise<void>
  /** Takes up a parked or background sale that was recalled. */
  readonly takeUp: (recalled: RecalledView) => Promise<void>
  /** Updates the sale as reported by the main process. */
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

  /** Removes the event and returns to the list of events. */
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

  /** Does nothing if another sale has been taken up meanwhile. */
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

/** Answers that only the cashier can give. */
export interface Answers {
  /** Approves the payment by the number on the receipt of the device that the cashier charged on. */
  approve(typed: string): Promise<DeskNotice | null>
  /** Confirms that the tickets that may have been printed were printed. */
  papersSeen(sale: SaleView): Promise<DeskNotice | null>
  /** Answers the question on the screen. Also returns null if there is no question. */
  answer(typed: string): Promise<DeskNotice | null>
}

export function createAnswers({ invoke, getState, happen }: Desk): Answers {
  async function tell(word: CommandInput<'answerTender'>['word']): Promise<Problem | null> {
    const { screen, work } = getState()
    const { sale } = atHand(work)
    if (!screen.who || !sale || !isAt(sale, 'paying')) return null
    const { saleId } = sale
    const { reference } = sale.stage
    const told = await invoke('answerTender', { ...screen.who.credentials, saleId, reference, word })
    return told.ok ? null : told.error
  }

  async function settle(
    who: Credentials,
    sale: SaleView,
    answer: CommandInput<'settleStaffCase'>['answer'],
  ): Promise<Problem | null> {
    const settled = await invoke('settleStaffCase', { ...who, saleId: sale.saleId, answer })
    return settled.ok ? null : settled.error
  }

  return {
    async approve(typed) {
      const read = readApproval(typed)
      if (!read.ok) return read.error
      const approval = read.value
      const { work } = getState()
      const again = work.step === 'attended' && approval === work.sums.doubted
      const problem = await tell({ type: 'approved', approval, ...(again && { again }) })
      happen({ type: 'approval-told', doubted: problem?.type === 'approval-known' ? approval : null })
      return problem
    },

    async papersSeen(sale) {
      const { who } = getState().screen
      return who ? settle(who.credentials, sale, { type: 'paper-seen' }) : null
    },

    async answer(typed) {
      const { screen, work } = getState()
      if (work.step !== 'question' || !screen.who) return null
      const { sale, question } = work
      const { credentials } = screen.who
      if (question.type === 'pay-back')
        return freeTextFault(typed, 'reference') ?? settle(credentials, sale, { type: 'paid-back', reference: typed })
      const digit = inWesternDigits(typed)
      if (digit !== '1' && digit !== '2') return { type: 'one-or-two' }
      const yes = digit === '1'
      if (question.type === 'not-paid') {
        const problem = await tell({ type: yes ? 'refused' : 'not-paid' })
        happen({ type: 'answered' })
        return problem
      }
      if (question.type === 'moved') return settle(credentials, sale, { type: 'money-moved', moved: yes })
      happen({ type: 'answered' })
      if (!yes) return null
      const given = await invoke('abandonSale', { saleId: sale.saleId, reason: 'cancelled' })
      return given.ok ? null : given.error
    },
  }
}

/** Returns the function of the key that leads back, for each step of the desk. */
export function createGoBack({ invoke, getState, set, happen, run }: Desk, next: () => Promise<void>) {
  return async function goBack(): Promise<void> {
    const { found, work } = getState()
    set({ notice: null })
    if (found) return set({ found: null })
    switch (work.step) {
      case 'payment': {
        const { saleId, taken } = work.sale
        if (taken) return happen({ type: 'back' })
        return run(async () => failureOf(await invoke('changeSeats', { saleId })))
      }
      case 'under-way': {
        const { sale } = work
        if (sale.paid) return next()
        if (!isAt(sale, 'paying')) return undefined
        return run(async () => failureOf(await invoke('cancelPayment', { saleId: sale.saleId })))
      }
      case 'problem':
        return next()
      case 'question': {
        const { type } = work.question
        return type === 'give-up' || type === 'not-paid' ? happen({ type: 'back' }) : next()
      }
      // The device may have charged the customer, so only the cashier's answer ends the payment.
      case 'attended':
      case 'events':
      case 'seats':
      case 'payer':
      case 'customer':
      case 'parked':
      case 'behind':
      case 'copies':
        return happen({ type: 'back' })
    }
  }
}

export function failureOf(reply: { readonly ok: boolean; readonly error?: Problem }): Problem | null {
  return reply.ok ? null : (reply.error ?? null)
}

/** The events on sale, requested again whenever the list is shown. */
export interface Events {
  readonly list: () => Promise<void>
  /** Requests the events, and the number of seats that each has left. */
  readonly look: () => Promise<void>
  /** Resolves once events are listed, or the request for them has ended. */
  readonly listed: () => Promise<void>
  /** Drops events that are over. The event that Enter opens stays selected. */
  readonly dropOver: () => void
}

export function createEvents({ invoke, getState, set, happen }: Desk): Events {
  let listing: Promise<void> = Promise.resolve()

  function upcoming(): readonly EventOffer[] {
    const { events, info } = getState()
    const now = venueTime(info ?? {}, Date.now())
    return events.filter((event) => !isEventOver(event, now))
  }

  async function ask(): Promise<void> {
    const reply = await invoke('listEvents', {})
    if (reply.ok) set({ events: reply.value.events })
    if (reply.ok && reply.value.events.length > 0) return
    // A wrong clock may be the reason for an empty list.
    const info = await invoke('getKiosk', {})
    if (info.ok) set({ info: info.value })
  }

  async function count(): Promise<void> {
    const { screen } = getState()
    const eventIds = upcoming().map(({ eventId }) => eventId)
    if (!screen.who || eventIds.length === 0) return
    const reply = await invoke('viewEventSeats', { ...screen.who.credentials, eventIds })
    if (reply.ok) set({ seatsLeft: new Map(reply.value.map(({ eventId, remaining }) => [eventId, remaining])) })
  }

  function list(): Promise<void> {
    listing = ask()
    return listing
  }

  return {
    list,
    async look() {
      await list()
      await count()
    },
    dropOver() {
      const { events, work } = getState()
      const left = upcoming()
      if (left.length === events.length) return
      set({ events: left })
      if (work.step !== 'events') return
      const index = left.findIndex((event) => event === events[work.chosen])
      happen({ type: 'chosen', index: Math.max(0, index) })
    },
    listed: () => (getState().events.length > 0 ? Promise.resolve() : listing),
  }
}

export interface DeskPeople {
  /** Returns the reason if the sign-in is rejected, otherwise null. */
  readonly signIn: (credentials: CommandInput<'signIn'>) => Promise<Problem | null>
  /** Puts the live desk into training. Returns the reason if this is rejected, otherwise null. */
  readonly beginTraining: (credentials: CommandInput<'beginTraining'>) => Promise<Problem | null>
  /** Ends training immediately. A live desk is locked and asks for the supervisor who starts training. */
  readonly training: () => void
  /** Locks the desk; the sale is retained. With `switch`, no staff number is offered for the next sign-in. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** Creates sign-in, lock and training of the desk. */
export function createPeople({ invoke, getState, set, happen }: Desk): DeskPeople {
  /**
   * Returns whether the opening float is missing: the desk takes real cash, the shift has no float yet, and no sale is
   * in progress.
   */
  async function isFloatMissing({ role }: PersonView, credentials: Credentials): Promise<boolean> {
    const { info, work } = getState()
    const { step } = atHand(work)
    const servesNobody = step === 'events' || step === 'seats'
    if (!info?.tenders.includes('cash') || !mayDo('openShift', role) || !servesNobody) return false
    const shift = await invoke('viewShift', credentials)
    if (!shift.ok || (info.mode === 'demo' && !shift.value.opensDrawer)) return false
    return shift.value.drawers[0]?.float === null
  }

  function lock(why: 'left' | 'idle' | 'switch'): void {
    const { who } = getState().screen
    if (!who) return
    happen({ type: 'signed-out', offered: why === 'switch' ? null : who.person.number })
    const reason = why === 'idle' ? 'idle' : 'left'
    void invoke('signOut', { ...who.credentials, reason }).then((reply) => {
      if (!reply.ok && reply.error.type !== 'signed-out') set({ notice: reply.error })
    })
  }

  return {
    async signIn(credentials) {
      const reply = await invoke('signIn', credentials)
      if (!reply.ok) return reply.error
      const { handle, ...person } = reply.value
      const asksFloat = await isFloatMissing(person, { handle })
      happen({ type: 'signed-in', who: { person, credentials: { handle } }, asksFloat })
      return null
    },
    async beginTraining(credentials) {
      const reply = await invoke('beginTraining', credentials)
      return reply.ok ? null : reply.error
    },
    training() {
      const { info } = getState()
      if (info?.mode === 'training')
        void invoke('endTraining', {}).then((reply) => {
          if (!reply.ok) set({ notice: reply.error })
        })
      else if (info?.mayTrain) {
        lock('switch')
        happen({ type: 'training-asked' })
      } else set({ notice: { type: 'training-not-offered' } })
    },
    lock,
  }
}
