import { useI18n } from '../i18n/i18n-context.tsx'
import type { ProblemText } from '../i18n/problem-text.ts'
import styles from './cashier-app.module.css'
import type { DeskNotice } from '../i18n/desk-notice.ts'
import { sentence } from '../i18n/sentence.ts'

/** What went wrong and what to do, read out at once. */
export function DeskNoticeLine({ notice }: { notice: DeskNotice }) {
  const { t, money } = useI18n()
  const texts = { ...t.problems, ...t.desk.problems } as {
    readonly [T in DeskNotice['type']]: (notice: DeskNotice, written: typeof money) => ProblemText
  }
  const { title, body } = texts[notice.type](notice, money)
  return (
    <p className={styles.notice} role="alert">
      <strong>{sentence(title)}</strong> {body}
    </p>
  )
}
