import { type BestSeats, readDeskCommand, seatsNamed } from '../../../shared/domain/desk/desk-command.ts'
import { digitsInCommand, digitsInCustomer, digitsInNumber } from '../../../shared/domain/keypad.ts'
import { inWesternDigits } from '../../../shared/domain/language.ts'
import { type EventOffer, MAX_SALE_SEATS } from '../../../shared/domain/seats/offer.ts'
import { seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { planSectionOf } from '../../../shared/domain/seats/section-choice.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import type { Copies, Naming, Parking, Payment } from './desk-sale.ts'
import { isOutside, openOf, stepOn } from './desk-state.ts'
import { type Answers, type Events, failureOf, type Visits } from './desk-visits.ts'
import type { Desk, TypeAhead } from './desk.ts'
import { atHand, goesOnAlone, type Search as Found, type Work } from './work.ts'

/** The command line: a typed line is carried out, or shown again with the reason. */
export interface Line {
  /** Handles Enter, whose effect depends on the step of the sale. */
  readonly enter: (typed: string) => void
  /** Returns an earlier line to show in the command line; null if the arrow keys have another meaning. */
  readonly recallLine: (by: number, typed: string) => string | null
}

export function createLine(
  { getState, set }: Desk,
  keys: TypeAhead,
  visits: Visits,
  events: Pick<Events, 'listed'>,
  carryOut: (line: string) => Promise<void>,
): Line {
  const history = createLineHistory()

  async function take(line: string, giveBack: (step?: ReturnType<Desk['getState']>['work']['step']) => void) {
    if (stepOn(getState()) === 'events') await events.listed()
    if (stepOn(getState()) === 'seats') await visits.opened().then(visits.reopen)
    const { screen, work } = getState()
    if (screen.name === 'expired') return
    set({ unsent: null })
    if (work.step === 'under-way') giveBack()
    // The visit could not be opened; the notice gives the reason.
    if (work.step === 'seats' && !work.visit) return giveBack()
    await carryOut(line)
    const { screen: after, notice } = getState()
    if (after.name === 'expired' || (notice && isOutside(notice))) giveBack(work.step)
  }

  return {
    enter(typed) {
      const line = typed.trim()
      if (stepOn(getState()) === 'seats' && !isTicketCode(line)) history.keep(line)
      const giveBack = (step = getState().work.step): void => {
        if (line !== '') set({ unsent: { line, step } })
      }
      keys.onSight(() => take(line, giveBack), giveBack)
    },
    recallLine(by, typed) {
      const { work } = getState()
      return work.step === 'seats' && !work.search.offers ? history.recall(by, typed) : null
    },
  }
}

/** A ticket's QR code as typed by a scanner. Cashiers do not type words of this length. */
const SCANNED = /^\S{16,}$/u

interface Search {
  /** Holds seats that are given by number; otherwise searches for offers. */
  askFor(typed: string): Promise<DeskNotice | null>
  /** Returns a function that holds the selected offer or the seats picked on the map; null if nothing is selected. */
  holdChosen(found: Found): (() => Promise<DeskNotice | null>) | null
  /** Repeats the request that led to the seats held last. */
  repeat(): Promise<DeskNotice | null>
  /** Finds the sale of a ticket. A scanner types the code, followed by Enter. */
  findByTicket(code: string): Promise<DeskNotice | null>
}

function isTicketCode(typed: string): boolean {
  return SCANNED.test(typed)
}

const wishOf = ({ count, sectionIds, maxPrice, wheelchair }: BestSeats) => ({
  count,
  ...(sectionIds && { sectionIds: [...sectionIds] }),
  ...(maxPrice !== null && { maxPrice }),
  ...(wheelchair && { wheelchair }),
})

export function createSearch({ invoke, getState, happen }: Desk): Search {
  /** Texts typed for the offers shown, and for the seats held last. */
  let wished: string | null = null
  let repeated: string | null = null
  const maxSeats = (): number => getState().info?.maxSeats ?? MAX_SALE_SEATS

  async function hold(
    sectionId: string,
    seatIds: readonly string[],
    wish: string | null = null,
  ): Promise<DeskNotice | null> {
    const { visit } = atHand(getState().work)
    if (!visit) return null
    if (seatIds.length > maxSeats()) return { type: 'too-many-seats', limit: maxSeats() }
    // A cashier who names a seat can see the customer. Offers and the map exclude wheelchair spaces unless they are
    // requested.
    const reply = await invoke('holdSeats', {
      saleId: visit.saleId,
      sectionId,
      seatIds: [...seatIds],
      wheelchair: true,
    })
    if (!reply.ok) return reply.error
    const section = visit.session.overview.sections.find((each) => each.sectionId === sectionId)
    repeated = wish ?? `${seatIds.length} ${section?.code ?? ''}`
    happen({ type: 'search-ended' }, { last: null })
    return null
  }

  async function askFor(typed: string): Promise<DeskNotice | null> {
    const { visit } = atHand(getState().work)
    if (!visit) return null
    const { saleId, plan } = visit
    const { overview, currency } = visit.session
    const command = readDeskCommand(typed, { overview, plan, currency, maxSeats: maxSeats() })
    if (!command.ok) return command.error
    if (command.value.type === 'best') return offer(saleId, command.value, typed)
    const { sectionId, otherwise } = command.value
    const reply = await invoke('viewSection', { saleId, sectionId })
    if (!reply.ok) return reply.error
    if (!reply.value.section) return { type: 'nothing-free' }
    const rows = seatRows(reply.value.section, planSectionOf(plan, overview, sectionId))
    const named = seatsNamed(rows, command.value)
    if (named.ok) {
      const seatIds = named.value.map(({ seatId }) => seatId)
      return hold(sectionId, seatIds)
    }
    const unknown = named.error.type === 'unknown-row' || named.error.type === 'unknown-seat'
    return otherwise && unknown ? offer(saleId, otherwise.best, typed) : named.error
  }

  async function offer(saleId: string, best: BestSeats, typed: string): Promise<DeskNotice | null> {
    const reply = await invoke('proposeSeats', { saleId, ...wishOf(best) })
    if (!reply.ok) return reply.error
    if (reply.value.length === 0) return { type: 'nothing-free' }
    wished = typed
    happen({ type: 'offers-found', offers: reply.value }, { last: null })
    return null
  }

  return {
    askFor,
    async repeat() {
      return repeated === null ? { type: 'nothing-to-repeat' } : askFor(repeated)
    },
    holdChosen({ offers, chosen, sectionId, picked }) {
      const offer = offers?.[chosen]
      const seatIds = offer ? offer.seats.map(({ seatId }) => seatId) : picked
      const where = offer ? offer.sectionId : sectionId
      return where !== null && seatIds.length > 0 ? () => hold(where, seatIds, offer ? wished : null) : null
    },
    async findByTicket(code) {
      const { who } = getState().screen
      if (!who) return null
      const reply = await invoke('findSales', { ...who.credentials, text: code })
      if (!reply.ok) return reply.error
      const [found = null] = reply.value
      happen({ type: 'search-ended' }, { found })
      return found ? null : { type: 'no-such-ticket' }
    },
  }
}

/** History of the typed lines, as in a shell. The arrow keys step through it. */
interface LineHistory {
  readonly keep: (line: string) => void
  /** Returns the line before (-1) or after (1) the one shown; null if other text is being typed. */
  readonly recall: (by: number, typed: string) => string | null
}

const KEPT = 50

export function createLineHistory(): LineHistory {
  const lines: string[] = []
  /** Index of the line shown; equal to the number of lines if none is. */
  let at = 0
  return {
    keep(line) {
      if (line !== '' && line !== lines.at(-1)) lines.push(line)
      if (lines.length > KEPT) lines.shift()
      at = lines.length
    },
    recall(by, typed) {
      if (typed !== (lines[at] ?? '')) {
        if (typed !== '') return null
        at = lines.length
      }
      at = Math.min(lines.length, Math.max(0, at + by))
      return lines[at] ?? ''
    },
  }
}

interface Parts {
  readonly visits: Visits
  readonly search: Search
  readonly payment: Payment
  readonly answers: Answers
  readonly naming: Naming
  readonly parking: Parking
  readonly copies: Copies
  readonly chooseEvent: (event: EventOffer) => void
}

/** Returns the function that carries out Enter at each step. */
export function createEnter(desk: Desk, parts: Parts): (text: string) => Promise<void> {
  const { invoke, getState, set, run } = desk
  const { visits, search, payment, answers, naming, parking, copies, chooseEvent } = parts
  /** If the booking session has ended, opens a new one and carries out the line in it. */
  async function inSession(ask: () => Promise<DeskNotice | null>): Promise<DeskNotice | null> {
    const notice = await ask()
    if (!notice || !sessionIsOver(notice)) return notice
    await visits.begin()
    return atHand(getState().work).visit ? ask() : getState().notice
  }

  return async function carryOut(typed: string): Promise<void> {
    const { screen, work, events, parked, behind, found } = getState()
    if (found) set({ found: null })
    if (screen.name !== 'work') return undefined
    if ((work.step === 'events' || work.step === 'seats') && isTicketCode(typed))
      return run(() => search.findByTicket(typed))
    const text = digitsAt(work.step)(typed)
    const number = Number(inWesternDigits(text))
    switch (work.step) {
      case 'events': {
        const event = text === '' ? events[work.chosen] : events[number - 1]
        return event ? chooseEvent(event) : set({ notice: { type: 'no-such-event' } })
      }
      case 'seats': {
        if (text !== '') return run(() => inSession(() => search.askFor(text)))
        const hold = search.holdChosen(work.search)
        return hold ? run(hold) : undefined
      }
      case 'payment':
        return run(() => payment.takeCash(text))
      case 'payer':
        return run(() => payment.payBy(text))
      case 'attended':
        return run(() => answers.approve(text))
      case 'customer':
        return run(() => naming.note(text))
      case 'question': {
        const { type } = work.question
        // A question about a sale that is over for this desk may be left to the list for staff.
        return text === '' && (type === 'moved' || type === 'pay-back')
          ? visits.next()
          : run(() => answers.answer(text))
      }
      case 'parked': {
        const waiting = text === '' ? parked[work.chosen] : parked[number - 1]
        return waiting ? run(() => parking.recallOne(waiting.sale.saleId)) : set({ notice: { type: 'no-such-sale' } })
      }
      case 'behind': {
        const open = openOf(behind)
        const wanted = text === '' ? open[work.chosen] : open[number - 1]
        return wanted ? run(() => parking.recallOne(wanted.sale.saleId)) : set({ notice: { type: 'no-such-sale' } })
      }
      case 'copies':
        return copies.order(text)
      case 'problem': {
        const { saleId, stage } = work.sale
        if (stage.name !== 'print-problem') return visits.next()
        if (number === 1) return run(() => answers.papersSeen(work.sale))
        return run(async () => failureOf(await invoke('retryPrint', { saleId })))
      }
      case 'under-way':
        return goesOnAlone(work) ? visits.next() : undefined
    }
  }
}

/** Returns the function that reads digits typed on a French keyboard at a step. */
function digitsAt(step: Work['step']): (line: string) => string {
  if (step === 'seats') return digitsInCommand
  return step === 'customer' ? digitsInCustomer : digitsInNumber
}

function sessionIsOver(notice: DeskNotice): boolean {
  if (notice.type === 'partner-refused') return notice.status === 404
  return notice.type === 'session-expired' || notice.type === 'unknown-sale'
}
