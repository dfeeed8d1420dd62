import { freeTextFault, readApproval, readDocumentNumber } from '../../../shared/domain/desk/typed-numbers.ts'
import { inWesternDigits } from '../../../shared/domain/language.ts'
import { isDocument } from '../../../shared/domain/money/tender.ts'
import { type EventOffer, isEventOver, venueTime } from '../../../shared/domain/seats/offer.ts'
import { type CommandInput, mayDo } from '../../../shared/api/kiosk/contract.ts'
import type { PersonView, RecalledView, SaleView } from '../../../shared/api/kiosk/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { type Credentials, stepOn } from './desk-state.ts'
import type { Desk, Outcome } from './desk.ts'
import { atHand, eventOf, isAt } from './desk-task.ts'

export class Visits {
  readonly #desk: Desk
  #opening: Promise<void> = Promise.resolve()

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /**
   * Begins the next customer's visit, by default for the current event. Resolves once the visit is open or has failed
   * to open.
   */
  begin(event = eventOf(this.#desk.getState().work)): Promise<void> {
    this.#opening = this.#open(event)
    return this.#opening
  }

  /** Begins a visit for the selected event; null returns to the list of events. */
  choose(event: EventOffer | null): void {
    const step = stepOn(this.#desk.getState())
    if (step !== 'events' && step !== 'seats') return
    this.#desk.set({ notice: null, last: null })
    void this.begin(event)
  }

  async #open(event: EventOffer | null): Promise<void> {
    const desk = this.#desk
    desk.happen({ type: 'visit-begun', event })
    const { info, turn } = desk.getState()
    if (!event || !info) return
    const reply = await desk.invoke('startVisit', { eventId: event.eventId, language: info.defaultLanguage })
    if (turn !== desk.getState().turn) return
    if (reply.ok) desk.happen({ type: 'visit-opened', visit: reply.value })
    else if (reply.error.type === 'event-ended') this.#dropEvent(event, reply.error)
    else desk.set({ notice: reply.error })
  }

  #dropEvent({ eventId }: Pick<EventOffer, 'eventId'>, notice: DeskNotice): void {
    const events = this.#desk.getState().events.filter((each) => each.eventId !== eventId)
    this.#desk.happen({ type: 'visit-begun', event: null }, { events, notice })
  }

  /** Retries opening the current visit if it failed to open. Resolves once the visit is open or has failed again. */
  async reopen(): Promise<void> {
    const { work } = this.#desk.getState()
    if (work.step !== 'seats' || work.visit) return
    this.#desk.set({ notice: null })
    await this.begin(work.event)
  }

  /** Resolves once the current visit is open or has failed to open. */
  opened(): Promise<void> {
    return this.#opening
  }

  /** Leaves a sale that is finished or continues in the background, and begins the next customer's visit. */
  async next(): Promise<void> {
    const desk = this.#desk
    const { sale } = atHand(desk.getState().work)
    if (sale?.paid) desk.set({ last: sale })
    const notice = sale ? await desk.ask('dismissSale', { saleId: sale.saleId }) : null
    await this.begin()
    if (notice) desk.set({ notice })
  }

  async takeUp({ sale, visit }: RecalledView): Promise<void> {
    this.#desk.happen({ type: 'recalled', sale, visit })
    this.told(sale)
    if (sale.stage.name === 'choosing' && !visit) await this.begin()
  }

  told(sale: SaleView): void {
    const desk = this.#desk
    const { sale: before } = atHand(desk.getState().work)
    desk.happen({ type: 'sale-updated', sale }, { saleSeenAt: desk.now() })
    const { saleId, stage } = sale
    // A sale that was already printing when it was opened stays on the screen until it ends.
    const prints = stage.name === 'printing' && !(before?.saleId === saleId && before.stage.name === 'printing')
    // Another sale may have become the current sale before the queued action runs.
    const isAtHand = (): boolean => atHand(desk.getState().work).sale?.saleId === saleId
    if (prints || stage.name === 'done' || stage.name === 'ended')
      desk.inTurn(async () => {
        if (isAtHand()) await this.next()
      })
    if ((stage.name !== 'choosing' && stage.name !== 'review') || !stage.notice) return
    if (stage.notice.type === 'event-ended') this.#dropEvent(sale.event, stage.notice)
    else desk.set({ notice: stage.notice })
  }
}

async function reportTenderResult(
  desk: Desk,
  word: CommandInput<'reportTenderResult'>['word'],
): Promise<Problem | null> {
  const { sale } = atHand(desk.getState().work)
  if (!desk.credentials || !sale || !isAt(sale, 'paying')) return null
  const { reference } = sale.stage
  return desk.ask('reportTenderResult', { ...desk.credentials, saleId: sale.saleId, reference, word })
}

/**
 * Approves the payment by the number on the receipt of the separate payment device. For a document, continues with the
 * approval by a supervisor.
 */
export async function approve(desk: Desk, typed: string): Outcome {
  const { work } = desk.getState()
  const isOfDocument = work.step === 'attended' && isDocument(work.sale.stage.tender)
  const read = isOfDocument ? readDocumentNumber(typed) : readApproval(typed)
  if (!read.ok) return read.error
  const approval = read.value
  if (isOfDocument) {
    desk.happen({ type: 'document-read', number: approval })
    return null
  }
  const again = work.step === 'attended' && approval === work.sums.doubted
  const problem = await reportTenderResult(desk, { type: 'approved', approval, ...(again && { again }) })
  desk.happen({ type: 'approval-told', doubted: problem?.type === 'approval-known' ? approval : null })
  return problem
}

/** Accepts the document whose number was entered, with the approval of a supervisor. */
export async function acceptDocument(desk: Desk, second: CommandInput<'acceptDocument'>['second']): Outcome {
  const { work } = desk.getState()
  if (work.step !== 'approval' || !desk.credentials) return null
  const { sale, number, sums } = work
  const document = { saleId: sale.saleId, reference: sale.stage.reference, number }
  const again = number === sums.doubted
  const problem = await desk.ask('acceptDocument', {
    ...desk.credentials,
    ...document,
    second,
    ...(again && { again }),
  })
  if (problem?.type === 'approval-known') desk.happen({ type: 'approval-told', doubted: number })
  return problem
}

/** Records the cashier's decision about a sale, for example that doubtful tickets were printed. */
export async function settle(
  desk: Desk,
  { saleId }: SaleView,
  answer: CommandInput<'settleStaffCase'>['answer'],
): Promise<Problem | null> {
  return desk.credentials && desk.ask('settleStaffCase', { ...desk.credentials, saleId, answer })
}

export async function answerQuestion(desk: Desk, typed: string): Outcome {
  const { work } = desk.getState()
  if (work.step !== 'question') return null
  const { sale, question } = work
  if (question.type === 'pay-back')
    return freeTextFault(typed, 'reference') ?? settle(desk, sale, { type: 'paid-back', reference: typed })
  const digit = inWesternDigits(typed)
  if (digit !== '1' && digit !== '2') return { type: 'one-or-two' }
  const yes = digit === '1'
  if (question.type === 'moved') return settle(desk, sale, { type: 'money-moved', moved: yes })
  const problem =
    question.type === 'not-paid' ? await reportTenderResult(desk, { type: yes ? 'refused' : 'not-paid' }) : null
  desk.happen({ type: 'answered' })
  if (question.type === 'not-paid' || !yes) return problem
  return desk.ask('abandonSale', { saleId: sale.saleId, reason: 'cancelled' })
}

export async function goBack(desk: Desk, visits: Visits): Promise<void> {
  const { accounts, found, work } = desk.getState()
  desk.set({ notice: null })
  if (accounts) return desk.set({ accounts: null })
  if (found) return desk.set({ found: null })
  switch (work.step) {
    case 'payment': {
      const { saleId, taken } = work.sale
      return taken ? desk.happen({ type: 'back' }) : desk.run(() => desk.ask('changeSeats', { saleId }))
    }
    case 'under-way': {
      const { sale } = work
      if (sale.paid) return visits.next()
      return isAt(sale, 'paying') ? desk.run(() => desk.ask('cancelPayment', { saleId: sale.saleId })) : undefined
    }
    case 'problem':
      return visits.next()
    case 'question': {
      const { type } = work.question
      return type === 'give-up' || type === 'not-paid' ? desk.happen({ type: 'back' }) : visits.next()
    }
    case 'attended':
      // A device may have charged the customer, so only the cashier's answer ends the payment. A document is accepted
      // only with its number, so its payment can be cancelled until then.
      return isDocument(work.sale.stage.tender)
        ? desk.run(() => reportTenderResult(desk, { type: 'not-paid' }))
        : desk.happen({ type: 'back' })
    default:
      return desk.happen({ type: 'back' })
  }
}

export class Events {
  readonly #desk: Desk
  #listing: Promise<void> = Promise.resolve()

  constructor(desk: Desk) {
    this.#desk = desk
  }

  list(): Promise<void> {
    this.#listing = this.#ask()
    return this.#listing
  }

  async #ask(): Promise<void> {
    const reply = await this.#desk.invoke('listEvents', {})
    if (reply.ok) this.#desk.set({ events: reply.value.events })
    if (reply.ok && reply.value.events.length > 0) return
    // The list of events may be empty because the clock of the computer is wrong.
    const info = await this.#desk.invoke('getKiosk', {})
    if (info.ok) this.#desk.set({ info: info.value })
  }

  async look(): Promise<void> {
    await this.list()
    const desk = this.#desk
    const eventIds = this.#upcoming().map(({ eventId }) => eventId)
    if (!desk.credentials || eventIds.length === 0) return
    const reply = await desk.invoke('viewEventSeats', { ...desk.credentials, eventIds })
    if (reply.ok) desk.set({ seatsLeft: new Map(reply.value.map(({ eventId, remaining }) => [eventId, remaining])) })
  }

  /** Resolves once events are listed, or the request for events has ended. */
  listed(): Promise<void> {
    return this.#desk.getState().events.length > 0 ? Promise.resolve() : this.#listing
  }

  /** Removes past events from the list; the event that Enter opens stays selected. */
  dropOver(): void {
    const { events, work } = this.#desk.getState()
    const left = this.#upcoming()
    if (left.length === events.length) return
    this.#desk.set({ events: left })
    if (work.step !== 'events') return
    const index = left.findIndex((event) => event === events[work.chosen])
    this.#desk.happen({ type: 'chosen', index: Math.max(0, index) })
  }

  #upcoming(): readonly EventOffer[] {
    const { events, info } = this.#desk.getState()
    const now = venueTime(info ?? {}, Date.now())
    return events.filter((event) => !isEventOver(event, now))
  }
}

/** Returns the reason if the sign-in is rejected, otherwise null. */
export async function signIn(desk: Desk, credentials: CommandInput<'signIn'>): Promise<Problem | null> {
  const reply = await desk.invoke('signIn', credentials)
  if (!reply.ok) return reply.error
  const { handle, ...person } = reply.value
  const asksFloat = await isFloatMissing(desk, person, { handle })
  desk.happen({ type: 'signed-in', who: { person, credentials: { handle } }, asksFloat })
  return null
}

/**
 * Returns whether the opening float is missing: the desk takes real cash, the shift has no float, and no sale is in
 * progress.
 */
async function isFloatMissing(desk: Desk, { role }: PersonView, credentials: Credentials): Promise<boolean> {
  const { info, work } = desk.getState()
  const { step } = atHand(work)
  const servesNobody = step === 'events' || step === 'seats'
  if (!info?.tenders.includes('cash') || !mayDo('openShift', role) || !servesNobody) return false
  const shift = await desk.invoke('viewShift', credentials)
  if (!shift.ok || (info.mode === 'demo' && !shift.value.opensDrawer)) return false
  return shift.value.drawers[0]?.float === null
}

/** Locks the desk and retains the sale. With `switch`, no staff number is filled in at the next sign-in. */
export function lock(desk: Desk, why: 'left' | 'idle' | 'switch'): void {
  const { who } = desk.getState().screen
  if (!who) return
  desk.happen({ type: 'signed-out', offered: why === 'switch' ? null : who.person.number })
  const reason = why === 'idle' ? 'idle' : 'left'
  void desk.ask('signOut', { ...who.credentials, reason }).then((notice) => {
    if (notice && notice.type !== 'signed-out') desk.set({ notice })
  })
}

/**
 * Ends training immediately. If the desk is not in training, locks the desk and asks a supervisor to sign in to start
 * training.
 */
export function toggleTraining(desk: Desk): void {
  const { info } = desk.getState()
  if (info?.mode === 'training') void desk.ask('endTraining', {}).then((notice) => notice && desk.set({ notice }))
  else if (info?.mayTrain) {
    lock(desk, 'switch')
    desk.happen({ type: 'training-asked' })
  } else desk.set({ notice: { type: 'training-not-offered' } })
}
