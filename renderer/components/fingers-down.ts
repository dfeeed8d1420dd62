import { useEffect, useRef, useState } from 'react'

export interface FingersDown {
  any(): boolean
  /** Calls once, now or when the last finger lifts; the answer takes the wish back. */
  whenNone(call: () => void): () => void
}

/** Follows every finger and mouse button on the page. */
export function useFingersDown(): FingersDown {
  const down = useRef(new Map<number, string>())
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    const press = ({ pointerId, pointerType, isPrimary }: PointerEvent): void => {
      // The first finger down is the only one (Pointer Events, "primary pointer"): another's lifting was never told.
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
    any: () => down.current.size > 0,
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
