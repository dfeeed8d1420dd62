import type { ReactNode } from 'react'
import { inHalves } from '../../../shared/domain/sale/collection-code.ts'
import { Guilloche } from '../../components/drawn/guilloche.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './collecting.module.css'

export interface CodeCardProps {
  readonly code: string
  /** What else is to be noted. */
  readonly children?: ReactNode
}

/** The collection code, to be read from a photograph. */
export function CodeCard({ code, children }: CodeCardProps) {
  const { t } = useI18n()
  return (
    <div className={styles.card}>
      <span className={styles.ornament}>
        <Guilloche seed={code} />
      </span>
      <dl>
        <div>
          <dt>{t.collecting.code}</dt>
          <dd className={styles.code} dir="ltr">
            {inHalves(code)}
          </dd>
        </div>
        {children}
      </dl>
    </div>
  )
}
