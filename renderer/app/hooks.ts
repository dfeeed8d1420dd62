import { useCallback, useSyncExternalStore } from 'react'
import type { KioskInfo } from '../../shared/kiosk-api/views.ts'

/** What somebody in a wheelchair reaches, in millimetres above the floor. */
const REACH_MM = 1120

/** Where the glass of most standing kiosks begins, in millimetres above the floor. */
export const USUAL_FOOT_MM = 800

/** Height of the part of the glass that is within everybody's reach, in CSS pixels from its lower edge. */
export function reachablePixels({ pixelsPerMillimetre, screenFootMillimetres }: KioskInfo): number {
  return Math.max(0, REACH_MM - (screenFootMillimetres ?? USUAL_FOOT_MM)) * pixelsPerMillimetre
}

const FRESH_MS = 5000

/**
 * Asks at once and again every 5 s after an answer, with a little jitter, so that a hall of kiosks does not ask in step. The answer ends
 * it; `ask` then hears of it from `left` and keeps what still comes to itself.
 */
export function poll(ask: (left: () => boolean) => Promise<void>): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const left = (): boolean => over
  const again = async (): Promise<void> => {
    await ask(left)
    if (!over) timer = setTimeout(() => void again(), FRESH_MS * (0.9 + Math.random() * 0.2))
  }
  void again()
  return () => {
    over = true
    clearTimeout(timer)
  }
}

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

const UPRIGHT = '(max-aspect-ratio: 1/1)'

/** Whether the window is higher than wide, kept up to date. */
export function useUpright(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(UPRIGHT).matches)
}

function listen(changed: () => void): () => void {
  const media = matchMedia(UPRIGHT)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
