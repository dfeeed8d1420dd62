/**
 * Returns a function that runs tasks one at a time, in order. A failed task rejects only the promise of its own caller.
 */
export function serial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => null)
    return mine
  }
}
