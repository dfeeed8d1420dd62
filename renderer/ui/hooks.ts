import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { Language } from '../../shared/domain/language.ts'
import { directionOf } from '../i18n/languages.ts'

/**
 * Adds listeners to `target`; with `capture`, they run before the listeners of inner elements. Returns a function that
 * removes the listeners.
 */
export function listen<T extends keyof WindowEventMap>(
  types: readonly T[],
  heard: (event: WindowEventMap[T]) => void,
  { capture = false, target = window }: { readonly capture?: boolean; readonly target?: EventTarget } = {},
): () => void {
  const listener = heard as (event: Event) => void
  for (const type of types) target.addEventListener(type, listener, capture)
  return () => {
    for (const type of types) target.removeEventListener(type, listener, capture)
  }
}

const reduced = (): MediaQueryList => matchMedia('(prefers-reduced-motion: reduce)')

/** Returns whether animation is off, by the operating system's setting or at the customer's request. */
export function isMotionReduced(): boolean {
  return reduced().matches || document.documentElement.dataset['motion'] === 'none'
}

export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    follow,
    () => reduced().matches,
    () => false,
  )
}

function follow(listener: () => void): () => void {
  const query = reduced()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Tracks every finger and mouse button on the page. */
export function useFingersDown() {
  const down = useRef(new Map<number, string>())
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    const press = ({ pointerId, pointerType, isPrimary }: PointerEvent): void => {
      // A primary pointer is the first pointer of its type (Pointer Events, "primary pointer"), so older entries of the
      // type have missed their `pointerup` event.
      if (isPrimary) for (const [id, type] of down.current) if (type === pointerType) down.current.delete(id)
      down.current.set(pointerId, pointerType)
    }
    const lift = ({ pointerId }: PointerEvent): void => {
      down.current.delete(pointerId)
      if (down.current.size > 0) return
      const calls = [...waiting.current]
      waiting.current.clear()
      for (const call of calls) call()
    }
    const stops = [
      listen(['pointerdown'], press, { capture: true }),
      listen(['pointerup', 'pointercancel'], lift, { capture: true }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])
  const [api] = useState(() => ({
    any: () => down.current.size > 0,
    /** Calls `call` once, now or when the last finger is lifted. Returns a function that cancels the call. */
    whenNone(call: () => void): () => void {
      if (down.current.size === 0) {
        call()
        return () => undefined
      }
      waiting.current.add(call)
      return () => waiting.current.delete(call)
    },
  }))
  return api
}

/** Keys that delete text or move the cursor or focus; these keys repeat while held down. */
const goesOn = /^(?:Backspace|Delete|Tab|Arrow\w+|Home|End|Page\w+)$/u

/**
 * Limits a key press to one action. A key that is held down writes, deletes and moves repeatedly, but triggers an
 * action only once. Must be called before any other key listener is added.
 */
export function suppressKeyRepeat(): void {
  const keyPressed = (event: KeyboardEvent): void => {
    if (!event.repeat || goesOn.test(event.key) || writes(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  listen(['keydown'], keyPressed, { capture: true })
}

/** Returns whether the key writes text. A space writes text only in a text field; elsewhere it presses a button. */
function writes({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || altKey || metaKey) return false
  return key !== ' ' || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Minimum interval between reports of touches and keys, in milliseconds. */
const ENOUGH_MS = 2_000
const AGAIN_MS = 15_000

/** Calls `note` on touches and keys, and repeatedly while the screen is `inUse`, to report that a user is present. */
export function useAttention(inUse: boolean, note: (inUse: boolean) => void): void {
  const say = useEffectEvent(() => note(inUse))
  useEffect(() => {
    let said = -Infinity
    const touched = (): void => {
      if (performance.now() - said < ENOUGH_MS) return
      said = performance.now()
      say()
    }
    return listen(['pointerdown', 'keydown'], touched, { capture: true })
  }, [])
  useEffect(() => {
    say()
    if (!inUse) return undefined
    const timer = setInterval(() => say(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [inUse])
}

/** Calls `onQuiet` after `afterMs` milliseconds without input; never if `afterMs` is undefined. */
export function useIdle(afterMs: number | undefined, onQuiet: () => void): void {
  const quiet = useEffectEvent(onQuiet)
  useEffect(() => {
    if (afterMs === undefined) return undefined
    const begin = (): ReturnType<typeof setTimeout> => setTimeout(() => quiet(), afterMs)
    let waiting = begin()
    const touched = (): void => {
      clearTimeout(waiting)
      waiting = begin()
    }
    const stop = listen(['pointerdown', 'pointermove', 'keydown'], touched, { capture: true })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [afterMs])
}

const SETTLING_MS = 250

/**
 * Returns true while touches on new content must be ignored: briefly after the content appears, and until the finger
 * that opened it is lifted. `key`: identifies the content.
 */
export function useTapGuard(key: string): boolean {
  const [settled, setSettled] = useState('')
  const fingersDown = useFingersDown()
  useEffect(() => {
    if (settled === key) return undefined
    let free: (() => void) | undefined
    const timer = setTimeout(() => {
      free = fingersDown.whenNone(() => setSettled(key))
    }, SETTLING_MS)
    return () => {
      clearTimeout(timer)
      free?.()
    }
  }, [key, settled, fingersDown])
  return settled !== key
}

/** Focuses an element when the element appears; for use as a `ref`. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}

type DocumentSettings = Readonly<Partial<Record<'text' | 'theme' | 'title', string>>>

export function useDocument(language: Language, { text, theme, title }: DocumentSettings): void {
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = directionOf(language)
    Object.assign(root.dataset, { ...(text && { text }), ...(theme && { theme }) })
    if (title !== undefined) document.title = title
  }, [language, text, theme, title])
}

const RING_AGAIN_MS = 20_000

/** Returns the time of the page's monotonic clock in milliseconds, updated every second. */
export function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

interface RingingCall {
  readonly deviceId: string
  readonly rings: number
  readonly coming?: string | null | undefined
}

/** Calls `ring` for new and repeated calls, and every 20 seconds while a call has not been accepted. */
export function useRinging(calls: readonly RingingCall[], ring: () => void): void {
  const heard = useRef(new Map<string, number>())
  const onRing = useEffectEvent(ring)
  const waiting = calls.filter(({ coming }) => coming === undefined || coming === null)
  const key = waiting.map(({ deviceId, rings }) => `${deviceId} ${rings}`).join()
  const look = useEffectEvent(() => {
    const fresh = waiting.filter(({ deviceId, rings }) => rings > (heard.current.get(deviceId) ?? -1))
    for (const { deviceId, rings } of fresh) heard.current.set(deviceId, rings)
    if (fresh.length > 0) onRing()
  })
  useEffect(() => {
    if (key === '') return undefined
    look()
    const timer = setInterval(() => onRing(), RING_AGAIN_MS)
    return () => clearInterval(timer)
  }, [key])
}
