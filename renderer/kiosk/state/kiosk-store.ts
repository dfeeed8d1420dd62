import { isOnlySpoken, writtenIn, type Tongue } from '../../../shared/domain/language.ts'
import type { Connection } from '../../app/bridge.ts'
import { createInvoke, type Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import { forNextCustomer, initialState, saleIdOf, type Aid, type DialogName, type KioskState } from './kiosk-state.ts'
import { createHearing, type HearingActions } from './hearing.ts'
import { createListening, type Listening } from './listening.ts'
import type { ScanSpeed } from '../keys/scan.ts'
import type { Page } from './page.ts'
import { type CollectingActions, createCollecting } from './collecting.ts'
import { createSelling, type SaleActions } from './selling.ts'
import { createVisiting, type VisitActions } from './visiting.ts'

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
