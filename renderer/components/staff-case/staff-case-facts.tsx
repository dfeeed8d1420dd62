import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { factsOf } from './staff-case.ts'
import styles from './staff-case-facts.module.css'

export interface StaffCaseFactsProps {
  readonly staffCase: StaffCase
  /** How the list stands on the page that shows it. */
  readonly className?: string | undefined
}

/** What a case is, for those who have to settle it. */
export function StaffCaseFacts({ staffCase, className = styles.facts }: StaffCaseFactsProps) {
  const i18n = useI18n()
  return (
    <dl className={className}>
      {factsOf(staffCase, i18n).map(({ label, value, isCode }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-code={isCode}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
