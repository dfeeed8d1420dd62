import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isHearingMove, moveOf, type Keypad } from '../../../shared/domain/keypad.ts'
import { createSayings, type Sayings } from '../../components/speech/sayings.ts'
import type { Speaker } from '../../components/speech/speaker.ts'
import { toneOf, type Hearing } from './hearing.ts'

/** What is said of the screens, as the customer likes to hear it; null where nothing is. */
export function useSayings(speaker: Speaker | null, hearing: Hearing, keypad: Keypad = 'arrows'): Sayings | null {
  const sayings = useMemo(() => speaker && createSayings(speaker), [speaker])
  useEffect(() => speaker?.tune(toneOf(hearing)), [speaker, hearing])
  useEffect(() => {
    if (!sayings) return undefined
    const pressed = (event: KeyboardEvent): void => {
      if (!isHearingMove(moveOf(event, keypad))) sayings.moveOn()
    }
    window.addEventListener('pointerdown', sayings.moveOn, true)
    window.addEventListener('keydown', pressed, true)
    return () => {
      window.removeEventListener('pointerdown', sayings.moveOn, true)
      window.removeEventListener('keydown', pressed, true)
    }
  }, [sayings, keypad])
  return sayings
}

const never = (): (() => void) => () => undefined

export function useIsSpeaking(sayings: Sayings | null): boolean {
  return useSyncExternalStore(sayings?.subscribe ?? never, () => sayings?.isSpeaking() ?? false)
}
