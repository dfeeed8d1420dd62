import { createRandom } from '../simulation/random.ts'

/** A long matrix: what of it runs. */
export interface Share<T> {
  readonly cases: readonly T[]
  /** For the name of the test: "all 73" or "18 of 73, seed 4711". */
  readonly said: string
}

export interface Shares {
  readonly whole: boolean
  /** Every case of a whole run; in a sample so many of them, in their order. `what` keeps apart what shares a seed. */
  readonly shareOf: <T>(what: string, all: readonly T[], sample: number) => Share<T>
  /** Of cases that hardly differ: in a whole run, too, so many of them, others by each seed. */
  readonly anyOf: <T>(what: string, all: readonly T[], count: number) => Share<T>
  /** The same for cases that are not known where the test is named: one in so many of each list, at least one. */
  readonly oneIn: (parts: number) => {
    readonly take: <T>(what: string, all: readonly T[]) => readonly T[]
    readonly said: string
  }
  /** For work that is counted, not listed: days, kills, replies. */
  readonly amountOf: (all: number, sample: number) => number
}

/**
 * How much of the long tests runs: all of it where GUICHET_TESTS=whole, as in `.ci/run`; otherwise a sample. What the
 * sample takes is drawn by a seed, which stands in the names of the tests; GUICHET_TESTS_SEED draws the same one again.
 */
export function sharesFor(env: Readonly<Record<string, string | undefined>>): Shares {
  const whole = env['GUICHET_TESTS'] === 'whole'
  // The configuration draws one for each run. Without it, as in a mutation run, names and cases stay the same.
  const seed = Number(env['GUICHET_TESTS_SEED'] ?? 1)
  function draw<T>(what: string, all: readonly T[], sample: number): readonly T[] {
    const random = createRandom(Buffer.from(what).reduce((sum, byte) => (sum * 31 + byte) % 2 ** 40, seed))
    const left = all.map((_, index) => index)
    const taken = new Set<number>()
    while (taken.size < sample) for (const index of left.splice(random.below(left.length), 1)) taken.add(index)
    return all.filter((_, index) => taken.has(index))
  }
  const sampleOf = <T>(what: string, all: readonly T[], sample: number): Share<T> => ({
    cases: draw(what, all, sample),
    said: `${sample} of ${all.length}, seed ${seed}`,
  })
  return {
    whole,
    shareOf(what, all, sample) {
      const isAll = whole || sample >= all.length
      return isAll ? { cases: all, said: `all ${all.length}` } : sampleOf(what, all, sample)
    },
    anyOf: sampleOf,
    oneIn: (parts) => ({
      take: (what, all) => (whole ? all : draw(what, all, Math.ceil(all.length / parts))),
      said: whole ? 'all' : `one in ${parts}, seed ${seed}`,
    }),
    amountOf: (all, sample) => (whole ? all : sample),
  }
}

export const { whole, shareOf, anyOf, oneIn, amountOf } = sharesFor(process.env)
