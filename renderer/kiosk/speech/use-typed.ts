import { useEffect, useRef } from 'react'
import { useSaying, useSpoken } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import { isSpeechPrivate } from '../state/kiosk-state.ts'

interface Typed {
  readonly typed: string
  /** Number of characters of a complete input. */
  readonly length: number
  /** The complete input in the form in which it is spoken. */
  readonly written: string
}

/**
 * Speaks each typed character and the complete input if only the customer can hear the speech; otherwise only the
 * number of characters.
 */
export function useTyped({ typed, length, written }: Typed): void {
  const { t } = useI18n()
  const say = useSaying()
  const privately = isSpeechPrivate(useKioskState())
  const before = useRef(typed)
  const count = t.speaking.typed(typed.length, length)
  useEffect(() => {
    const was = before.current
    before.current = typed
    if (typed === was) return
    const grew = typed.length > was.length
    say('place', privately && grew ? typed.slice(-1) : count)
    if (privately && typed.length === length) say('fact', written)
  }, [say, typed, length, written, count, privately])
  useSpoken('notice', privately ? '' : t.speaking.privateHere)
}
