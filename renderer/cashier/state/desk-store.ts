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
import { createGoBack, failureOf } from './desk-back.ts'
import { createNaming } from './desk-customer.ts'
import { createParking, mayRecall } from './desk-parking.ts'
import { createPayment } from './desk-payment.ts'
import { createPeople, type DeskPeople } from './desk-people.ts'
import {
  initialDesk,
  stepOf,
  chosenAfter,
  languageAfter,
  movesMoney,
  type DeskState,
  type ParkedSale,
} from './desk-state.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'

/** Nothing typed, offered or picked yet. */
const emptyDesk = {
  offers: null,
  chosen: 0,
  sectionId: null,
  picked: [],
  recalling: false,
  asking: null,
  unpaid: false,
  givingUp: false,
  doubted: null,
  naming: false,
  customer: null,
  found: null,
  busy: false,
} satisfies Partial<DeskState>

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

  const set = (change: Partial<DeskState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function inTurn(work: () => Promise<void> | void): void {
    line = line.then(work)
  }

  /** Money wants a key of its own: one that was pressed before the same sale stood at the same step says nothing about it. */
  function onSight(work: () => Promise<void> | void): void {
    const { sale } = state
    const step = stepOf(state)
    inTurn(() => (movesMoney(stepOf(state)) && (stepOf(state) !== step || state.sale !== sale) ? undefined : work()))
  }

  async function refresh(): Promise<void> {
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: 'lost' })
    set({ connection: 'up', info: reply.value, parked: seen(reply.value.parked ?? []) })
    const known = reply.value.sale
    if (known && (known.stage.name !== 'choosing' || state.visit)) onSale(known)
    else if (state.sale || state.visit) await beginVisit()
    listing = listEvents()
    await listing
  }

  async function listEvents(): Promise<void> {
    const events = await invoke('listEvents', { page: 1, limit: EVENTS_LIMIT })
    if (events.ok) set({ events: events.value.events })
  }

  const seen = (sales: readonly SaleView[]): readonly ParkedSale[] => sales.map((sale) => ({ sale, seenAt: now() }))

  const payment = createPayment({ invoke, getState: () => state, set })

  const naming = createNaming({ invoke, getState: () => state, set })

  const parking = createParking({
    invoke,
    getState: () => state,
    set,
    beginVisit: () => beginVisit(),
    async takeUp({ sale, visit }) {
      turn += 1
      set({ ...emptyDesk, visit, sale: null })
      onSale(sale)
      if (sale.stage.name === 'choosing' && !visit) await beginVisit()
    },
  })

  function onSale(sale: SaleView): void {
    set({ sale, saleSeenAt: now(), event: sale.event })
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
      if (event.payload.saleId === (state.sale?.saleId ?? state.visit?.saleId)) onSale(event.payload)
    } else if (event.name === 'restarting') set({ connection: 'lost' })
    else if (event.name === 'parked-changed') set({ parked: seen(event.payload) })
    else if (state.info && event.name === 'partner-changed') set({ info: { ...state.info, partner: event.payload } })
    else if (state.info && event.name === 'printer-changed') set({ info: { ...state.info, printer: event.payload } })
  }

  /** Another sale may have been taken up by then. */
  async function nextAfter(saleId: string): Promise<void> {
    if (state.sale?.saleId === saleId) await next()
  }

  /** The sale is over for this desk: the next customer's begins at once. */
  async function next(): Promise<void> {
    const left = state.sale ? await invoke('leaveSale', { saleId: state.sale.saleId }) : null
    await beginVisit()
    if (left?.ok === false) set({ notice: left.error })
  }

  function beginVisit(): Promise<void> {
    opening = openVisit()
    return opening
  }

  async function openVisit(): Promise<void> {
    turn += 1
    const mine = turn
    const { event, info } = state
    set({ ...emptyDesk, visit: null, sale: null })
    if (!event || !info) return
    const reply = await invoke('startVisit', { eventId: event.eventId, language: info.defaultLanguage })
    if (mine !== turn) return
    if (reply.ok) set({ visit: reply.value })
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
    const { visit } = state
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
    set({ offers: reply.value, chosen: 0, last: null })
    return null
  }

  /** A scanner types what it reads, and Enter. */
  async function findByTicket(code: string): Promise<DeskNotice | null> {
    const { who } = state
    if (!who) return null
    const reply = await invoke('findSales', { ...who.credentials, text: code })
    if (!reply.ok) return reply.error
    const [found = null] = reply.value
    set({ found, offers: null, sectionId: null, picked: [] })
    return found ? null : { type: 'no-such-ticket' }
  }

  async function hold(sectionId: string, seatIds: readonly string[]): Promise<DeskNotice | null> {
    const { visit } = state
    if (!visit) return null
    const reply = await invoke('holdSeats', { saleId: visit.saleId, sectionId, seatIds: [...seatIds] })
    if (!reply.ok) return reply.error
    set({ offers: null, chosen: 0, sectionId: null, picked: [], change: null, last: null })
    return null
  }

  /** What Enter means now. */
  async function carryOut(text: string): Promise<void> {
    const { offers, chosen, events, parked, sale, sectionId, picked } = state
    const step = stepOf(state)
    if (state.found) set({ found: null })
    if ((step === 'events' || step === 'seats') && SCANNED.test(text)) return run(() => findByTicket(text))
    switch (step) {
      case 'events': {
        const event = text === '' ? events[chosen] : events[Number(text) - 1]
        return event ? chooseEvent(event) : set({ notice: { type: 'no-such-event' } })
      }
      case 'seats': {
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
      case 'question':
        // A question about a sale that is over for this desk may be left to the list of staff.
        return text === '' && sale?.stage.name !== 'review' && sale?.stage.name !== 'paying'
          ? next()
          : run(() => payment.answer(text))
      case 'parked': {
        const sale = text === '' ? parked[chosen] : parked[Number(text) - 1]
        return sale ? run(() => parking.recallOne(sale.sale.saleId)) : set({ notice: { type: 'no-such-sale' } })
      }
      case 'problem': {
        if (sale?.stage.name !== 'print-problem') return next()
        const { saleId } = sale
        return run(async () => failureOf(await invoke('retryPrint', { saleId })))
      }
      case 'signed-out':
      case 'under-way':
      case 'files':
    }
  }

  function chooseEvent(event: EventOffer | null): void {
    const step = stepOf(state)
    if (step !== 'events' && step !== 'seats') return
    set({ event, chosen: 0, notice: null, last: null })
    void beginVisit()
  }

  const goBack = createGoBack({ invoke, getState: () => state, set, run, next })

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
    ...createPeople({ invoke, getState: () => state, set }),
    toggleOffice() {
      const { who, office } = state
      if (who && mayDo('listOpenSales', who.person.role)) set({ office: !office })
    },
    enter(typed) {
      onSight(async () => {
        if (stepOf(state) === 'events') await listing
        if (stepOf(state) === 'seats') await opening
        await carryOut(typed.trim())
      })
    },
    move(by) {
      set({ chosen: chosenAfter(state, by) })
    },
    goBack() {
      if (state.office) set({ office: false })
      else inTurn(goBack)
    },
    typing(text) {
      typed = text
    },
    payWith(tender) {
      onSight(async () => {
        if (stepOf(state) === 'payment') await run(() => payment.payWith(tender, typed.trim()))
      })
    },
    nextLanguage() {
      inTurn(async () => {
        const { info, sale } = state
        if (!info || !sale) return
        const language = languageAfter(sale.language, info)
        await run(async () => {
          const changed = await invoke('setLanguage', { saleId: sale.saleId, language })
          if (changed.ok) set({ sale: { ...sale, language } })
          return failureOf(changed)
        })
      })
    },
    nameCustomer() {
      inTurn(async () => {
        if (stepOf(state) === 'payment') await run(() => naming.open())
      })
    },
    park() {
      inTurn(async () => {
        if (stepOf(state) === 'payment') await run(() => parking.park())
      })
    },
    recall() {
      inTurn(async () => {
        if (mayRecall(state)) await run(() => parking.recall())
      })
    },
    chooseEvent,
    toggleFiles: () => {
      if (state.who) set({ filesShown: !state.filesShown, notice: null })
    },
    toggleMap: () => set({ mapShown: !state.mapShown }),
    openSection: (sectionId) => set({ sectionId, picked: [], offers: null }),
    pick: (picked) => set({ picked, offers: null }),
    meet: (problem) => set({ notice: problem }),
  }
}
