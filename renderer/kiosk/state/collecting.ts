import type { CollectionView } from '../../../shared/kiosk-api/views.ts'
import type { Page } from './page.ts'
import type { Selling } from './selling.ts'

export interface CollectingActions {
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
export function createCollecting({ page, selling, refresh }: Surroundings): CollectingActions {
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
