import type { HearingMove } from '../../../shared/domain/keypad.ts'
import { isOnlySpoken, type Tongue, writtenIn } from '../../../shared/domain/language.ts'
import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { CollectionView, Headphones } from '../../../shared/kiosk-api/views.ts'
import { type Connection, createInvoke, type Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import { type Hearing, hearingAfter } from '../speaking/hearing.ts'
import {
  type Aid,
  type DialogName,
  forNextCustomer,
  initialState,
  type KioskState,
  type Page,
  saleIdOf,
  visitOf,
} from './kiosk-state.ts'
import {
  createSelling,
  createVisiting,
  type SaleActions,
  type Selling,
  type VisitActions,
  type Visiting,
} from './selling.ts'
import { failed, isVisit, ready } from './steps.ts'

export interface KioskStore
  extends VisitActions, SaleActions, CollectingActions, HearingActions, Pick<Listening, 'start' | 'refresh'> {
  readonly getState: () => KioskState
  readonly subscribe: (listener: () => void) => () => void
  readonly invoke: Invoke
  /** Selects a language. If it is only spoken, also switches on pictogram mode with speech output. */
  readonly speak: (tongue: Tongue) => void
  readonly toggleAid: (aid: Aid) => void
  /** Switches pictogram mode with speech output on or off. */
  readonly showPictures: (on: boolean) => void
  readonly useKeys: () => void
  /** Starts switch scanning with this interval. Null stops it. */
  readonly scan: (everyMs: ScanSpeed | null) => void
  readonly showEvents: () => void
  readonly toAttract: () => void
  /** Same as `toAttract`, but leaves the speech output on for a customer who uses it. */
  readonly backToAttract: () => void
  /** Records a problem of a request that a screen made itself. */
  readonly meet: (problem: Problem) => void
  /** Opens the staff screen above the current screen. */
  readonly openStaff: () => void
  readonly closeStaff: () => void
  readonly openDialog: (dialog: DialogName) => void
  readonly closeDialog: () => void
  /** Ends the customer's session, finished or abandoned. Releases all held seats and erases all input. */
  readonly leave: (reason: 'cancelled' | 'idle') => void
}

/**
 * Creates the store of the page. State comes from the main process and commands go to it; only the customer's steps and
 * settings originate here.
 */
export function createKioskStore(connection: Connection, knows: KioskState = initialState): KioskStore {
  const page = createPage(connection, knows)
  const { invoke, getState, set, subscribe } = page
  const visiting = createVisiting(page)
  const selling = createSelling({
    page,
    now: () => performance.now(),
    visiting,
    toAttract,
    refresh: () => listening.refresh(),
  })
  const collecting = createCollecting({ page, selling, refresh: () => listening.refresh() })
  const hearing = createHearing(page)
  const listening = createListening({ page, connection, visiting, selling, hearing, toAttract })

  function toAttract(): void {
    page.newTurn()
    set(forNextCustomer(getState()))
    void listening.loadEvents()
  }

  function backToAttract(): void {
    if (!getState().aids.spoken) return toAttract()
    page.newTurn()
    set({ step: { name: 'attract' }, sale: null, problem: null, dialog: null, busy: false })
    void listening.loadEvents()
  }

  function closeStaff(): void {
    set({ staffDesk: false })
    void listening.refresh()
  }

  function showPictures(on: boolean): void {
    const { aids, step } = getState()
    set({ aids: { ...aids, pictures: on, spoken: on } })
    // Pictogram mode has no map and no preferences.
    if (on && (step.name === 'map' || step.name === 'wishes')) visiting.actions.back()
  }

  return {
    getState,
    subscribe,
    invoke,
    ...listening,
    ...visiting.actions,
    ...selling.actions,
    ...collecting,
    ...hearing,
    speak(tongue) {
      const language = writtenIn(tongue)
      set({ language, tongue, dialog: null })
      if (isOnlySpoken(tongue)) showPictures(true)
      const saleId = saleIdOf(getState())
      if (saleId !== undefined) void invoke('setLanguage', { saleId, language })
    },
    toggleAid(aid) {
      const { aids } = getState()
      if (aid === 'pictures') showPictures(!aids.pictures)
      else set({ aids: { ...aids, [aid]: !aids[aid] } })
    },
    showPictures,
    useKeys: () => set({ byKeys: true }),
    scan: (scanMs) => set({ byKeys: true, scanMs }),
    showEvents() {
      if (selling.giveUp('cancelled') === 'stays') return set({ dialog: null })
      page.newTurn()
      set({ step: { name: 'events' }, sale: null, problem: null, dialog: null, busy: false })
      void listening.loadEvents()
    },
    toAttract,
    backToAttract,
    meet: (problem) => set({ problem }),
    leave(reason) {
      if (getState().staffDesk) return closeStaff()
      if (selling.giveUp(reason) === 'stays') return set({ dialog: null })
      if (reason === 'cancelled' && getState().headphones === 'in') backToAttract()
      else toAttract()
    },
    openStaff: () => set({ staffDesk: true, dialog: null }),
    closeStaff,
    openDialog: (dialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
  }
}

function createPage(connection: Connection, knows: KioskState): Page & Pick<KioskStore, 'subscribe'> {
  const listeners = new Set<() => void>()
  let state = knows
  let turn = 0

  const set = (change: Partial<KioskState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const thisTurn = () => {
    const mine = turn
    return () => mine === turn
  }
  return {
    invoke: createInvoke(connection, () => set({ connection: 'lost' })),
    getState: () => state,
    set,
    thisTurn,
    newTurn() {
      turn += 1
      return thisTurn()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface HearingActions {
  /** Switches on speech output and key navigation. */
  readonly beginSpeaking: () => void
  readonly hear: (change: Partial<Hearing>) => void
  readonly hearBy: (move: HearingMove) => void
  readonly headphones: (now: Headphones) => void
}

/** Creates the actions for speech output and headphones. */
function createHearing({ getState, set }: Pick<Page, 'getState' | 'set'>): HearingActions {
  const speaking = (spoken: boolean): Pick<KioskState, 'aids'> => ({ aids: { ...getState().aids, spoken } })
  const hear = (change: Partial<Hearing>): void => set({ hearing: { ...getState().hearing, ...change } })

  function beginSpeaking(): void {
    const { dialog } = getState()
    set({ ...speaking(true), byKeys: true, ...(dialog === 'unplugged' && { dialog: null }) })
  }

  return {
    beginSpeaking,
    hear,
    hearBy: (move) => set({ hearing: hearingAfter(move, getState().hearing) }),
    headphones(now) {
      const state = getState()
      if (now === state.headphones) return
      set({ headphones: now })
      if (now === 'in') return beginSpeaking()
      if (now !== 'out' || !state.aids.spoken) return
      if (state.step.name === 'attract' && !state.sale) return set(forNextCustomer(getState()))
      // Makes the screen visible and asks how to continue. A customer who unplugged the headphones by accident no
      // longer hears anything.
      set({ ...speaking(false), hearing: { ...state.hearing, dark: false, greeted: true }, dialog: 'unplugged' })
    },
  }
}

const EVENTS_EVERY_MS = 30_000
const AGAIN_MS = 3000

interface Listening {
  /** Requests the whole state. */
  readonly refresh: () => Promise<void>
  readonly loadEvents: () => Promise<void>
  /** Requests the whole state, then subscribes and polls. Call the returned function to stop. */
  readonly start: () => () => void
}

interface ListeningContext {
  readonly page: Page
  readonly connection: Connection
  readonly visiting: Visiting
  readonly selling: Selling
  readonly hearing: Pick<HearingActions, 'headphones'>
  readonly toAttract: () => void
}

/** Applies the events of the main process, and polls what it does not report. */
function createListening({ page, connection, visiting, selling, hearing, toAttract }: ListeningContext): Listening {
  const { invoke, getState, set } = page

  async function loadEvents(): Promise<void> {
    const reply = await invoke('listEvents', {})
    if (reply.ok) set({ events: ready(reply.value) })
    else if (reply.error.type !== 'bridge-lost') set({ events: failed(reply.error) })
  }

  async function refresh(): Promise<void> {
    const take = selling.takeAnswer()
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: reply.error.type === 'forbidden' ? 'set-up' : 'lost' })
    const info = reply.value
    const speaks = info.sale?.language ?? info.defaultLanguage
    set({ connection: 'up', info, ...(!getState().info && { language: speaks, tongue: speaks }) })
    if (info.headphones) hearing.headphones(info.headphones)
    const visit = visitOf(getState())
    if (info.sale) {
      take(info.sale)
      if (visit?.saleId !== info.sale.saleId && info.sale.stage.name !== 'choosing')
        void visiting.findVisit(info.sale.saleId)
    } else if (getState().sale) toAttract()
    else if (visit) visiting.actions.chooseEvent(visit.event)
    await loadEvents()
  }

  function onEvent(event: KioskEvent): void {
    const { info } = getState()
    switch (event.name) {
      case 'sale-changed':
        selling.onStep(event.payload)
        break
      case 'partner-changed':
        if (info) set({ info: { ...info, partner: event.payload } })
        void loadEvents()
        break
      case 'screen-measured':
      case 'storage-changed':
      case 'ways-changed':
      case 'purchases-changed':
        if (info) set({ info: { ...info, ...event.payload } })
        break
      case 'printer-changed':
        if (info) set({ info: { ...info, printer: event.payload } })
        break
      case 'headphones-changed':
        hearing.headphones(event.payload)
        break
      case 'restarting':
        set({ connection: 'lost' })
        break
      // Events for cashier desks, for the set-up, and for the screens as a whole.
      case 'restarted':
      case 'setup-changed':
      case 'parked-changed':
      case 'behind-changed':
      case 'display-changed':
        break
    }
  }

  return {
    refresh,
    loadEvents,
    start() {
      const stops = [
        connection.subscribe(onEvent),
        connection.onLost(() => set({ connection: 'lost' })),
        connection.onReopened(() => void refresh()),
        every(AGAIN_MS, () => {
          if (getState().connection !== 'up') void refresh()
        }),
        every(EVENTS_EVERY_MS, () => {
          if (getState().connection === 'up' && !isVisit(getState().step)) void loadEvents()
        }),
        every(AGAIN_MS, () => {
          if (getState().connection === 'up' && getState().events.state === 'failed') void loadEvents()
        }),
      ]
      void refresh()
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Calls repeatedly, with 10 % jitter, so that the kiosks of a venue do not send requests at the same time. */
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

interface CollectingActions {
  /** Opens the entry of a collection code. `scanned`: the code, if it was scanned. */
  readonly openCode: (scanned?: string) => void
  /**
   * Requests the outcome of a payment that the customer had left open. Resolves to null if its tickets are now shown on
   * the screen, or if the request was rejected.
   */
  readonly collect: (code: string) => Promise<CollectionView | null>
}

interface Surroundings {
  readonly page: Page
  readonly selling: Pick<Selling, 'takeAnswer'>
  readonly refresh: () => Promise<void>
}

/** Creates the actions for a customer who collects the tickets of a payment left open. */
function createCollecting({ page, selling, refresh }: Surroundings): CollectingActions {
  const { invoke, getState, set, newTurn, thisTurn } = page
  return {
    openCode(scanned) {
      newTurn()
      const step = { name: 'code', ...(scanned !== undefined && { scanned }) } as const
      set({ step, problem: null, dialog: null, busy: false })
    },
    async collect(code) {
      if (getState().busy) return null
      set({ busy: true })
      const isMine = thisTurn()
      const take = selling.takeAnswer()
      const reply = await invoke('collectTickets', { code })
      if (!isMine()) return null
      set({ busy: false, problem: reply.ok ? null : reply.error })
      if (!reply.ok) return null
      if (reply.value.state !== 'printing') return reply.value
      take(reply.value.sale)
      // The first updates of this sale were ignored, because it did not belong to this screen yet.
      await refresh()
      return null
    },
  }
}
