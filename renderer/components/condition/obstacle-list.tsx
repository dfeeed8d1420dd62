import type { ReactNode } from 'react'
import type { Obstacle } from '../../../shared/domain/fleet/readiness.ts'
import { adviceOn } from '../../../shared/i18n/texts.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Icon } from '../icon.tsx'
import styles from './obstacle-list.module.css'

export interface ObstacleListProps {
  readonly obstacles: readonly Obstacle[]
  /** The way to what mends it, in place of the words; null, and when absent: the words. */
  readonly mendOf?: (obstacle: Obstacle) => ReactNode
}

/** What keeps the machine from selling, and what to do about each; nothing where nothing does. */
export function ObstacleList({ obstacles, mendOf }: ObstacleListProps) {
  const { t } = useI18n()
  if (obstacles.length === 0) return null
  return (
    <div role="alert">
      <ul className={styles.obstacles} aria-label={t.service.sales}>
        {obstacles.map((obstacle) => {
          const { what, todo } = adviceOn(t.service.obstacles, obstacle, t.desk.tenders)
          return (
            <li key={obstacle.type}>
              <Icon name="alert" />
              <div>
                <strong>{what}</strong>
                {mendOf?.(obstacle) ?? <p>{todo}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
