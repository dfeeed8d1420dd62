import { movesMoney, stepOn } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

type Key = () => Promise<void> | void

/** Fast hands type ahead: each key waits for what came before, and means what it means by then. */
export interface TypeAhead {
  readonly inTurn: (key: Key) => void
  /**
   * Money wants a key of its own: one that was pressed before the same sale stood at the same step says nothing about it, and
   * is `passedOver`.
   */
  readonly onSight: (key: Key, passedOver?: () => void) => void
}

export function createTypeAhead({ getState }: Pick<Desk, 'getState'>): TypeAhead {
  let line: Promise<void> = Promise.resolve()

  function inTurn(key: Key): void {
    line = line.then(key)
  }

  return {
    inTurn,
    onSight(key, passedOver) {
      const seen = stepOn(getState())
      const { sale } = atHand(getState().work)
      inTurn(() => {
        const step = stepOn(getState())
        const same = step === seen && atHand(getState().work).sale === sale
        return movesMoney(step) && !same ? passedOver?.() : key()
      })
    },
  }
}
