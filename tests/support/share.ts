import { createRandom } from '../simulation/random.ts'

export interface Share<T> {
  readonly cases: readonly T[]
  /** Description of the share for the test name, for example "all 73" or "18 of 73, seed 4711". */
  readonly said: string
}

export interface Shares {
  /** True if only samples are run. A sampled run omits tests that take minutes. */
  readonly isSample: boolean
  /** Draws `sample` cases, more in a longer run. `what` makes draws of one seed independent. */
  readonly shareOf: <T>(what: string, all: readonly T[], sample: number) => Share<T>
  /** Draws `count` similar cases in every run. A different seed draws different cases. */
  readonly anyOf: <T>(what: string, all: readonly T[], count: number) => Share<T>
  /** Draws at least one in `parts` cases of each list, for cases that are unknown when the test is named. */
  readonly oneIn: (parts: number) => {
    readonly take: <T>(what: string, all: readonly T[]) => readonly T[]
    readonly said: string
  }
  /** Returns the size of a test that is counted instead of listed, such as a number of days, kills or replies. */
  readonly amountOf: (all: number, sample: number) => number
}

const PARTS: Readonly<Record<string, number>> = { whole: 1, sixth: 6 }

/** GUICHET_TESTS: a sample of the long tests' cases, a `sixth` or the `whole`. GUICHET_TESTS_SEED repeats a draw. */
export function sharesFor(env: Readonly<Record<string, string | undefined>>): Shares {
  const oneOf = PARTS[env['GUICHET_TESTS'] ?? ''] ?? Infinity
  // Without a drawn seed, as in a mutation run, names and cases do not change between runs.
  const seed = Number(env['GUICHET_TESTS_SEED'] ?? 1)
  const amountOf = (all: number, sample: number): number =>
    oneOf === 1 ? all : Math.max(sample, Math.ceil(all / oneOf))
  function draw<T>(what: string, all: readonly T[], count: number): readonly T[] {
    const random = createRandom(Buffer.from(what).reduce((sum, byte) => (sum * 31 + byte) % 2 ** 40, seed))
    const left = all.map((_, index) => index)
    const taken = new Set<number>()
    while (taken.size < count) for (const index of left.splice(random.below(left.length), 1)) taken.add(index)
    return all.filter((_, index) => taken.has(index))
  }
  const anyOf = <T>(what: string, all: readonly T[], count: number): Share<T> => ({
    cases: draw(what, all, count),
    said: `${count} of ${all.length}, seed ${seed}`,
  })
  return {
    isSample: oneOf === Infinity,
    shareOf(what, all, sample) {
      const count = amountOf(all.length, sample)
      return count >= all.length ? { cases: all, said: `all ${all.length}` } : anyOf(what, all, count)
    },
    anyOf,
    oneIn(most) {
      const parts = Math.min(most, oneOf)
      return {
        take: (what, all) => (parts === 1 ? all : draw(what, all, Math.ceil(all.length / parts))),
        said: parts === 1 ? 'all' : `one in ${parts}, seed ${seed}`,
      }
    },
    amountOf,
  }
}

export const { isSample, shareOf, anyOf, oneIn, amountOf } = sharesFor(process.env)
