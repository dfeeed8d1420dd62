import { readDeskCommand } from '../../../shared/domain/desk/desk-command.ts'
import { seatsNamed } from '../../../shared/domain/desk/seats-named.ts'
import { exponentOf } from '../../../shared/domain/money/money.ts'
import type { EventOffer } from '../../../shared/domain/seats/offer.ts'
import { planSectionOf, seatRows } from '../../../shared/domain/seats/choice/index.ts'
import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import { mayDo } from '../../../shared/kiosk-api/roles.ts'
import type { DrivenTender } from '../../../shared/domain/money/tender.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Connection } from '../../app/bridge.ts'
import { createInvoke, type Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { createGoBack, failureOf } from './desk-back.ts'
import { createNaming } from './desk-customer.ts'
import { createParking } from './desk-parking.ts'
import { createPayment } from './desk-payment.ts'
import { createPeople, type DeskPeople } from './desk-people.ts'
import {
  deskAfter,
  initialDesk,
  languageAfter,
  movesMoney,
  stepOn,
  type DeskState,
  type ParkedSale,
} from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand, eventOf, mayRecall } from './work.ts'

const EVENTS_LIMIT = 100
/** A ticket's QR code as a scanner types it: no cashier types so long a word. */
const SCANNED = /^\S{16,}$/u
const AGAIN_MS = 3_000
export interface DeskStore extends DeskPeople {
  readonly getState: () => DeskState
  readonly subscribe: (listener: () => void) => () => void
  readonly invoke: Invoke
  readonly start: () => () => void
  /** For those who look after the machine; nobody else has one. */
  readonly toggleOffice: () => void
  /** The command line's Enter: what it means depends on where the sale is. */
  readonly enter: (typed: string) => void
  readonly move: (by: number) => void
  readonly goBack: () => void
  /** What stands in the command line: a sum there is the part that a tender's key takes. */
  readonly typing: (text: string) => void
  readonly payWith: (tender: DrivenTender) => void
  /** The customer's: on their display, and on their tickets. */
  readonly nextLanguage: () => void
  /** Who the customer is, where they want to say. */
  readonly nameCustomer: () => void
  readonly park: () => void
  readonly recall: () => void
  readonly chooseEvent: (event: EventOffer | null) => void
  readonly toggleMap: () => void
  readonly toggleFiles: () => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  readonly meet: (problem: Problem) => void
}

/** The cashier's desk: a line that is typed, offers to choose from, and the sale as the main process tells it. */
export function createDeskStore(connection: Connection, now: () => number = () => performance.now()): DeskStore {
  const invoke = createInvoke(connection, () => set({ connection: 'lost' }))
  const listeners = new Set<() => void>()
  let state = initialDesk
  /** Fast hands type ahead: each line waits for what came before, and means what it means by then. */
  let line: Promise<void> = Promise.resolve()
  let typed = ''
  /** What is typed before the events are listed, or the visit is open, waits for that. */
  let listing: Promise<void> = Promise.resolve()
  let opening: Promise<void> = Promise.resolve()
  /** Grows with each visit: an answer for an older one is too late. */
  let turn = 0

  function become(next: DeskState): void {
    state = next
    for (const listener of listeners) listener()
  }

  const set: Desk['set'] = (change) => become({ ...state, ...change })

  const desk: Desk = {
    invoke,
    getState: () => state,
    set,
    happen: (happened, change) => become({ ...deskAfter(state, happened), ...change }),
    run,
  }
  const { happen } = desk

  function inTurn(work: () => Promise<void> | void): void {
    line = line.then(work)
  }

  /** Money wants a key of its own: one that was pressed before the same sale stood at the same step says nothing about it. */
  function onSight(work: () => Promise<void> | void): void {
    const step = stepOn(state)
    const { sale } = atHand(state.work)
    inTurn(() => {
      const same = stepOn(state) === step && atHand(state.work).sale === sale
      return movesMoney(stepOn(state)) && !same ? undefined : work()
    })
  }

  async function refresh(): Promise<void> {
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: 'lost' })
    set({ connection: 'up', info: reply.value, parked: seen(reply.value.parked ?? []) })
    const known = reply.value.sale
    const { sale, visit } = atHand(state.work)
    if (known && (known.stage.name !== 'choosing' || visit)) onSale(known)
    else if (sale || visit) await beginVisit()
    listing = listEvents()
    await listing
  }

  async function listEvents(): Promise<void> {
    const events = await invoke('listEvents', { page: 1, limit: EVENTS_LIMIT })
    if (events.ok) set({ events: events.value.events })
  }

  const seen = (sales: readonly SaleView[]): readonly ParkedSale[] => sales.map((sale) => ({ sale, seenAt: now() }))

  const payment = createPayment(desk)
  const naming = createNaming(desk)
  const parking = createParking(desk, {
    beginVisit: () => beginVisit(),
    async takeUp({ sale, visit }) {
      turn += 1
      happen({ type: 'recalled', sale, visit })
      onSale(sale)
      if (sale.stage.name === 'choosing' && !visit) await beginVisit()
    },
  })

  function onSale(sale: SaleView): void {
    happen({ type: 'sale-told', sale }, { saleSeenAt: now() })
    const { stage } = sale
    if (stage.name === 'done') {
      const last = { seats: sale.seats.length, amount: sale.amount, change: stage.change, currency: sale.currency }
      set({ last })
      inTurn(() => nextAfter(sale.saleId))
    } else if (stage.name === 'ended') inTurn(() => nextAfter(sale.saleId))
    else if (stage.name === 'choosing' && stage.notice) set({ notice: stage.notice })
    else if (stage.name === 'review' && stage.notice) set({ notice: stage.notice })
  }

  function onEvent(event: KioskEvent): void {
    if (event.name === 'sale-changed') {
      const { sale, visit } = atHand(state.work)
      if (event.payload.saleId === (sale?.saleId ?? visit?.saleId)) onSale(event.payload)
    } else if (event.name === 'restarting') set({ connection: 'lost' })
    else if (event.name === 'parked-changed') set({ parked: seen(event.payload) })
    else if (state.info && event.name === 'partner-changed') set({ info: { ...state.info, partner: event.payload } })
    else if (state.info && event.name === 'printer-changed') set({ info: { ...state.info, printer: event.payload } })
  }

  /** Another sale may have been taken up by then. */
  async function nextAfter(saleId: string): Promise<void> {
    if (atHand(state.work).sale?.saleId === saleId) await next()
  }

  /** The sale is over for this desk: the next customer's begins at once. */
  async function next(): Promise<void> {
    const { sale } = atHand(state.work)
    const left = sale ? await invoke('leaveSale', { saleId: sale.saleId }) : null
    await beginVisit()
    if (left?.ok === false) set({ notice: left.error })
  }

  function beginVisit(event = eventOf(state.work)): Promise<void> {
    opening = openVisit(event)
    return opening
  }

  async function openVisit(event: EventOffer | null): Promise<void> {
    turn += 1
    const mine = turn
    const { info } = state
    happen({ type: 'visit-begun', event })
    if (!event || !info) return
    const reply = await invoke('startVisit', { eventId: event.eventId, language: info.defaultLanguage })
    if (mine !== turn) return
    if (reply.ok) happen({ type: 'visit-opened', visit: reply.value })
    else set({ notice: reply.error })
  }

  /** One thing at a time; what it met is told. */
  async function run(work: () => Promise<DeskNotice | null>): Promise<void> {
    if (state.busy) return
    set({ busy: true, notice: null })
    const mine = turn
    const notice = await work()
    if (mine === turn) set({ busy: false })
    if (notice) set({ notice })
  }

  async function askFor(typed: string): Promise<DeskNotice | null> {
    const { visit } = atHand(state.work)
    if (!visit) return null
    const { overview, currency } = visit.session
    const command = readDeskCommand(typed, overview, visit.plan, 10 ** exponentOf(currency))
    if (!command.ok) return command.error
    const { saleId } = visit
    if (command.value.type === 'seats') {
      const { sectionId, row, spans } = command.value
      const reply = await invoke('viewSection', { saleId, sectionId })
      if (!reply.ok) return reply.error
      if (!reply.value.section) return { type: 'nothing-free' }
      const rows = seatRows(reply.value.section, planSectionOf(visit.plan, overview, sectionId))
      const named = seatsNamed(rows, row, spans)
      return named.ok
        ? hold(
            sectionId,
            named.value.map(({ seatId }) => seatId),
          )
        : named.error
    }
    const { count, sectionIds, maxPrice } = command.value
    const reply = await invoke('proposeSeats', {
      saleId,
      count,
      ...(sectionIds && { sectionIds: [...sectionIds] }),
      ...(maxPrice !== null && { maxPrice }),
    })
    if (!reply.ok) return reply.error
    if (reply.value.length === 0) return { type: 'nothing-free' }
    happen({ type: 'offers-found', offers: reply.value }, { last: null })
    return null
  }

  /** A scanner types what it reads, and Enter. */
  async function findByTicket(code: string): Promise<DeskNotice | null> {
    const { who } = state.screen
    if (!who) return null
    const reply = await invoke('findSales', { ...who.credentials, text: code })
    if (!reply.ok) return reply.error
    const [found = null] = reply.value
    happen({ type: 'search-ended' }, { found })
    return found ? null : { type: 'no-such-ticket' }
  }

  async function hold(sectionId: string, seatIds: readonly string[]): Promise<DeskNotice | null> {
    const { visit } = atHand(state.work)
    if (!visit) return null
    const reply = await invoke('holdSeats', { saleId: visit.saleId, sectionId, seatIds: [...seatIds] })
    if (!reply.ok) return reply.error
    happen({ type: 'search-ended' }, { change: null, last: null })
    return null
  }

  /** What Enter means now. */
  async function carryOut(text: string): Promise<void> {
    const { screen, work, events, parked, found } = state
    if (found) set({ found: null })
    if (screen.name !== 'work') return undefined
    if ((work.step === 'events' || work.step === 'seats') && SCANNED.test(text)) return run(() => findByTicket(text))
    switch (work.step) {
      case 'events': {
        const event = text === '' ? events[work.chosen] : events[Number(text) - 1]
        return event ? chooseEvent(event) : set({ notice: { type: 'no-such-event' } })
      }
      case 'seats': {
        const { offers, chosen, sectionId, picked } = work.search
        const offer = offers?.[chosen]
        const seatIds = offer ? offer.seats.map(({ seatId }) => seatId) : picked
        const where = offer ? offer.sectionId : sectionId
        if (text !== '') return run(() => askFor(text))
        return where !== null && seatIds.length > 0 ? run(() => hold(where, seatIds)) : undefined
      }
      case 'payment':
        return run(() => payment.takeCash(text))
      case 'payer':
        return run(() => payment.payBy(text))
      case 'attended':
        return run(() => payment.approve(text))
      case 'customer':
        return run(() => naming.note(text))
      case 'question': {
        const { type } = work.question
        // A question about a sale that is over for this desk may be left to the list of staff.
        return text === '' && (type === 'moved' || type === 'pay-back') ? next() : run(() => payment.answer(text))
      }
      case 'parked': {
        const waiting = text === '' ? parked[work.chosen] : parked[Number(text) - 1]
        return waiting ? run(() => parking.recallOne(waiting.sale.saleId)) : set({ notice: { type: 'no-such-sale' } })
      }
      case 'problem': {
        const { saleId, stage } = work.sale
        if (stage.name !== 'print-problem') return next()
        return run(async () => failureOf(await invoke('retryPrint', { saleId })))
      }
      case 'under-way':
        return undefined
    }
  }

  function chooseEvent(event: EventOffer | null): void {
    const step = stepOn(state)
    if (step !== 'events' && step !== 'seats') return
    set({ notice: null, last: null })
    void beginVisit(event)
  }

  const goBack = createGoBack(desk, next)

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    invoke,
    start() {
      const timer = setInterval(() => {
        if (state.connection !== 'up') void refresh()
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
    ...createPeople(desk),
    toggleOffice() {
      const { who } = state.screen
      if (who && mayDo('listOpenSales', who.person.role)) happen({ type: 'office-toggled' })
    },
    enter(typed) {
      onSight(async () => {
        if (stepOn(state) === 'events') await listing
        if (stepOn(state) === 'seats') await opening
        await carryOut(typed.trim())
      })
    },
    move(by) {
      happen({ type: 'arrow', by })
    },
    goBack() {
      if (state.screen.who && state.screen.office) happen({ type: 'office-toggled' })
      else inTurn(goBack)
    },
    typing(text) {
      typed = text
    },
    payWith(tender) {
      onSight(async () => {
        if (stepOn(state) === 'payment') await run(() => payment.payWith(tender, typed.trim()))
      })
    },
    nextLanguage() {
      inTurn(async () => {
        const { info } = state
        const { sale } = atHand(state.work)
        if (!info || !sale) return
        const language = languageAfter(sale.language, info)
        await run(async () => {
          const changed = await invoke('setLanguage', { saleId: sale.saleId, language })
          const { sale: known } = atHand(state.work)
          if (changed.ok && known) happen({ type: 'sale-told', sale: { ...known, language } })
          return failureOf(changed)
        })
      })
    },
    nameCustomer() {
      inTurn(async () => {
        if (stepOn(state) === 'payment') await run(() => naming.open())
      })
    },
    park() {
      inTurn(async () => {
        if (stepOn(state) === 'payment') await run(() => parking.park())
      })
    },
    recall() {
      inTurn(async () => {
        if (state.screen.name === 'work' && mayRecall(state.work)) await run(() => parking.recall())
      })
    },
    chooseEvent,
    toggleFiles() {
      if (state.screen.who) happen({ type: 'files-toggled' })
    },
    toggleMap: () => set({ mapShown: !state.mapShown }),
    openSection: (sectionId) => happen({ type: 'section-opened', sectionId }),
    pick: (picked) => happen({ type: 'seats-picked', picked }),
    meet: (problem) => set({ notice: problem }),
  }
}
