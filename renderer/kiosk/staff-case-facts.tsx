import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import { type I18n, useI18n } from '../i18n/i18n-context.tsx'
import styles from './staff-case-facts.module.css'

/** What a case is, for those who have to settle it. */
export function StaffCaseFacts({ staffCase }: { staffCase: StaffCase }) {
  const i18n = useI18n()
  const facts = staffCase.question === 'ledger-gap' ? gapFacts(staffCase, i18n) : saleFacts(staffCase, i18n)
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

type Fact = { readonly label: string; readonly value: string }

function gapFacts(gap: Extract<StaffCase, { question: 'ledger-gap' }>, { t, instant }: I18n): readonly Fact[] {
  return [
    { label: t.staffDesk.gapSince, value: instant(gap.sinceUtc) },
    { label: t.staffDesk.gapFound, value: instant(gap.foundUtc) },
    { label: t.staffDesk.gapRows, value: t.staffDesk.gapRowsAtLeast(gap.rows) },
  ]
}

function saleFacts(sale: Exclude<StaffCase, { question: 'ledger-gap' }>, { t, money }: I18n): readonly Fact[] {
  const { reference, eventTitle, seatCodes, amount, currency, tender, paymentReference, ownerRef, shown } = sale
  return [
    { label: t.staff.amount, value: money(amount, currency) },
    { label: t.staffDesk.paidBy, value: t.staffDesk.tender(tender) },
    { label: t.coupon.event, value: eventTitle },
    { label: t.coupon.seats, value: seatCodes.join(' · ') },
    ...(shown === null ? [] : [{ label: t.staffDesk.shown, value: shown || t.staffDesk.shownNothing }]),
    { label: t.staff.reference, value: reference },
    ...(paymentReference === null || paymentReference === reference
      ? []
      : [{ label: t.staffDesk.paymentReference, value: paymentReference }]),
    ...(shown === null || reference === ownerRef ? [] : [{ label: t.staffDesk.ownerRef, value: ownerRef }]),
  ].filter(({ value }) => value !== '')
}
