/** Runs one piece of work at a time, in the order they came; one that fails, fails for its caller alone. */
export function serial(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => null)
    return mine
  }
}
