import { StoreUnavailable } from '../store/store.ts'
import { isTie } from './database.ts'

interface Options<I> {
  /** Longer turns would keep other processes waiting. */
  readonly most: number
  /** Items of one key have turns of their own, in the order in which they came. Left out: any of them go together. */
  readonly keyOf?: (item: I) => unknown
}

interface Entry<I, O> {
  readonly item: I
  readonly resolve: (answer: O) => void
  readonly reject: (error: unknown) => void
}

/**
 * One of these is at work at a time; those that come meanwhile share the next turn. `work` gives an answer to each item,
 * in their order, or fails for all: then nothing of it was done, and each is done by itself, so that one that cannot be
 * done takes nothing else with it. Where the database is out of reach, all are told so at once.
 */
export function grouped<I, O>(
  { most, keyOf = () => ({}) }: Options<I>,
  work: (items: readonly I[]) => Promise<readonly O[]>,
): (item: I) => Promise<O> {
  let waiting: Entry<I, O>[] = []
  let isAtWork = false

  function nextTurn(): Entry<I, O>[] {
    const turn = new Map<unknown, Entry<I, O>>()
    const later: Entry<I, O>[] = []
    for (const entry of waiting) {
      const key = keyOf(entry.item)
      if (turn.size < most && !turn.has(key)) turn.set(key, entry)
      else later.push(entry)
    }
    waiting = later
    return [...turn.values()]
  }

  async function perform(turn: readonly Entry<I, O>[]): Promise<void> {
    let answers: readonly O[]
    try {
      answers = await work(turn.map(({ item }) => item))
    } catch (error) {
      const isOnes = turn.length > 1 && (!(error instanceof StoreUnavailable) || isTie(error))
      if (isOnes) for (const entry of turn) await perform([entry])
      else for (const { reject } of turn) reject(error)
      return
    }
    for (const [index, { resolve }] of turn.entries()) resolve(answers[index] as O)
  }

  async function go(): Promise<void> {
    while (waiting.length > 0) await perform(nextTurn())
    isAtWork = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isAtWork) return
      isAtWork = true
      // Whatever else this turn of the event loop brings comes along.
      setImmediate(() => void go())
    })
}
