import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './training-band.module.css'

/** Over every screen of a desk in training: nobody takes it for a live one. `children`: the way out. */
export function TrainingBand({ body, children }: { readonly body: string; readonly children?: ReactNode }) {
  const { t } = useI18n()
  return (
    <div className={styles.band} role="status" data-training>
      <strong>{t.tools.training}</strong>
      <span>{body}</span>
      {children}
    </div>
  )
}
