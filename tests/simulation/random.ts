/** Random numbers from a seed. The same seed gives the same numbers on every computer. */
export interface Random {
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number
  /** Returns an integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  readonly bytes: (count: number) => Uint8Array
  uuid(): string
  /** Returns an independent stream of random numbers. */
  fork(): Random
}

export function createRandom(seed: number): Random {
  const next = sfc32(seed)
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit)
  const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => next() & 0xff)
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() / 2 ** 32 < probability,
    pick(list) {
      const item = list[below(list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    bytes,
    uuid() {
      const hex = Buffer.from(bytes(16)).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    fork: () => createRandom(next()),
  }
}

/** Chris Doty-Humphrey's Small Fast Counting generator with 32-bit output. */
function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9, 1]
  const next = (): number => {
    const sum = (a + b + counter) >>> 0
    counter = (counter + 1) >>> 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) >>> 0
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0
    return sum
  }
  for (let warmUp = 0; warmUp < 12; warmUp++) next()
  return next
}
