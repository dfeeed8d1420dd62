import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import type { DrivenTender } from '../../../shared/domain/money/tender.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { type KioskEvent, mayDo } from '../../../shared/kiosk-api/contract.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Connection } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import { createEnter, createLine, createSearch, type Line } from './desk-line.ts'
import { createCopies, createNaming, createParking, createPayment } from './desk-sale.ts'
import { type DeskState, type ParkedSale, stepOn } from './desk-state.ts'
import {
  createAnswers,
  createEvents,
  createGoBack,
  createPeople,
  createVisits,
  type DeskPeople,
  type Events,
  type Visits,
} from './desk-visits.ts'
import { createDesk, createTypeAhead, type Desk } from './desk.ts'
import { atHand, mayRecall } from './work.ts'

export interface DeskStore extends DeskPeople, Sights, Line, Pick<Desk, 'getState' | 'subscribe' | 'invoke'> {
  readonly start: () => () => void
  readonly move: (by: number) => void
  readonly goBack: () => void
  /** Stores the text of the command line. A tender's key takes an amount there as a partial payment. */
  readonly typing: (text: string) => void
  readonly payWith: (tender: DrivenTender) => void
  /** Changes the customer's language, on their display and on their tickets. */
  readonly nextLanguage: () => void
  readonly readAloud: () => void
  /** Opens the entry of the customer's details, which are optional. */
  readonly nameCustomer: () => void
  readonly park: () => void
  readonly recall: () => void
  readonly openBehind: () => void
  /** Repeats the seat request of the previous sale. */
  readonly repeat: () => void
  /** Reprints the last sale's tickets, after asking for the reason. */
  readonly reprint: () => void
  readonly chooseEvent: (event: EventOffer | null) => void
  /** Requests the events when their list becomes visible. */
  readonly lookAtEvents: () => void
}

/** Creates the store of the cashier's desk: the typed line, the offers, and the sale as the main process reports it. */
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

  /** Returns a function that runs `work` only at the payment step. */
  const atPayment = (work: Parameters<Desk['run']>[0]) => async (): Promise<void> => {
    if (stepOn(getState()) === 'payment') await run(work)
  }

  /** Returns a function that runs `work` only if another sale may replace the one at hand. */
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

const AGAIN_MS = 3_000

/** Updates from the main process. After a lost connection, the whole state is requested. */
interface News {
  /** Starts listening. Returns a function that stops it. */
  readonly start: () => () => void
}

function createNews(desk: Desk, visits: Visits, events: Events, connection: Connection, now: () => number): News {
  const { invoke, getState, set } = desk

  const seen = (sales: readonly SaleView[]): readonly ParkedSale[] => sales.map((sale) => ({ sale, seenAt: now() }))

  async function refresh(): Promise<void> {
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: 'lost' })
    set({
      connection: 'up',
      info: reply.value,
      parked: seen(reply.value.parked ?? []),
      behind: reply.value.behind ?? [],
    })
    const known = reply.value.sale
    const { sale, visit } = atHand(getState().work)
    if (known && (known.stage.name !== 'choosing' || visit)) visits.told(known)
    else if (sale || visit) await visits.begin()
    await events.list()
  }

  /** Repeats the requests that failed while the booking service was unreachable. */
  function comeBack(): void {
    void events.look()
    void visits.opened().then(visits.reopen)
  }

  function onEvent(event: KioskEvent): void {
    const { info, work } = getState()
    if (event.name === 'sale-changed') {
      const { sale, visit } = atHand(work)
      if (event.payload.saleId === (sale?.saleId ?? visit?.saleId)) visits.told(event.payload)
    } else if (event.name === 'restarting') set({ connection: 'lost' })
    else if (event.name === 'parked-changed') set({ parked: seen(event.payload) })
    else if (event.name === 'behind-changed') set({ behind: event.payload })
    else if (info && event.name === 'partner-changed') {
      set({ info: { ...info, partner: event.payload } })
      if (event.payload.state === 'up') comeBack()
    } else if (info && event.name === 'printer-changed') set({ info: { ...info, printer: event.payload } })
  }

  return {
    start() {
      const timer = setInterval(() => {
        if (getState().connection !== 'up') void refresh()
        events.dropOver()
      }, AGAIN_MS)
      const stops = [
        connection.subscribe(onEvent),
        connection.onLost(() => set({ connection: 'lost' })),
        connection.onReopened(() => void refresh()),
        () => clearInterval(timer),
      ]
      void refresh()
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Visible parts of the desk, and the selection made there. */
interface Sights {
  /** Has no effect for staff members without access to the office. */
  readonly toggleOffice: () => void
  readonly toggleFiles: () => void
  /** The opening float was entered or postponed. */
  readonly settleFloat: () => void
  readonly toggleMap: () => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  readonly meet: (problem: Problem) => void
}

function createSights({ getState, set, happen }: Desk): Sights {
  return {
    toggleOffice() {
      const { who } = getState().screen
      if (who && mayDo('listOpenSales', who.person.role)) happen({ type: 'office-toggled' })
    },
    toggleFiles() {
      if (getState().screen.who) happen({ type: 'files-toggled' })
    },
    settleFloat: () => happen({ type: 'float-settled' }),
    toggleMap: () => set({ mapShown: !getState().mapShown }),
    openSection: (sectionId) => happen({ type: 'section-opened', sectionId }),
    pick: (picked) => happen({ type: 'seats-picked', picked }),
    meet: (problem) => set({ notice: problem }),
  }
}

const DeskContext = createContext<DeskStore | null>(null)

export function DeskProvider({ store, children }: { store: DeskStore; children: ReactNode }) {
  return <DeskContext value={store}>{children}</DeskContext>
}

export function useDesk(): { readonly store: DeskStore; readonly state: DeskState } {
  const store = use(DeskContext)
  if (!store) throw new Error('useDesk is called outside <DeskProvider>')
  return { store, state: useSyncExternalStore(store.subscribe, store.getState, store.getState) }
}
