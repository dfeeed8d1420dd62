import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './staff-case-facts.module.css'

/** What a sale is, for those who have to settle it. */
export function StaffCaseFacts({ staffCase }: { staffCase: StaffCase }) {
  const { t, money } = useI18n()
  const { reference, eventTitle, seatCodes, amount, currency, tender } = staffCase
  const facts = [
    { label: t.staff.amount, value: money(amount, currency) },
    { label: t.staffDesk.paidBy, value: t.staffDesk.tender(tender) },
    { label: t.coupon.event, value: eventTitle },
    { label: t.coupon.seats, value: seatCodes.join(' · ') },
    { label: t.staff.reference, value: reference },
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
