import { useEffect } from 'react'
import { play } from '../../components/sounds.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { soundOf, volumeOf } from './sound-of.ts'

/** Lets the customer hear what happens. */
export function useFeedback(store: KioskStore): void {
  useEffect(() => {
    let before = store.getState()
    return store.subscribe(() => {
      const after = store.getState()
      const sound = soundOf(before, after)
      before = after
      if (sound) play(sound, volumeOf(after))
    })
  }, [store])
}
