import type { EventOffer, Overview } from '../../../shared/domain/seats/offer.ts'
import { sameOverview } from '../../../shared/domain/seats/overview.ts'
import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { Language, SaleView, SeatProposal, TenderKind } from '../../../shared/kiosk-api/views.ts'
import type { Result } from '../../../shared/domain/result.ts'
import type { Connection } from '../../app/bridge.ts'
import { createInvoke, type Invoke } from '../../app/kiosk-client.ts'
import {
  failed,
  forNextCustomer,
  initialState,
  noWishes,
  ready,
  valueOf,
  waiting,
  type Aid,
  type DialogName,
  type KioskState,
  type Step,
  type Wishes,
} from './kiosk-state.ts'
import type { Problem } from '../../app/problem.ts'

const EVENTS_LIMIT = 100
const EVENTS_EVERY_MS = 30_000
const AGAIN_MS = 3000

export interface KioskStore {
  readonly getState: () => KioskState
  readonly subscribe: (listener: () => void) => () => void
  readonly invoke: Invoke
  /** Asks for everything, and goes on listening and asking until the answer is called. */
  readonly start: () => () => void
  readonly speak: (language: Language) => void
  readonly toggleAid: (aid: Aid) => void
  readonly showEvents: () => void
  readonly toAttract: () => void
  readonly chooseEvent: (event: EventOffer) => void
  readonly chooseCount: (count: number) => void
  readonly proposeAgain: () => void
  readonly openWishes: () => void
  /** Back to the offers, asked for again under these wishes. */
  readonly wish: (wishes: Wishes) => void
  readonly openMap: () => void
  readonly openSection: (sectionId: string | null) => void
  readonly pick: (seatIds: readonly string[]) => void
  /** The venue as it is by now. */
  readonly seeOverview: (saleId: string, overview: Overview) => void
  /** A failure that a screen met on its own. */
  readonly meet: (problem: Problem) => void
  readonly backToParty: () => void
  readonly backToOffers: () => void
  readonly hold: (sectionId: string, seatIds: readonly string[]) => void
  readonly changeSeats: () => void
  readonly pay: (tender: TenderKind) => void
  readonly cancelPayment: () => void
  /** Answers the refusal, where there is one: it is for the pad that asked. */
  readonly confirmCash: (pin: string, received: number) => Promise<Problem | null>
  readonly retryPrint: () => void
  /** Staff's own screen, over whatever was there. */
  readonly openStaff: () => void
  readonly closeStaff: () => void
  readonly openDialog: (dialog: DialogName) => void
  readonly closeDialog: () => void
  /** The customer is done, or gone: everything held is given back, everything typed is wiped. */
  readonly leave: (reason: 'cancelled' | 'idle') => void
}

/** State flows down from the main process, commands flow up; between them stands what only this page knows. */
export function createKioskStore(connection: Connection, now: () => number = () => performance.now()): KioskStore {
  const invoke = createInvoke(connection, () => set({ connection: 'lost' }))
  const listeners = new Set<() => void>()
  let state = initialState
  /** Grows with each customer and event: an answer for an older one is too late. */
  let turn = 0
  /** Steps of the sale that the main process has pushed. */
  let heard = 0
  /** Grows with each search for seats. */
  let search = 0

  const set = (change: Partial<KioskState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function reset(): void {
    turn += 1
    set(forNextCustomer(state))
    void loadEvents()
  }

  function onSale(sale: SaleView): void {
    const visit = valueOf(state.visit)
    const before = state.sale?.stage.name
    set({ sale, saleSeenAt: now() })
    if (sale.stage.name === 'ended' && !['hold-expired', 'session-expired', 'fault'].includes(sale.stage.reason)) {
      void invoke('leaveSale', { saleId: sale.saleId })
      reset()
    } else if (sale.stage.name === 'choosing' && before !== 'choosing') {
      if (visit?.saleId !== sale.saleId) startVisit(sale.event)
      else if (before !== undefined || sale.stage.notice) choosingAgain()
    }
  }

  /** Back from a hold: what was chosen may be gone, so the offers are asked for again and the map is clear. */
  function choosingAgain(): void {
    set({ picked: [] })
    if (state.step.name === 'offers') propose(state.step.count)
  }

  function onEvent(event: KioskEvent): void {
    switch (event.name) {
      case 'sale-changed':
        if (event.payload.saleId !== (state.sale?.saleId ?? valueOf(state.visit)?.saleId)) break
        heard += 1
        onSale(event.payload)
        break
      case 'partner-changed':
        if (state.info) set({ info: { ...state.info, partner: event.payload } })
        void loadEvents()
        break
      case 'screen-measured':
      case 'storage-changed':
      case 'purchases-changed':
        if (state.info) set({ info: { ...state.info, ...event.payload } })
        break
      case 'printer-changed':
        if (state.info) set({ info: { ...state.info, printer: event.payload } })
        break
      case 'restarting':
        set({ connection: 'lost' })
        break
      // Of a cashier's desk, of a machine that is being set up, and of the screens as a whole.
      case 'restarted':
      case 'setup-changed':
      case 'parked-changed':
      case 'display-changed':
        break
    }
  }

  async function refresh(): Promise<void> {
    const heardBefore = heard
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: reply.error.type === 'forbidden' ? 'set-up' : 'lost' })
    const info = reply.value
    const speaks = info.sale?.language ?? info.defaultLanguage
    set({ connection: 'up', info, ...(!state.info && { language: speaks }) })
    const visit = valueOf(state.visit)
    if (info.sale && heard === heardBefore) onSale(info.sale)
    else if (!info.sale && state.sale) reset()
    else if (!info.sale && visit) startVisit(visit.event)
    await loadEvents()
  }

  async function loadEvents(): Promise<void> {
    const reply = await invoke('listEvents', { page: 1, limit: EVENTS_LIMIT })
    if (reply.ok) set({ events: ready(reply.value) })
    else if (reply.error.type !== 'bridge-lost') set({ events: failed(reply.error) })
  }

  function startVisit(event: EventOffer): void {
    turn += 1
    const mine = turn
    set({
      step: { name: 'party', event },
      visit: waiting,
      proposals: null,
      wishes: noWishes,
      picked: [],
      sale: null,
      problem: null,
      busy: false,
    })
    void invoke('startVisit', { eventId: event.eventId, language: state.language }).then((reply) => {
      if (mine !== turn) {
        if (reply.ok) void invoke('abandonSale', { saleId: reply.value.saleId, reason: 'cancelled' })
        return
      }
      if (!reply.ok) set({ visit: failed(reply.error) })
      else {
        set({ visit: ready(reply.value) })
        if (state.step.name === 'offers') propose(state.step.count)
      }
    })
  }

  function propose(count: number): void {
    const visit = valueOf(state.visit)
    search += 1
    set({ proposals: waiting })
    if (!visit) return
    const [mine, current] = [turn, search]
    const { zoneId, maxPrice } = state.wishes
    const wish = { ...(zoneId !== null && { zoneId }), ...(maxPrice !== null && { maxPrice }) }
    void invoke('proposeSeats', { saleId: visit.saleId, count, ...wish }).then((reply) => {
      if (mine !== turn || current !== search) return
      set({ proposals: reply.ok ? ready<readonly SeatProposal[]>(reply.value) : failed(reply.error) })
      if (reply.ok) void improve(visit.saleId, mine, current)
    })
  }

  /** Goes on looking for as long as the offers are in sight: a large venue has more sections than a breath is long. */
  async function improve(saleId: string, mine: number, current: number): Promise<void> {
    const reply = await invoke('improveProposals', { saleId })
    if (mine !== turn || current !== search || state.step.name !== 'offers' || state.busy) return
    if (!reply.ok || !reply.value) return
    set({ proposals: ready<readonly SeatProposal[]>(reply.value) })
    await improve(saleId, mine, current)
  }

  /** Runs a command that answers with the sale; one at a time. */
  async function command(run: () => Promise<Result<SaleView, Problem>>): Promise<Problem | null> {
    if (state.busy) return null
    set({ busy: true, problem: null })
    const mine = turn
    const heardBefore = heard
    const reply = await run()
    if (mine !== turn) return null
    set({ busy: false })
    if (!reply.ok) return reply.error
    // Every step is pushed too, and what was pushed since is newer than this answer.
    if (heard === heardBefore) onSale(reply.value)
    return null
  }

  /** A command whose refusal the screen under it shows. */
  function act(run: (saleId: string) => Promise<Result<SaleView, Problem>>): void {
    const saleId = state.sale?.saleId ?? valueOf(state.visit)?.saleId
    if (saleId === undefined) return
    void command(() => run(saleId)).then((problem) => {
      if (!problem) return
      set({ problem })
      if (problem.type === 'seat-unknown') choosingAgain()
    })
  }

  /** The sale is over for this screen; if it is not, it comes back into sight. */
  function giveUp(reason: 'cancelled' | 'idle'): void {
    const saleId = state.sale?.saleId ?? valueOf(state.visit)?.saleId
    const stage = state.sale?.stage.name ?? 'choosing'
    if (saleId === undefined) return
    const over = stage !== 'choosing' && stage !== 'review'
    const told = over ? invoke('leaveSale', { saleId }) : invoke('abandonSale', { saleId, reason })
    void told.then((reply) => (reply.ok ? undefined : refresh()))
  }

  function closeStaff(): void {
    set({ staffDesk: false })
    void refresh()
  }

  function toStep(step: Step): void {
    set({ step, problem: null, ...(state.sale?.stage.name === 'choosing' && { sale: withoutNotice(state.sale) }) })
  }

  function start(): () => void {
    const stops = [
      connection.subscribe(onEvent),
      connection.onLost(() => set({ connection: 'lost' })),
      connection.onReopened(() => void refresh()),
      every(AGAIN_MS, () => {
        if (state.connection !== 'up') void refresh()
      }),
      every(EVENTS_EVERY_MS, () => {
        if (state.connection === 'up' && state.visit === null) void loadEvents()
      }),
      every(AGAIN_MS, () => {
        if (state.connection === 'up' && state.events.state === 'failed') void loadEvents()
      }),
    ]
    void refresh()
    return () => stops.forEach((stop) => stop())
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    invoke,
    start,
    speak(language) {
      set({ language, dialog: null })
      const saleId = state.sale?.saleId ?? valueOf(state.visit)?.saleId
      if (saleId !== undefined) void invoke('setLanguage', { saleId, language })
    },
    toggleAid: (aid) => set({ aids: { ...state.aids, [aid]: !state.aids[aid] } }),
    showEvents() {
      giveUp('cancelled')
      turn += 1
      set({
        step: { name: 'events' },
        visit: null,
        proposals: null,
        wishes: noWishes,
        picked: [],
        sale: null,
        problem: null,
        dialog: null,
        busy: false,
      })
      void loadEvents()
    },
    toAttract: reset,
    chooseEvent: startVisit,
    chooseCount(count) {
      if (state.step.name === 'attract' || state.step.name === 'events') return
      toStep({ name: 'offers', event: state.step.event, count })
      propose(count)
    },
    proposeAgain() {
      if (state.step.name !== 'offers') return
      if (state.visit?.state === 'failed') {
        const { count, event } = state.step
        startVisit(event)
        toStep({ name: 'offers', event, count })
      }
      set({ problem: null })
      propose(state.step.count)
    },
    openWishes() {
      if (state.step.name === 'offers') toStep({ ...state.step, name: 'wishes' })
    },
    wish(wishes) {
      if (state.step.name !== 'offers' && state.step.name !== 'wishes') return
      const { event, count } = state.step
      set({ wishes })
      toStep({ name: 'offers', event, count })
      propose(count)
    },
    seeOverview(saleId, overview) {
      const visit = valueOf(state.visit)
      if (visit?.saleId !== saleId || sameOverview(overview, visit.session.overview)) return
      set({ visit: ready({ ...visit, session: { ...visit.session, overview } }) })
    },
    openMap() {
      if (state.step.name !== 'offers') return
      toStep({ ...state.step, name: 'map', sectionId: null })
      set({ picked: [] })
    },
    openSection(sectionId) {
      if (state.step.name !== 'map') return
      toStep({ ...state.step, sectionId })
      set({ picked: [] })
    },
    pick: (picked) => set({ picked }),
    meet: (problem) => set({ problem }),
    backToParty() {
      if (state.step.name === 'offers') toStep({ name: 'party', event: state.step.event })
    },
    backToOffers() {
      if (state.step.name !== 'map') return
      const { event, count } = state.step
      toStep({ name: 'offers', event, count })
      propose(count)
    },
    hold: (sectionId, seatIds) => act((saleId) => invoke('holdSeats', { saleId, sectionId, seatIds: [...seatIds] })),
    changeSeats: () => act((saleId) => invoke('changeSeats', { saleId })),
    pay: (tender) => act((saleId) => invoke('pay', { saleId, tender })),
    cancelPayment: () => act((saleId) => invoke('cancelPayment', { saleId })),
    async confirmCash(pin, received) {
      const saleId = state.sale?.saleId
      return saleId === undefined ? null : command(() => invoke('confirmCash', { saleId, pin, received }))
    },
    retryPrint: () => act((saleId) => invoke('retryPrint', { saleId })),
    leave(reason) {
      if (state.staffDesk) {
        closeStaff()
        return
      }
      giveUp(reason)
      reset()
    },
    openStaff: () => set({ staffDesk: true, dialog: null }),
    closeStaff,
    openDialog: (dialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
  }
}

function withoutNotice(sale: SaleView): SaleView {
  return { ...sale, stage: { name: 'choosing', notice: null } }
}

/** Calls with a little jitter, so that a hall of kiosks does not ask in step. */
function every(milliseconds: number, call: () => void): () => void {
  let timer = setTimeout(function again() {
    call()
    timer = setTimeout(again, jittered(milliseconds))
  }, jittered(milliseconds))
  return () => clearTimeout(timer)
}

function jittered(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2)
}
