import type { ReactNode } from 'react'
import type { Tribune } from '../../../shared/domain/seats/place.ts'
import paper from '../../styles/paper.module.css'
import styles from './slip.module.css'
import { TribuneMark } from './tribune-mark.tsx'

export interface SlipProps {
  readonly onPress: () => void
  readonly disabled?: boolean
  readonly busy?: boolean
  readonly tribune?: Tribune
  /** Stands upright, where a low screen shows several beside each other and where few letters fit. */
  readonly standing?: boolean
  readonly stub: ReactNode
  readonly children: ReactNode
}

/** A small ticket to pick from several: the whole slip is the button, the stub says what a touch gives. */
export function Slip({
  onPress,
  disabled = false,
  busy = false,
  tribune,
  standing = false,
  stub,
  children,
}: SlipProps) {
  return (
    <button
      type="button"
      className={`${paper.slip} ${styles.slip} ${standing ? `${paper.standing} ${styles.standing}` : ''}`}
      aria-disabled={disabled}
      aria-busy={busy}
      onClick={disabled ? undefined : onPress}
    >
      <span className={`${paper.main} ${styles.main}`}>
        {tribune && (
          <span className={styles.tribune}>
            <TribuneMark tribune={tribune} />
          </span>
        )}
        <span className={styles.text}>{children}</span>
      </span>
      <span className={paper.perforation} aria-hidden="true" />
      <span className={`${paper.stub} ${styles.stub}`}>{stub}</span>
    </button>
  )
}
