import { createRandom } from '../simulation/random.ts'

/** A long matrix: what of it runs. */
export interface Share<T> {
  readonly cases: readonly T[]
  /** For the name of the test: "all 73" or "18 of 73, seed 4711". */
  readonly said: string
}

export interface Shares {
  /** Nothing longer than a sample is wanted: what takes minutes by itself is left out. */
  readonly isSample: boolean
  /** So many of the cases in a sample, in their order; more in a longer run. `what` keeps apart what shares a seed. */
  readonly shareOf: <T>(what: string, all: readonly T[], sample: number) => Share<T>
  /** Of cases that hardly differ: so many of them in every run, others by each seed. */
  readonly anyOf: <T>(what: string, all: readonly T[], count: number) => Share<T>
  /** The same for cases that are not known where the test is named: one in so many of each list, at least one. */
  readonly oneIn: (parts: number) => {
    readonly take: <T>(what: string, all: readonly T[]) => readonly T[]
    readonly said: string
  }
  /** For work that is counted, not listed: days, kills, replies. */
  readonly amountOf: (all: number, sample: number) => number
}

const PARTS: Readonly<Record<string, number>> = { whole: 1, sixth: 6 }

/**
 * Draws what runs of the long tests: a sample in `npm test`; at least a sixth if GUICHET_TESTS=sixth, as in
 * `npm run proofs -- --ci`; everything if GUICHET_TESTS=whole. Test names give the share and the seed of the draw;
 * GUICHET_TESTS_SEED repeats it.
 */
export function sharesFor(env: Readonly<Record<string, string | undefined>>): Shares {
  const oneOf = PARTS[env['GUICHET_TESTS'] ?? ''] ?? Infinity
  // The configuration draws one for each run. Without it, as in a mutation run, names and cases stay the same.
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
