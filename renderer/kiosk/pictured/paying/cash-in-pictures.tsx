import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { CallSheetProps } from '../../paying/cash-screen.tsx'
import { useKioskState, useKioskStore } from '../../state/kiosk-context.tsx'
import styles from './cash-in-pictures.module.css'
import { StaffPerson } from '../drawings/people.tsx'
import { MoneyToCount } from '../money-to-count.tsx'
import { PictureSheet } from '../picture-sheet.tsx'
import { Said } from '../said.tsx'

/** Which notes to have ready, and to whom they go. */
export function CashInPictures({ due, currency, notice, onAttendant }: CallSheetProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  return (
    <PictureSheet
      title={t.cash.title}
      lead={t.cash.body(money(due, currency))}
      notice={notice}
      onNo={busy ? undefined : store.cancelPayment}
    >
      <div className={styles.cash}>
        <div className={styles.notes}>
          <MoneyToCount amount={due} currency={currency} />
        </div>
        <span className={styles.arrow}>
          <Icon name="arrow-right" />
        </span>
        <div className={styles.attendant}>
          <Said words={t.cash.title} look={styles.staff}>
            <StaffPerson />
          </Said>
          <Button kind="quiet" icon="person" onPress={onAttendant}>
            {t.staff.enter}
          </Button>
        </div>
      </div>
    </PictureSheet>
  )
}
