import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import type { Answers } from './desk-answers.ts'
import { failureOf } from './desk-back.ts'
import type { Naming } from './desk-customer.ts'
import type { Parking } from './desk-parking.ts'
import type { Payment } from './desk-payment.ts'
import { isTicketCode, type Search } from './desk-search.ts'
import type { Visits } from './desk-visits.ts'
import type { Desk } from './desk.ts'

interface Parts {
  readonly visits: Visits
  readonly search: Search
  readonly payment: Payment
  readonly answers: Answers
  readonly naming: Naming
  readonly parking: Parking
  readonly chooseEvent: (event: EventOffer) => void
}

/** What Enter means at each step. */
export function createEnter(desk: Desk, parts: Parts): (text: string) => Promise<void> {
  const { invoke, getState, set, run } = desk
  const { visits, search, payment, answers, naming, parking, chooseEvent } = parts
  return async function carryOut(text: string): Promise<void> {
    const { screen, work, events, parked, found } = getState()
    if (found) set({ found: null })
    if (screen.name !== 'work') return undefined
    if ((work.step === 'events' || work.step === 'seats') && isTicketCode(text))
      return run(() => search.findByTicket(text))
    switch (work.step) {
      case 'events': {
        const event = text === '' ? events[work.chosen] : events[Number(text) - 1]
        return event ? chooseEvent(event) : set({ notice: { type: 'no-such-event' } })
      }
      case 'seats': {
        if (text !== '') return run(() => search.askFor(text))
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
        const waiting = text === '' ? parked[work.chosen] : parked[Number(text) - 1]
        return waiting ? run(() => parking.recallOne(waiting.sale.saleId)) : set({ notice: { type: 'no-such-sale' } })
      }
      case 'problem': {
        const { saleId, stage } = work.sale
        if (stage.name !== 'print-problem') return visits.next()
        return run(async () => failureOf(await invoke('retryPrint', { saleId })))
      }
      case 'under-way':
        return undefined
    }
  }
}
