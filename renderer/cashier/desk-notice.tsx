import { useI18n } from '../i18n/i18n-context.tsx'
import { NoticeCode } from '../components/notice.tsx'
import type { SaleMoney } from '../app/sale-money.ts'
import styles from './cashier-app.module.css'
import type { DeskNotice } from '../i18n/desk-notice.ts'
import { deskNoticeText } from '../i18n/notice-text.ts'
import { sentence } from '../i18n/sentence.ts'

/** What went wrong and what to do, read out at once. */
export function DeskNoticeLine({ notice, paid }: { notice: DeskNotice; paid?: SaleMoney }) {
  const { title, body } = deskNoticeText(useI18n(), notice, paid)
  return (
    <p className={styles.notice} role="alert">
      <strong>{sentence(title)}</strong> {body}
      <NoticeCode type={notice.type} />
    </p>
  )
}
