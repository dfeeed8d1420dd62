import { useEffect } from 'react'
import { play } from '../../components/sounds.ts'
import type { KioskStore } from '../state/kiosk-store.ts'
import { flyToStub, followTouches } from './flight.ts'
import { soundOf, volumeOf } from './sound-of.ts'

/** Lets the customer hear and see what happens. */
export function useFeedback(store: KioskStore): void {
  useEffect(() => followTouches(), [])
  useEffect(() => {
    let before = store.getState()
    return store.subscribe(() => {
      const after = store.getState()
      const sound = soundOf(before, after)
      before = after
      if (sound) play(sound, volumeOf(after))
      // The next screen's stub stands where it belongs only then.
      if (sound === 'taken') requestAnimationFrame(flyToStub)
    })
  }, [store])
}
