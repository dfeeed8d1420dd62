import type { KioskBridge } from '../../../shared/kiosk-api/contract.ts'
import { createInvoke, type Invoke } from '../../app/kiosk-client.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { deskAfter, type DeskEvent, type DeskState, initialDesk, type Known } from './desk-state.ts'

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
