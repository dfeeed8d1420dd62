import type { KioskBridge } from '../../../shared/kiosk-api/contract.ts'
import { createInvoke, type Invoke } from '../../app/client.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import {
  deskAfter,
  type DeskEvent,
  type DeskState,
  initialDesk,
  type Known,
  leftOf,
  movesMoney,
  stepOn,
} from './desk-state.ts'
import { atHand } from './work.ts'

/** Context that the parts of the desk share. */
export interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<Known>) => void
  /** Applies an event, and changes to the known state. */
  readonly happen: (happened: DeskEvent, change?: Partial<Known>) => void
  /** Runs one action at a time, and shows the notice that it returns. Does nothing while another action runs. */
  readonly run: (work: () => Promise<DeskNotice | null>) => Promise<void>
}

export function createDesk(bridge: KioskBridge): Desk {
  const listeners = new Set<() => void>()
  let state = initialDesk

  function become(next: DeskState): void {
    state = next
    for (const listener of listeners) listener()
  }

  const set: Desk['set'] = (change) => become({ ...state, ...change })
  const send = createInvoke(bridge, () => set({ connection: 'lost' }))

  return {
    async invoke(method, input) {
      const { who } = state.screen
      const reply = await send(method, input)
      // A reply to the previous staff member's request does not expire the current sign-in.
      if (!reply.ok && reply.error.type === 'signed-out' && who === state.screen.who)
        become(deskAfter(state, { type: 'expired' }))
      return reply
    },
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set,
    happen: (happened, change) => become({ ...deskAfter(state, happened), ...change }),
    async run(work) {
      if (state.busy) return
      set({ busy: true, notice: null })
      const { turn } = state
      try {
        const notice = await work()
        if (notice) set({ notice })
      } finally {
        if (turn === state.turn) set({ busy: false })
      }
    },
  }
}

type Key = () => Promise<void> | void

/** Queue of keys that are typed ahead. Each key waits for the previous one and acts on the step reached by then. */
export interface TypeAhead {
  readonly inTurn: (key: Key) => void
  /**
   * Runs a key in turn. At a step that moves money, calls `passedOver` instead if the step, the sale or the amount due
   * has changed since the key was pressed.
   */
  readonly onSight: (key: Key, passedOver?: () => void) => void
}

/** `report` receives program errors. The key that caused one is over, and the next key has its turn. */
export function createTypeAhead(
  { getState, set }: Pick<Desk, 'getState' | 'set'>,
  report: (error: unknown) => void,
): TypeAhead {
  let line: Promise<void> = Promise.resolve()

  function inTurn(key: Key): void {
    line = line.then(key).catch((error: unknown) => {
      set({ notice: { type: 'key-failed' } })
      report(error)
    })
  }

  return {
    inTurn,
    onSight(key, passedOver) {
      const seen = matterOf(getState())
      inTurn(() => {
        const now = getState()
        return movesMoney(stepOn(now)) && matterOf(now) !== seen ? passedOver?.() : key()
      })
    },
  }
}

/** Returns a text to compare what a key about money refers to. */
function matterOf(desk: DeskState): string {
  const { sale } = atHand(desk.work)
  return JSON.stringify([stepOn(desk), sale?.saleId, sale && leftOf(sale), sale?.stage])
}
