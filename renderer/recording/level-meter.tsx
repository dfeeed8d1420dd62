import { useEffect, useState } from 'react'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'
import { loudnessOf, SILENCE_DB } from './sound/levels.ts'
import type { Microphone } from './sound/microphone.ts'

/** What the microphone hears, and where a voice ought to be. */
export function LevelMeter({ microphone }: { readonly microphone: Microphone }) {
  const words = useWords()
  const [level, setLevel] = useState(SILENCE_DB)
  useEffect(
    () => microphone.listen((piece) => setLevel((before) => Math.max(loudnessOf(piece), before - 1.5))),
    [microphone],
  )
  const share = (decibels: number): number => Math.min(Math.max(1 + decibels / 60, 0), 1)
  return (
    <div className={styles.meter} role="img" aria-label={words.level.meter} style={{ '--level': share(level) }}>
      <span />
    </div>
  )
}
