import type { ReactNode } from 'react'
import { useSay } from '../../components/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { sentence } from '../../i18n/sentence.ts'
import styles from './said.module.css'

export interface SaidProps {
  /** What a touch says. */
  readonly words: string
  /** Something to choose, and whether it is marked; left out: only to be heard. */
  readonly marked?: boolean
  readonly onMark?: () => void
  readonly disabled?: boolean
  readonly look?: string | undefined
  readonly children: ReactNode
}

/**
 * Whatever is drawn: a touch says it and takes nothing. What can be chosen is marked by the touch, too; the green circle
 * of the screen takes it.
 */
export function Said({ words, marked, onMark, disabled = false, look = '', children }: SaidProps) {
  const { t } = useI18n()
  const say = useSay()
  const touch = (): void => {
    if (!disabled) onMark?.()
    say?.(marked === undefined || disabled ? words : `${sentence(words)} ${t.pictures.thenTake}`)
  }
  return (
    <button
      type="button"
      className={`${styles.said} ${marked === undefined ? '' : styles.choice} ${look}`}
      aria-label={words}
      data-picture
      aria-pressed={marked}
      aria-disabled={disabled || undefined}
      onClick={touch}
    >
      {children}
      {marked && (
        <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
          <circle cx="20" cy="20" r="19" />
          <path d="M10.5 20.5l6.5 7 12.5-14" />
        </svg>
      )}
    </button>
  )
}
