import type { ReactNode } from 'react'
import { Guilloche } from './guilloche.tsx'
import { Icon, type IconName } from '../icon.tsx'
import styles from './still.module.css'

export interface StillProps {
  readonly icon: IconName
  /** Of the fine lines round it. */
  readonly seed: string
  /** Small print at the foot. */
  readonly children?: ReactNode
}

/** A sheet with nothing on it to touch: a seal of fine lines round one drawing, as on paper of value. */
export function Still({ icon, seed, children }: StillProps) {
  return (
    <div className={styles.still}>
      <div className={styles.place} aria-hidden="true">
        <div className={styles.seal}>
          <Guilloche seed={seed} />
          <Icon name={icon} />
        </div>
      </div>
      {children && <p className={styles.print}>{children}</p>}
    </div>
  )
}
