import { useEffect, useEffectEvent } from 'react'

const acts = ['pointerdown', 'pointermove', 'keydown'] as const

/** Calls when nobody has touched screen, mouse or keys for so many milliseconds; each touch begins the quiet again. `undefined`: never. */
export function useQuiet(afterMs: number | undefined, onQuiet: () => void): void {
  const quiet = useEffectEvent(onQuiet)
  useEffect(() => {
    if (afterMs === undefined) return undefined
    const begin = (): ReturnType<typeof setTimeout> => setTimeout(() => quiet(), afterMs)
    let waiting = begin()
    const touched = (): void => {
      clearTimeout(waiting)
      waiting = begin()
    }
    for (const act of acts) window.addEventListener(act, touched, true)
    return () => {
      clearTimeout(waiting)
      for (const act of acts) window.removeEventListener(act, touched, true)
    }
  }, [afterMs])
}
