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
  /** One that is only spoken is read aloud at once, and shown in pictures. */
  readonly speak: (tongue: Tongue) => void
  readonly toggleAid: (aid: Aid) => void
  /** Pictures first, each of which a voice says, or texts as usual. */
  readonly showPictures: (on: boolean) => void
  /** The customer here uses keys. */
  readonly useKeys: () => void
  /** They have one button, and like each choice to be lit for so long; null: they have more. */
  readonly scan: (everyMs: ScanSpeed | null) => void
  readonly showEvents: () => void
  readonly toAttract: () => void
  /** The same for a customer who goes back there, and goes on listening. */
  readonly backToAttract: () => void
  /** A failure that a screen met on its own. */
  readonly meet: (problem: Problem) => void
  /** Staff's own screen, over whatever was there. */
  readonly openStaff: () => void
  readonly closeStaff: () => void
  readonly openDialog: (dialog: DialogName) => void
  readonly closeDialog: () => void
  /** The customer is done, or gone: everything held is given back, everything typed is wiped. */
  readonly leave: (reason: 'cancelled' | 'idle') => void
}

/** State flows down from the main process, commands flow up; between them stands what only this page knows. */
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
    // Neither the map nor the wishes are drawn for who reads nothing.
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
  /** From here on every screen is said, and keys do everything. */
  readonly beginSpeaking: () => void
  readonly hear: (change: Partial<Hearing>) => void
  readonly hearBy: (move: HearingMove) => void
  readonly headphones: (now: Headphones) => void
}

/** What a customer hears of the screens, and by what. */
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
      // The screen comes back, and asks: who pulled the plug by accident hears nothing of it.
      set({ ...speaking(false), hearing: { ...state.hearing, dark: false, greeted: true }, dialog: 'unplugged' })
    },
  }
}

const EVENTS_EVERY_MS = 30_000
const AGAIN_MS = 3000

interface Listening {
  /** Asks for everything. */
  readonly refresh: () => Promise<void>
  readonly loadEvents: () => Promise<void>
  /** Asks for everything, and goes on listening and asking until the answer is called. */
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

/** What the main process tells of the kiosk, and what is asked of it again and again. */
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
      // Of a cashier's desk, of a machine that is being set up, and of the screens as a whole.
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

interface CollectingActions {
  /** Where somebody says what their collection code is; `scanned`: they showed it. */
  readonly openCode: (scanned?: string) => void
  /** What became of the payment that somebody left; its tickets come to the screen by themselves. Null: they do, or it was refused. */
  readonly collect: (code: string) => Promise<CollectionView | null>
}

interface Surroundings {
  readonly page: Page
  readonly selling: Pick<Selling, 'takeAnswer'>
  readonly refresh: () => Promise<void>
}

/** A customer comes back for the tickets of a payment that they left open. */
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
      // It was nobody's here when its first steps were told.
      await refresh()
      return null
    },
  }
}
