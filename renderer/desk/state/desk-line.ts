import {
  type BestSeats,
  inPart,
  lineOfPlaces,
  type LinePart,
  type NamedSeats,
  readDeskLine,
  seatsNamed,
} from '../../../shared/domain/desk/desk-command.ts'
import { digitsInCommand, digitsInCustomer, digitsInNumber } from '../../../shared/domain/keypad.ts'
import { inWesternDigits } from '../../../shared/domain/language.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { bySection, MAX_SALE_SEATS, type SeatOffer, type SectionSeats } from '../../../shared/domain/seats/offer.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import { seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { planSectionOf } from '../../../shared/domain/seats/section-choice.ts'
import type { SeatProposal, VisitView } from '../../../shared/api/kiosk/views.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { recordCustomer, orderCopies, payBy, recallOne, takeCash } from './desk-sale.ts'
import { isOutside, openOf, stepOn } from './desk-state.ts'
import { answerQuestion, approve, type Events, settle, type Visits } from './desk-visits.ts'
import type { Desk, Outcome } from './desk.ts'
import { atHand, continuesInBackground, type Search as Found, type DeskTask } from './desk-task.ts'

/** Returns whether a scanner typed a ticket's QR code, which is longer than any word that cashiers type. */
const isTicketCode = (typed: string): boolean => /^\S{16,}$/u.test(typed)

/** Command line of the desk: executes a typed line, or restores a line that could not be executed. */
export class Line {
  readonly search: Search
  readonly #desk: Desk
  readonly #visits: Visits
  readonly #events: Events
  readonly #history = new LineHistory()

  constructor(desk: Desk, visits: Visits, events: Events) {
    this.#desk = desk
    this.#visits = visits
    this.#events = events
    this.search = new Search(desk)
  }

  enter(typed: string): void {
    const desk = this.#desk
    const line = typed.trim()
    if (stepOn(desk.getState()) === 'seats' && !isTicketCode(line)) this.#history.keep(line)
    const giveBack = (step = desk.getState().work.step): void => {
      if (line !== '') desk.set({ unsent: { line, step } })
    }
    desk.onSight(() => this.#take(line, giveBack), giveBack)
  }

  /**
   * Returns an earlier line to show in the command line; null unless the desk is searching for seats and no offers are
   * shown.
   */
  recall(by: number, typed: string): string | null {
    const { work } = this.#desk.getState()
    return work.step === 'seats' && !work.search.offers ? this.#history.recall(by, typed) : null
  }

  async #take(line: string, giveBack: (step?: DeskTask['step']) => void): Promise<void> {
    const { getState } = this.#desk
    if (stepOn(getState()) === 'events') await this.#events.listed()
    if (stepOn(getState()) === 'seats') await this.#visits.opened().then(() => this.#visits.reopen())
    const { screen, work } = getState()
    if (screen.name === 'expired') return
    this.#desk.set({ unsent: null })
    if (work.step === 'under-way') giveBack()
    if (work.step === 'seats' && !work.visit) return giveBack()
    await this.#carryOut(line)
    const { screen: after, notice } = getState()
    if (after.name === 'expired' || (notice && isOutside(notice))) giveBack(work.step)
  }

  async #carryOut(typed: string): Promise<void> {
    const desk = this.#desk
    const { screen, work, events, parked, behind, found } = desk.getState()
    if (found) desk.set({ found: null })
    if (screen.name !== 'work') return undefined
    if ((work.step === 'events' || work.step === 'seats') && isTicketCode(typed))
      return desk.run(() => this.search.findByTicket(typed))
    const text = digitsAt(work.step)(typed)
    const number = Number(inWesternDigits(text))
    /** Returns the list item whose number was typed; the selected item if the line is empty. */
    const named = <T>(list: readonly T[], chosen: number): T | undefined => list[text === '' ? chosen : number - 1]
    switch (work.step) {
      case 'events': {
        const event = named(events, work.chosen)
        return event ? this.#visits.choose(event) : desk.set({ notice: { type: 'no-such-event' } })
      }
      case 'seats': {
        if (text !== '') return desk.run(() => this.#inSession(() => this.search.request(text)))
        const hold = this.search.holdChosen(work.search)
        return hold ? desk.run(hold) : undefined
      }
      case 'payment':
        return desk.run(() => takeCash(desk, text))
      case 'payer':
        return desk.run(() => payBy(desk, text))
      case 'attended':
        return desk.run(() => approve(desk, text))
      case 'approval':
        return undefined
      case 'customer':
        return desk.run(() => recordCustomer(desk, text))
      case 'question': {
        const { type } = work.question
        // A question about a sale that is finished at this desk may be postponed to the staff's list of open cases.
        return text === '' && (type === 'moved' || type === 'pay-back')
          ? this.#visits.next()
          : desk.run(() => answerQuestion(desk, text))
      }
      case 'parked':
      case 'behind': {
        const wanted = named<{ sale: { saleId: string } }>(
          work.step === 'parked' ? parked : openOf(behind),
          work.chosen,
        )
        return wanted
          ? desk.run(() => recallOne(desk, this.#visits, wanted.sale.saleId))
          : desk.set({ notice: { type: 'no-such-sale' } })
      }
      case 'copies':
        return orderCopies(desk, text)
      case 'problem': {
        const { sale } = work
        if (sale.stage.name !== 'print-problem') return this.#visits.next()
        return desk.run(() =>
          number === 1
            ? settle(desk, sale, { type: 'print-scanned' })
            : desk.ask('retryPrint', { saleId: sale.saleId }),
        )
      }
      case 'under-way':
        return continuesInBackground(work) ? this.#visits.next() : undefined
    }
  }

  /** If the booking session has ended, opens a new session and executes the line in it. */
  async #inSession(request: () => Outcome): Outcome {
    const notice = await request()
    if (!notice || !sessionIsOver(notice)) return notice
    await this.#visits.begin()
    const { work, notice: unopened } = this.#desk.getState()
    return atHand(work).visit ? request() : unopened
  }
}

/** Returns the function that converts digits typed on a French keyboard (AZERTY) at the given step. */
function digitsAt(step: DeskTask['step']): (line: string) => string {
  if (step === 'seats') return digitsInCommand
  return step === 'customer' ? digitsInCustomer : digitsInNumber
}

function sessionIsOver(notice: DeskNotice): boolean {
  if (notice.type === 'partner-refused') return notice.status === 404
  return notice.type === 'session-expired' || notice.type === 'unknown-sale'
}

const wishOf = ({ count, sectionIds, maxPrice, wheelchair }: BestSeats) => ({
  count,
  ...(sectionIds && { sectionIds: [...sectionIds] }),
  ...(maxPrice !== null && { maxPrice }),
  ...(wheelchair && { wheelchair }),
})

/** Seat with the id of its section. */
type SeatInSection = SeatOffer & { readonly sectionId: string }

class Search {
  readonly #desk: Desk
  /** `#wished`: search text that led to the offers shown. `#repeated`: search text that led to the seats held last. */
  #wished: string | null = null
  #repeated: string | null = null

  constructor(desk: Desk) {
    this.#desk = desk
  }

  get #maxSeats(): number {
    return this.#desk.getState().info?.maxSeats ?? MAX_SALE_SEATS
  }

  async request(typed: string): Outcome {
    const { visit } = atHand(this.#desk.getState().work)
    if (!visit) return null
    const { plan, session } = visit
    const { overview, currency } = session
    const searches = readDeskLine(typed, { overview, plan, currency, maxSeats: this.#maxSeats })
    if (!searches.ok) return searches.error
    const named = new Map<string, SeatInSection>()
    const wishes: LinePart<BestSeats>[] = []
    const taken: string[] = []
    for (const { words, value } of searches.value) {
      const read = value.type === 'best' ? ok(value) : await this.#seatsOf(visit, value)
      if (!read.ok && read.error.type === 'seat-taken') {
        taken.push(...read.error.seatCodes)
        continue
      }
      if (!read.ok) return inPart(read.error, { words })
      if ('type' in read.value) {
        wishes.push({ words, value: read.value })
        continue
      }
      const twice = read.value.filter(({ seatId }) => named.has(seatId))
      if (twice.length > 0) return inPart({ type: 'seat-twice', seatCodes: twice.map(({ code }) => code) }, { words })
      for (const seat of read.value) named.set(seat.seatId, seat)
    }
    if (taken.length > 0) return { type: 'seat-taken', seatCodes: taken }
    const count = wishes.reduce((sum, { value }) => sum + value.count, named.size)
    if (count > this.#maxSeats) return { type: 'too-many-seats', limit: this.#maxSeats }
    const groups = bySection([...named.values()])
    return wishes.length === 0 ? this.#hold(groups) : this.#offer(visit, wishes, groups, typed)
  }

  /**
   * Returns the named seats. If the section lacks the row or a seat and the text can also mean a search for the best
   * seats, returns that search.
   */
  async #seatsOf(
    { saleId, plan, session: { overview } }: VisitView,
    named: NamedSeats,
  ): Promise<Result<readonly SeatInSection[] | BestSeats, DeskNotice>> {
    const { sectionId, otherwise } = named
    const reply = await this.#desk.invoke('viewSection', { saleId, sectionId })
    if (!reply.ok) return reply
    if (!reply.value.section) return err({ type: 'nothing-free' })
    const rows = seatRows(reply.value.section, planSectionOf(plan, overview, sectionId))
    const seats = seatsNamed(rows, named)
    if (seats.ok) return ok(seats.value.map((seat) => ({ ...seat, sectionId })))
    const isUnknown = seats.error.type === 'unknown-row' || seats.error.type === 'unknown-seat'
    return otherwise && isUnknown ? ok(otherwise.best) : seats
  }

  /**
   * Requests the seats of an earlier sale. If some are not available, shows the command line for them, so that it can
   * be edited.
   */
  async requestPlaces(places: readonly Place[]): Outcome {
    const line = lineOfPlaces(places)
    const notice = await this.request(line)
    if (notice) this.#desk.set({ unsent: { line, step: 'seats' } })
    return notice
  }

  async repeat(): Outcome {
    return this.#repeated === null ? { type: 'nothing-to-repeat' } : this.request(this.#repeated)
  }

  /** Returns a function that holds the selected offer or the seats picked on the map; null without a selection. */
  holdChosen({ offers, chosen, sectionId, picked }: Found): (() => Outcome) | null {
    const offer = offers?.[chosen]
    if (offer) return () => this.#hold(bySection(offer.seats), this.#wished)
    return sectionId !== null && picked.length > 0 ? () => this.#hold([{ sectionId, seatIds: [...picked] }]) : null
  }

  async findByTicket(code: string): Outcome {
    if (!this.#desk.credentials) return null
    const reply = await this.#desk.invoke('findSales', { ...this.#desk.credentials, text: code })
    if (!reply.ok) return reply.error
    const [found = null] = reply.value
    this.#desk.happen({ type: 'search-ended' }, { found })
    return found ? null : { type: 'no-such-ticket' }
  }

  async #hold(groups: readonly SectionSeats[], wish: string | null = null): Outcome {
    const { visit } = atHand(this.#desk.getState().work)
    if (!visit) return null
    // Wheelchair spaces are allowed, because a cashier who specifies a seat sees whether the customer uses a
    // wheelchair.
    const seats = groups.map((group) => ({ ...group, wheelchair: true as const }))
    const failure = await this.#desk.ask('holdSeats', { saleId: visit.saleId, groups: seats })
    if (failure) return failure
    const { sections } = visit.session.overview
    const codeOf = (id: string): string => sections.find(({ sectionId }) => sectionId === id)?.code ?? ''
    this.#repeated =
      wish ?? groups.map(({ sectionId, seatIds }) => `${seatIds.length} ${codeOf(sectionId)}`).join(' + ')
    this.#desk.happen({ type: 'search-ended' }, { last: null })
    return null
  }

  /**
   * Requests offers for each search in turn. Each offer includes the seats of the best offer of the previous search.
   */
  async #offer(
    { saleId }: VisitView,
    wishes: readonly LinePart<BestSeats>[],
    named: readonly SectionSeats[],
    typed: string,
  ): Outcome {
    let chosen = [...named]
    let offers: readonly SeatProposal[] = []
    for (const wish of wishes) {
      const asked = { saleId, ...wishOf(wish.value), ...(chosen.length > 0 && { chosen }) }
      const reply = await this.#desk.invoke('proposeSeats', asked)
      if (!reply.ok) return inPart(reply.error, wish)
      const [first] = reply.value
      if (!first) return inPart({ type: 'nothing-free' }, wish)
      offers = reply.value
      chosen = bySection(first.seats)
    }
    this.#wished = typed
    const isMixed = wishes.length > 1 || named.length > 0
    this.#desk.happen(
      { type: 'offers-found', offers, varied: isMixed ? (wishes.at(-1)?.words ?? null) : null },
      { last: null },
    )
    return null
  }
}

const MAX_LINES = 50

export class LineHistory {
  readonly #lines: string[] = []
  /** Index of the line shown; equal to the number of lines if no line is shown. */
  #at = 0

  keep(line: string): void {
    if (line !== '' && line !== this.#lines.at(-1)) this.#lines.push(line)
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
    this.#at = this.#lines.length
  }

  /** Returns the line before (-1) or after (1) the line shown; null if different text is being typed. */
  recall(by: number, typed: string): string | null {
    if (typed !== (this.#lines[this.#at] ?? '')) {
      if (typed !== '') return null
      this.#at = this.#lines.length
    }
    this.#at = Math.min(this.#lines.length, Math.max(0, this.#at + by))
    return this.#lines[this.#at] ?? ''
  }
}
