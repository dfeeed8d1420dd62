import { slipInHalves } from '../../../shared/domain/money/credit-slip.ts'
import { holding } from '../../components/speech/private.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState } from '../state/kiosk-context.tsx'
import styles from './owed-slips.module.css'

/** What the machine owes this customer: the paper says it too, where one came out. */
export function OwedSlips() {
  const { t, money } = useI18n()
  const { sale } = useKioskState()
  const words = t.paying.slip
  if (!sale?.credits) return null
  return (
    <ul className={styles.slips}>
      {sale.credits.map(({ slipId, amount, paper }) => (
        <li key={slipId} data-said>
          <p>{words.owed(money(amount, sale.currency))}</p>
          <p className={styles.number} {...holding('reference')}>
            <bdi>{slipInHalves(slipId)}</bdi>
          </p>
          <p role="status">{words.paper[paper]}</p>
        </li>
      ))}
    </ul>
  )
}
