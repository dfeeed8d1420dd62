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

/** What each part of the desk works with. */
export interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly subscribe: (listener: () => void) => () => void
  readonly set: (change: Partial<Known>) => void
  /** What happened, and what the desk knows since then. */
  readonly happen: (happened: DeskEvent, change?: Partial<Known>) => void
  /** One thing at a time; what it met is told. */
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
      // Of the person before, it says nothing about this one.
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

/** Fast hands type ahead: each key waits for what came before, and means what it means by then. */
export interface TypeAhead {
  readonly inTurn: (key: Key) => void
  /**
   * Money wants a key of its own: one that was pressed before the same sale stood at the same step with the same sum says
   * nothing about it, and is `passedOver`.
   */
  readonly onSight: (key: Key, passedOver?: () => void) => void
}

/** `report`: where an error of the program goes; the key that met it is over, and the next one has its turn. */
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

/** What a key about money is about. */
function matterOf(desk: DeskState): string {
  const { sale } = atHand(desk.work)
  return JSON.stringify([stepOn(desk), sale?.saleId, sale && leftOf(sale), sale?.stage])
}
