import type { DrivenTender } from '../../../shared/domain/money/tender.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import type { Connection } from '../../app/bridge.ts'
import { createAnswers } from './desk-answers.ts'
import { createGoBack } from './desk-back.ts'
import { createCopies } from './desk-copies.ts'
import { createNaming } from './desk-customer.ts'
import { createEvents } from './desk-events.ts'
import { createEnter } from './desk-enter.ts'
import { createLine, type Line } from './desk-line.ts'
import { createNews } from './desk-news.ts'
import { createParking } from './desk-parking.ts'
import { createPayment } from './desk-payment.ts'
import { createPeople, type DeskPeople } from './desk-people.ts'
import { createSearch } from './desk-search.ts'
import { createSights, type Sights } from './desk-sights.ts'
import { stepOn } from './desk-state.ts'
import { createVisits } from './desk-visits.ts'
import { createDesk, type Desk } from './desk.ts'
import { createTypeAhead } from './type-ahead.ts'
import { mayRecall } from './work.ts'

export interface DeskStore extends DeskPeople, Sights, Line, Pick<Desk, 'getState' | 'subscribe' | 'invoke'> {
  readonly start: () => () => void
  readonly move: (by: number) => void
  readonly goBack: () => void
  /** What stands in the command line: a sum there is the part that a tender's key takes. */
  readonly typing: (text: string) => void
  readonly payWith: (tender: DrivenTender) => void
  /** The customer's: on their display, and on their tickets. */
  readonly nextLanguage: () => void
  readonly readAloud: () => void
  /** Who the customer is, where they want to say. */
  readonly nameCustomer: () => void
  readonly park: () => void
  readonly recall: () => void
  /** A sale that goes on behind. */
  readonly openBehind: () => void
  /** The same seats wished for as for the sale before. */
  readonly repeat: () => void
  /** The last sale's tickets. */
  readonly reprint: () => void
  readonly chooseEvent: (event: EventOffer | null) => void
  /** The list of events came into sight. */
  readonly lookAtEvents: () => void
}

/** The cashier's desk: a line that is typed, offers to choose from, and the sale as the main process tells it. */
export function createDeskStore(
  connection: Connection,
  now: () => number = () => performance.now(),
  report: (error: unknown) => void = (error) => reportError(error),
): DeskStore {
  const desk = createDesk(connection)
  const { invoke, getState, subscribe, set, happen, run } = desk
  const keys = createTypeAhead(desk, report)
  const visits = createVisits(desk, keys, now)
  const events = createEvents(desk)
  const news = createNews(desk, visits, events, connection, now)
  const search = createSearch(desk)
  const payment = createPayment(desk)
  const answers = createAnswers(desk)
  const naming = createNaming(desk)
  const parking = createParking(desk, visits)
  const copies = createCopies(desk)
  const carryOut = createEnter(desk, { visits, search, payment, answers, naming, parking, copies, chooseEvent })
  const goBack = createGoBack(desk, visits.next)
  let typed = ''

  function chooseEvent(event: EventOffer | null): void {
    const step = stepOn(getState())
    if (step !== 'events' && step !== 'seats') return
    set({ notice: null, last: null })
    void visits.begin(event)
  }

  /** What can be done with the sale at the payment. */
  const atPayment = (work: Parameters<Desk['run']>[0]) => async (): Promise<void> => {
    if (stepOn(getState()) === 'payment') await run(work)
  }

  /** Where another sale may take the place of the one at hand. */
  const atRecall = (work: Parameters<Desk['run']>[0]) => async (): Promise<void> => {
    const { screen, work: at } = getState()
    if (screen.name === 'work' && mayRecall(at)) await run(work)
  }

  return {
    getState,
    subscribe,
    invoke,
    start: news.start,
    ...createPeople(desk),
    ...createSights(desk),
    ...createLine(desk, keys, visits, events, carryOut),
    move: (by) => happen({ type: 'arrow', by }),
    goBack() {
      const { screen } = getState()
      if ('office' in screen && screen.office) happen({ type: 'office-toggled' })
      else if (screen.name === 'float') happen({ type: 'float-settled' })
      else keys.inTurn(goBack)
    },
    typing(text) {
      typed = text
    },
    payWith(tender) {
      keys.onSight(
        atPayment(() => {
          set({ unsent: null })
          return payment.payWith(tender, digitsInNumber(typed.trim()))
        }),
      )
    },
    nextLanguage: () => keys.inTurn(naming.nextLanguage),
    readAloud: () => keys.inTurn(naming.readAloud),
    nameCustomer: () => keys.inTurn(atPayment(naming.open)),
    park: () => keys.inTurn(atPayment(parking.park)),
    recall: () => keys.inTurn(atRecall(parking.recall)),
    openBehind: () => keys.inTurn(atRecall(parking.open)),
    repeat() {
      keys.inTurn(async () => {
        if (stepOn(getState()) === 'seats') await run(() => search.repeat())
      })
    },
    reprint: () => keys.inTurn(atRecall(copies.ask)),
    chooseEvent,
    lookAtEvents: () => void events.look(),
  }
}
