import { useEffect } from 'react'
import { chime } from '../components/chime.ts'
import type { KioskState } from './kiosk-state.ts'
import type { KioskStore } from './kiosk-store.ts'
import { idleRule, type Screen } from './screen.ts'

/**
 * Gives a screen up when nobody touches it any more: first quiet, then a warning by sight and sound, then the next
 * customer's screen. A touch begins the quiet anew.
 */
export function useIdleWatch(store: KioskStore, state: KioskState, screen: Screen): void {
  const rule = idleRule(screen, state)
  const quietMs = rule?.quietMs
  const warningMs = rule?.warningMs
  const warning = state.dialog === 'idle'
  useEffect(() => {
    if (quietMs === undefined || warningMs === undefined) {
      if (warning) store.closeDialog()
      return undefined
    }
    if (warning) {
      chime()
      const over = setTimeout(() => store.leave('idle'), warningMs)
      return () => clearTimeout(over)
    }
    const give = (): void => {
      if (warningMs === 0) store.leave('idle')
      else store.openDialog('idle')
    }
    let quiet = setTimeout(give, quietMs)
    const touched = (): void => {
      clearTimeout(quiet)
      quiet = setTimeout(give, quietMs)
    }
    window.addEventListener('pointerdown', touched, true)
    window.addEventListener('keydown', touched, true)
    return () => {
      clearTimeout(quiet)
      window.removeEventListener('pointerdown', touched, true)
      window.removeEventListener('keydown', touched, true)
    }
  }, [store, quietMs, warningMs, warning])
}
