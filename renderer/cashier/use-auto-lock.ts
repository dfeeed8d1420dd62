import { useEffect } from 'react'
import type { DeskStore } from './desk-store.ts'

/** Locks a desk that nobody has touched for a while; the sale waits. */
export function useAutoLock(store: DeskStore, afterMs: number | undefined, signedIn: boolean): void {
  useEffect(() => {
    if (afterMs === undefined || !signedIn) return undefined
    const lock = (): void => store.lock('idle')
    let idle = setTimeout(lock, afterMs)
    const touched = (): void => {
      clearTimeout(idle)
      idle = setTimeout(lock, afterMs)
    }
    const acts = ['pointerdown', 'pointermove', 'keydown'] as const
    for (const act of acts) window.addEventListener(act, touched, true)
    return () => {
      clearTimeout(idle)
      for (const act of acts) window.removeEventListener(act, touched, true)
    }
  }, [store, afterMs, signedIn])
}
