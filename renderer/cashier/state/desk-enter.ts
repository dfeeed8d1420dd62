import { inWesternDigits } from '../../../shared/domain/language.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { digitsInCommand, digitsInCustomer, digitsInNumber } from '../../../shared/domain/keypad.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { Answers } from './desk-answers.ts'
import { failureOf } from './desk-back.ts'
import type { Copies } from './desk-copies.ts'
import type { Naming } from './desk-customer.ts'
import type { Parking } from './desk-parking.ts'
import type { Payment } from './desk-payment.ts'
import { isTicketCode, type Search } from './desk-search.ts'
import type { Visits } from './desk-visits.ts'
import { openOf } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand, goesOnAlone, type Work } from './work.ts'

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

/** What Enter means at each step. */
export function createEnter(desk: Desk, parts: Parts): (text: string) => Promise<void> {
  const { invoke, getState, set, run } = desk
  const { visits, search, payment, answers, naming, parking, copies, chooseEvent } = parts
  /** A booking session that ended meanwhile is opened again, and the line carried out in it. */
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
        // A question about a sale that is over for this desk may be left to the list of staff.
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

/** How digits of a French keyboard are read at a step. */
function digitsAt(step: Work['step']): (line: string) => string {
  if (step === 'seats') return digitsInCommand
  return step === 'customer' ? digitsInCustomer : digitsInNumber
}

function sessionIsOver(notice: DeskNotice): boolean {
  if (notice.type === 'partner-refused') return notice.status === 404
  return notice.type === 'session-expired' || notice.type === 'unknown-sale'
}
