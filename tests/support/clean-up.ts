import { afterAll, beforeAll, onTestFinished } from 'vitest'

type End = () => unknown

/** Collects what is started for a whole file; null while a test runs. */
let ofTheFile: End[] | null = null

/** Calls `end` when the running test is over; for what `shared` starts, after the last test of the file. */
export function cleanUp(end: End): void {
  if (ofTheFile) ofTheFile.push(end)
  else onTestFinished(async () => void (await end()))
}

/** Starts something once for all tests of a file. The returned function gives it to them. All of it is ended, whatever an end throws. */
export function shared<T>(start: () => Promise<T>): () => T {
  const ends: End[] = []
  let started: { readonly value: T } | undefined
  beforeAll(async () => {
    ofTheFile = ends
    try {
      started = { value: await start() }
    } finally {
      ofTheFile = null
    }
  })
  afterAll(async () => {
    const errors: unknown[] = []
    for (const end of ends.toReversed()) {
      try {
        await end()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'))
  })
  return () => {
    if (!started) throw new Error('shared by tests, and not started before them')
    return started.value
  }
}
