import { useEffect, useLayoutEffect, useState } from 'react'

/** Whole seconds left until `endsAt` on this page's monotonic clock (milliseconds), never below 0; null without an end. */
export function useSecondsLeft(endsAt: number | null): number | null {
  const [now, setNow] = useState(() => performance.now())
  // Before the paint: a new end never shows with an old now.
  useLayoutEffect(() => setNow(performance.now()), [endsAt])
  useEffect(() => {
    if (endsAt === null || now >= endsAt) return undefined
    // To just past the next whole second, so that none is skipped and none shown twice.
    const rest = (endsAt - performance.now()) % 1000
    const timer = setTimeout(() => setNow(performance.now()), Math.max(0, rest) + 5)
    return () => clearTimeout(timer)
  }, [endsAt, now])
  return endsAt === null ? null : Math.ceil(Math.max(0, endsAt - now) / 1000)
}
