import { useEffect } from 'react'
import type { KioskStore } from '../state/kiosk-store.ts'

const acts = ['pointerdown', 'mousedown', 'pointerup', 'click'] as const

/** A finger that slid, or stayed, ends with no click. */
const NO_CLICK_MS = 500

/** Shows nothing while the sale goes on by voice and keys. A touch brings the screen back, and presses nothing. */
export function useDarkScreen(store: KioskStore, dark: boolean): void {
  useEffect(() => {
    const root = document.documentElement
    root.dataset['dark'] = dark ? 'on' : 'off'
    return dark ? swallowTouch(() => store.hear({ dark: false })) : undefined
  }, [store, dark])
}

/** Nothing below hears of the touch, down to the click that it ends with. */
function swallowTouch(onTouched: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (event: Event): void => {
    // A key's own.
    if (!event.isTrusted) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type === 'click') onTouched()
    if (event.type === 'pointerup') timer = setTimeout(onTouched, NO_CLICK_MS)
  }
  acts.forEach((act) => window.addEventListener(act, hear, true))
  return () => {
    clearTimeout(timer)
    acts.forEach((act) => window.removeEventListener(act, hear, true))
  }
}
