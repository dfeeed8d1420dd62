import { afterAll, beforeAll, onTestFinished } from 'vitest'

type End = () => unknown

/** Clean-up functions registered while `shared` runs its `start` function. Null while no `start` function runs. */
let ofTheFile: End[] | null = null

/** Calls `end` after the running test or, within `start` of `shared`, after the last test of the file. */
export function cleanUp(end: End): void {
  if (ofTheFile) ofTheFile.push(end)
  else onTestFinished(async () => void (await end()))
}

/** Starts a resource once for all tests of a file. Calls every clean-up function, even if one throws. */
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
