/**
 * Returns a function that runs one task at a time, in the order of the calls. A failed task rejects only for its own
 * caller.
 */
export function serial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => null)
    return mine
  }
}
