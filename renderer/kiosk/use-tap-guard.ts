import { useEffect, useRef, useState } from 'react'

const SETTLING_MS = 250

/**
 * True while a screen that has just come up must not be touched: for a moment, and for as long as the finger that
 * changed the screen is still down. Nothing can then be pressed that appeared under a finger.
 */
export function useTapGuard(key: string): boolean {
  const [settled, setSettled] = useState(key)
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

interface FingersDown {
  /** Calls once, now or when the last finger lifts; the answer takes the wish back. */
  whenNone(call: () => void): () => void
}

function useFingersDown(): FingersDown {
  const down = useRef(new Set<number>())
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    const press = ({ pointerId }: PointerEvent): void => void down.current.add(pointerId)
    const lift = ({ pointerId }: PointerEvent): void => {
      down.current.delete(pointerId)
      if (down.current.size > 0) return
      const calls = [...waiting.current]
      waiting.current.clear()
      for (const call of calls) call()
    }
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('pointerup', lift, true)
    window.addEventListener('pointercancel', lift, true)
    return () => {
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('pointerup', lift, true)
      window.removeEventListener('pointercancel', lift, true)
    }
  }, [])
  const [api] = useState<FingersDown>(() => ({
    whenNone(call) {
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
