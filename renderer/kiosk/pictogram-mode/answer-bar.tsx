import { useSay } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './answer-bar.module.css'

export interface AnswerBarProps {
  /** Question and instructions, spoken again when the ear button is pressed. */
  readonly question: string
  /** Absent on a screen without a positive answer. */
  readonly onYes?: (() => void) | undefined
  /**
   * True if the customer can answer yes: a picture is marked, or the screen requires no marked picture. Default: true.
   */
  readonly ready?: boolean | undefined
  /** Text spoken if the customer presses yes too early. Default: the request to touch a picture first. */
  readonly missing?: string
  readonly onNo?: (() => void) | undefined
}

/**
 * Answer buttons at fixed positions, distinguished by shape as well as colour: yes is a circle with a tick, no an
 * octagon with a cross. The ear button repeats the question.
 */
export function AnswerBar({ question, onYes, ready = true, missing, onNo }: AnswerBarProps) {
  const { t } = useI18n()
  const say = useSay()
  return (
    <div className={styles.bar}>
      {onYes ? (
        <button
          type="button"
          className={styles.yes}
          aria-label={t.pictures.take}
          data-ready={ready}
          onClick={ready ? onYes : () => say?.(missing ?? t.pictures.takeFirst)}
        >
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle cx="50" cy="50" r="47" />
            <path d="M26 52l17 18 32-37" />
          </svg>
        </button>
      ) : (
        <span className={styles.yes} />
      )}
      {say && (
        <button type="button" className={styles.again} aria-label={t.pictures.again} onClick={() => say(question)}>
          <Ear />
        </button>
      )}
      {onNo ? (
        <button type="button" className={styles.no} aria-label={t.pictures.no} onClick={onNo}>
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path d="M31 4h38l27 27v38L69 96H31L4 69V31z" />
            <path className={styles.cross} d="M33 33l34 34M67 33L33 67" />
          </svg>
        </button>
      ) : (
        <span className={styles.no} />
      )}
    </div>
  )
}

export function Ear() {
  return (
    <svg className={styles.ear} viewBox="9 0 100 106" aria-hidden="true">
      <path d="M18 42C18 22 32 10 48 10s29 12 29 29c0 20-19 24-21 38-1 9-8 14-16 13-7-1-12-6-12-13" />
      <path d="M33 42c0-10 6-17 15-17s14 6 14 14c0 9-9 11-11 18-1 5-5 8-10 6" />
      <path className={styles.waves} d="M86 22a30 30 0 0 1 3 30M95 14a44 44 0 0 1 2 48" />
    </svg>
  )
}
