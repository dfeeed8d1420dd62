import { useCallback, useSyncExternalStore } from 'react'

/** Whole seconds left until `endsAt` on this page's monotonic clock (milliseconds), never below 0; null without an end. */
export function useSecondsLeft(endsAt: number | null): number | null {
  const subscribe = useCallback((changed: () => void) => everySecondUntil(endsAt, changed), [endsAt])
  return useSyncExternalStore(subscribe, () => secondsUntil(endsAt))
}

function secondsUntil(endsAt: number | null): number | null {
  return endsAt === null ? null : Math.ceil(Math.max(0, endsAt - performance.now()) / 1000)
}

function everySecondUntil(endsAt: number | null, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (): void => {
    const rest = endsAt === null ? 0 : endsAt - performance.now()
    if (rest <= 0) return
    // To just past the next whole second, so that none is skipped and none shown twice.
    timer = setTimeout(
      () => {
        call()
        next()
      },
      (rest % 1000) + 5,
    )
  }
  next()
  return () => clearTimeout(timer)
}
