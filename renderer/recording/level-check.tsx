import { useEffect, useState } from 'react'
import { LevelMeter } from './level-meter.tsx'
import { useWords } from './recording-texts.ts'
import styles from './recording.module.css'
import { verdictOn, type Verdict } from './sound/levels.ts'
import { openMicrophone, type Microphone } from './sound/microphone.ts'

export interface LevelCheckProps {
  readonly microphone: Microphone | null
  readonly onOpened: (microphone: Microphone) => void
  readonly onDone: () => void
}

/** Before the first recording: whether room and microphone are good for it. */
export function LevelCheck({ microphone, onOpened, onDone }: LevelCheckProps) {
  const words = useWords()
  const [isMissing, setMissing] = useState(false)
  const [onMissing] = useState(() => () => setMissing(true))
  return (
    <main className={styles.sheetPlace}>
      <section className={styles.sheet}>
        <h2>{isMissing ? words.level.none : words.level.title}</h2>
        <p className={styles.quiet}>{isMissing ? words.level.noneBody : words.level.lead}</p>
        {!microphone && !isMissing && <Opening onOpened={onOpened} onMissing={onMissing} />}
        {microphone && <Judging microphone={microphone} onDone={onDone} />}
        {isMissing && (
          <button type="button" className={styles.go} onClick={() => setMissing(false)}>
            {words.level.retry}
          </button>
        )}
      </section>
    </main>
  )
}

interface OpeningProps extends Pick<LevelCheckProps, 'onOpened'> {
  readonly onMissing: () => void
}

/** Each time it comes up, the microphone is asked for. */
function Opening({ onOpened, onMissing }: OpeningProps) {
  useEffect(() => {
    let late = false
    openMicrophone().then(
      (opened) => (late ? opened.close() : onOpened(opened)),
      () => late || onMissing(),
    )
    return () => {
      late = true
    }
  }, [onOpened, onMissing])
  return null
}

function Judging({ microphone, onDone }: { readonly microphone: Microphone; readonly onDone: () => void }) {
  const { level } = useWords()
  const [verdict, setVerdict] = useState<Verdict>('listening')
  useEffect(() => {
    let pieces = 0
    return microphone.listen(() => {
      pieces += 1
      if (pieces % 10 === 0) setVerdict(verdictOn(microphone.lately(), microphone.rate))
    })
  }, [microphone])
  const isGood = verdict === 'good'
  return (
    <>
      <LevelMeter microphone={microphone} />
      <p role="status" className={isGood ? styles.good : verdict === 'listening' ? styles.quiet : styles.bad}>
        {level.verdicts[verdict]}
      </p>
      <button type="button" className={isGood ? styles.go : styles.quietGo} data-verdict={verdict} onClick={onDone}>
        {isGood ? level.go : level.anyway}
      </button>
    </>
  )
}
