import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './setup.module.css'

/** Fields of a step: Enter in any of them is the way on. */
export function StepForm({ onNext, children }: { onNext: () => void; children: ReactNode }) {
  const { t } = useI18n()
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      {children}
      <input type="submit" value={t.setup.next} hidden />
    </form>
  )
}
