import { useEffect, useRef, useState } from 'react'
import { spokenLanguages } from '../../shared/domain/language.ts'
import type { RecordingLine } from '../../shared/speech/line.ts'
import { nameOf } from '../i18n/languages.ts'
import { keep, useWords } from './recording-client.ts'
import styles from './recording.module.css'
import type { Microphone } from './sound/microphone.ts'
import { phraseOf, loudnessOf, SILENCE_DB } from './sound/phrase.ts'
import type { Playing } from './sound/use-playing.ts'

interface LineCardProps {
  readonly line: RecordingLine
  readonly microphone: Microphone
  readonly playing: Playing
  readonly onKept: (line: RecordingLine) => void
  /** Opens the previous line; null without a previous line. */
  readonly onPrevious: (() => void) | null
  readonly onNext: (() => void) | null
  readonly onNextLacking: (() => void) | null
}

type Taking =
  | { readonly is: 'ready' | 'speaking' | 'keeping' | 'nothing' | 'lost' }
  | { readonly is: 'kept'; readonly samples: Float32Array; readonly remark: 'clipped' | 'soft' | null }

export function LineCard({ line, microphone, playing, onKept, onPrevious, onNext, onNextLacking }: LineCardProps) {
  const { line: words } = useWords()
  const [taking, setTaking] = useState<Taking>({ is: 'ready' })
  const end = useRef<(() => Float32Array) | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [key = ''] = line.keys
  useEffect(() => {
    button.current?.focus()
    return () => {
      end.current?.()
      playing.stop()
    }
  }, [playing])

  async function keepWhatWasSaid(heard: Float32Array): Promise<void> {
    const phrase = phraseOf(heard, microphone.rate)
    if (!phrase) return setTaking({ is: 'nothing' })
    setTaking({ is: 'keeping' })
    try {
      onKept(await keep(key, phrase.samples))
      setTaking({ is: 'kept', ...phrase })
    } catch {
      return setTaking({ is: 'lost' })
    }
    await playing.recording(key).catch(() => undefined)
  }

  function press(): void {
    if (taking.is === 'keeping') return
    if (end.current) {
      const heard = end.current()
      end.current = null
      void keepWhatWasSaid(heard)
      return
    }
    playing.stop()
    // The sound of the loudspeaker must not be part of the recording.
    end.current = microphone.take(playing.quietFor() - 0.1)
    setTaking({ is: 'speaking' })
  }

  const isRecorded = line.file !== undefined
  const play = isRecorded ? () => void playing.recording(key).catch(() => undefined) : null
  const hear = (): void => void playing.text(line.text).catch(() => undefined)
  useCardKeys({ ArrowLeft: onPrevious, ArrowRight: onNext, r: play, t: hear })

  return (
    <section className={styles.card} data-taking={taking.is}>
      <Task line={line} onHear={hear} />
      <div className={styles.sound}>
        {taking.is === 'kept' ? <Wave samples={taking.samples} /> : <LevelMeter microphone={microphone} />}
      </div>
      <p role="status" className={remarkStyle(taking)}>
        {remarkOf(taking, words, isRecorded)}
      </p>
      <div className={styles.buttons}>
        <button ref={button} type="button" className={styles.record} data-on={taking.is === 'speaking'} onClick={press}>
          <i />
          {taking.is === 'speaking' ? words.stop : isRecorded ? words.again : words.record}
        </button>
        <button type="button" className={styles.quietGo} aria-disabled={!play} onClick={play ?? undefined}>
          {words.play}
        </button>
        <button
          type="button"
          className={isRecorded ? styles.go : styles.quietGo}
          aria-disabled={!onNextLacking}
          onClick={onNextLacking ?? undefined}
        >
          {words.nextLacking}
        </button>
      </div>
      <p className={styles.keys}>{words.keys}</p>
      <div className="row wrap gap-60">
        <button type="button" className={styles.tool} aria-disabled={!onPrevious} onClick={onPrevious ?? undefined}>
          {words.previous}
        </button>
        <button type="button" className={styles.tool} aria-disabled={!onNext} onClick={onNext ?? undefined}>
          {words.next}
        </button>
      </div>
    </section>
  )
}

function Task({ line, onHear }: { readonly line: RecordingLine; readonly onHear: () => void }) {
  const { line: words, where, groups } = useWords()
  const about = adviceOn(line, words)
  return (
    <>
      <p className={styles.where}>{line.where ? where[line.where] : groups[line.group]}</p>
      <h2 lang="fr" className={styles.text}>
        {line.text}
      </h2>
      {line.context !== undefined && line.group === 'screens' && (
        <p className={styles.context}>
          {words.piece} <q lang="fr">{line.context}</q>
        </p>
      )}
      {about !== '' && <p className={styles.context}>{about}</p>}
      <button type="button" className={styles.tool} onClick={onHear}>
        {words.reference}
      </button>
    </>
  )
}

type LineWords = ReturnType<typeof useWords>['line']

function adviceOn({ keys: [key = ''], text }: RecordingLine, words: LineWords): string {
  if (spokenLanguages.some((tongue) => nameOf(tongue) === text)) return words.own
  if (key === '[+]') return words.joiner
  if (/^\[\d+\]$/u.test(key)) return words.number
  if (/^\[\d+ h\]$/u.test(key)) return words.hour
  return /^\[\p{Ll}\]$/u.test(key) ? words.letter : ''
}

function remarkOf(taking: Taking, words: LineWords, isRecorded: boolean): string {
  switch (taking.is) {
    case 'ready':
      return isRecorded ? words.kept : ''
    case 'speaking':
      return words.speak
    case 'keeping':
      return words.keeping
    case 'nothing':
      return words.nothing
    case 'lost':
      return words.lost
    case 'kept':
      return taking.remark === null ? words.kept : words[taking.remark]
  }
}

function remarkStyle(taking: Taking): string | undefined {
  const isBad = taking.is === 'nothing' || taking.is === 'lost' || (taking.is === 'kept' && taking.remark !== null)
  return isBad ? styles.bad : taking.is === 'kept' ? styles.good : styles.quiet
}

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

/** Handles the keys of the card, except while text is typed in a field. */
function useCardKeys(keys: Readonly<Record<string, (() => void) | null>>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event
      const types = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      const act = keys[key.length === 1 ? key.toLowerCase() : key]
      if (types || !act || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

const BARS = 160

/** Shows the waveform of a recording, to check its volume and that it neither begins late nor ends early. */
function Wave({ samples }: { readonly samples: Float32Array }) {
  const length = Math.max(1, Math.floor(samples.length / BARS))
  const heights = Array.from({ length: BARS }, (_, bar) =>
    samples.subarray(bar * length, (bar + 1) * length).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const bars = heights.map(
    (height, bar) => `M${bar + 0.5} ${50 - Math.max(0.5, height * 49)}V${50 + Math.max(0.5, height * 49)}`,
  )
  return (
    <svg className={styles.wave} viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}
