import { useEffect, useEffectEvent } from 'react'
import { play } from '../components/sounds.ts'
import { useQuiet } from '../components/use-quiet.ts'
import { volumeOf } from './feedback/sound-of.ts'
import type { KioskState } from './state/kiosk-state.ts'
import type { KioskStore } from './state/kiosk-store.ts'
import { idleRule, type Screen } from './screen.ts'

/**
 * Gives a screen up when nobody touches it any more: first quiet, then a warning by sight and sound, which ends with the next
 * customer's screen. A touch begins the quiet again; so does every sentence, for who listens.
 */
export function useIdleWatch(store: KioskStore, state: KioskState, screen: Screen, isSpeaking: boolean): void {
  const rule = idleRule(screen, state)
  const warningMs = rule?.warningMs
  const warning = state.dialog === 'idle'
  const sound = useEffectEvent(() => play('attention', volumeOf(state)))
  useQuiet(warning || isSpeaking ? undefined : rule?.quietMs, () => {
    if (warningMs === 0) store.leave('idle')
    else store.openDialog('idle')
  })
  useEffect(() => {
    if (!warning) return
    if (warningMs === undefined) store.closeDialog()
    else sound()
  }, [store, warningMs, warning])
}
