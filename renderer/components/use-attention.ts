import { useEffect, useEffectEvent } from 'react'

const acts = ['pointerdown', 'keydown'] as const

/** What is said again within this says nothing new. */
const ENOUGH_MS = 2_000
const AGAIN_MS = 15_000

/** Says that somebody is there: with each touch and key, and again and again while the screen is `inUse`. */
export function useAttention(inUse: boolean, note: (inUse: boolean) => void): void {
  const say = useEffectEvent(() => note(inUse))
  useEffect(() => {
    let said = -Infinity
    const touched = (): void => {
      if (performance.now() - said < ENOUGH_MS) return
      said = performance.now()
      say()
    }
    for (const act of acts) window.addEventListener(act, touched, true)
    return () => {
      for (const act of acts) window.removeEventListener(act, touched, true)
    }
  }, [])
  useEffect(() => {
    say()
    if (!inUse) return undefined
    const timer = setInterval(() => say(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [inUse])
}
