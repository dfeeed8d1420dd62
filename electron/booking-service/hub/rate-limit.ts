import { createRecent } from '../store/recent.ts'
import type { RequestRate } from '../store/administration.ts'

/**
 * Token buckets, one for each key: `burst` requests at once, then `perSecond` sustained. Kept in this process: several
 * hubs on one database allow a partner as many times its rate.
 */
export interface RateLimiter {
  /** 0 when the request may go on; else in how many seconds one may. */
  take(key: string, rate: RequestRate): number
}

/** Past these the one that was longest not asked for is forgotten: addresses are for the taking. */
const MOST_BUCKETS = 10_000

/** `clock` in milliseconds, never running backwards. */
export function createRateLimiter(clock: () => number): RateLimiter {
  const buckets = createRecent<string, { tokens: number; at: number }>(MOST_BUCKETS)
  return {
    take(key, { perSecond, burst }) {
      const now = clock()
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond)
      bucket.at = now
      buckets.set(key, bucket)
      if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond
      bucket.tokens -= 1
      return 0
    },
  }
}
