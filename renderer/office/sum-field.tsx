import { readSum } from '../../shared/domain/money/money.ts'
import { digitKeys } from '../components/keypad.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './office.module.css'

export interface SumFieldProps {
  readonly currency: string
  readonly typed: string
  readonly onTyped: (typed: string) => void
}

/** A sum as people type it, such as 500k; what is understood stands beside it. */
export function SumField({ currency, typed, onTyped }: SumFieldProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const sum = readSum(typed, currency)
  return (
    <span className={styles.sum}>
      <input
        {...digitKeys}
        aria-label={t.shift.sum(currency)}
        placeholder={t.shift.sum(currency)}
        autoComplete="off"
        value={typed}
        maxLength={30}
        onChange={({ target }) => onTyped(target.value)}
      />
      {typed.trim() !== '' && (
        <output>{sum.ok ? money(sum.value, currency) : deskNoticeText(i18n, sum.error).title}</output>
      )}
    </span>
  )
}
