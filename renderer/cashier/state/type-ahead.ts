import { leftOf, movesMoney, stepOn, type DeskState } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

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
