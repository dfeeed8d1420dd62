import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { factsOf } from './staff-case.ts'
import styles from './staff-case-facts.module.css'

/** What a case is, for those who have to settle it. */
export function StaffCaseFacts({ staffCase }: { staffCase: StaffCase }) {
  const i18n = useI18n()
  return (
    <dl className={styles.facts}>
      {factsOf(staffCase, i18n).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
