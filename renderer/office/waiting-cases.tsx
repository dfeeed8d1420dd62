import { MAX_TEXT } from '../../shared/domain/desk/typed-numbers.ts'
import { useState } from 'react'
import type { StaffCase } from '../../shared/kiosk-api/staff-cases.ts'
import { NoticeCode } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { deskNoticeText } from '../i18n/notice-text.ts'
import type { Problem } from '../app/problem.ts'
import type { Second } from '../components/drawer.ts'
import {
  answersTo,
  doubtedBy,
  keyOf,
  numberLabel,
  questionText,
  settleCase,
  type StaffAnswer,
  StaffCaseFacts,
  warningsFor,
} from '../components/staff-case.tsx'
import { useKept, useOffice } from './office-context.tsx'
import { OfficeButton } from './office-page.tsx'
import { SecondPerson } from './second-person.tsx'
import styles from './office.module.css'

export interface WaitingCasesProps {
  /** References of the sales that were looked for; null: every question is shown. */
  readonly sought: ReadonlySet<string> | null
  readonly onSettled: () => void
}

/** Questions that wait for a person, each with the answers that it takes. */
export function WaitingCases({ sought, onSettled }: WaitingCasesProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke, who, may } = useOffice()
  const cases = useKept('listStaffCases', who)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const [doubted, setDoubted] = useState<string | null>(null)
  const waiting = (cases.value ?? []).filter((each) => !sought || ('code' in each && sought.has(each.code)))

  const settle = async (settled: StaffCase, answer: StaffAnswer, second?: Second): Promise<void> => {
    setBusy(true)
    const reply = await settleCase(invoke, who, settled, answer, second)
    setBusy(false)
    const problem = reply && !reply.ok ? reply.error : null
    setRefusal(problem)
    setDoubted(doubtedBy(answer, problem))
    cases.again()
    onSettled()
  }

  return (
    <section className={styles.part}>
      <h2>{t.office.stuck}</h2>
      {refusal && (
        <p className={styles.notice} role="alert">
          {deskNoticeText(i18n, refusal).title}
          <NoticeCode type={refusal.type} />
        </p>
      )}
      {cases.value && waiting.length === 0 && <p className={styles.quiet}>{t.staffDesk.none}</p>}
      {waiting.map((one) => (
        <Case
          key={keyOf(one)}
          staffCase={one}
          busy={busy || !may('settleStaffCase')}
          doubted={doubted}
          onAnswer={(...said) => void settle(one, ...said)}
        />
      ))}
    </section>
  )
}

interface CaseProps {
  readonly staffCase: StaffCase
  readonly busy: boolean
  readonly doubted: string | null
  readonly onAnswer: (answer: StaffAnswer, second?: Second) => void
}

function Case({ staffCase, busy, doubted, onAnswer }: CaseProps) {
  const i18n = useI18n()
  const [reference, setReference] = useState('')
  /** Waits for the second person. */
  const [agreed, setAgreed] = useState<StaffAnswer | null>(null)
  const question = questionText(staffCase, i18n)
  const asksForNumber = numberLabel(staffCase, i18n)
  const answers = answersTo(staffCase, reference.trim(), doubted, i18n)
  return (
    <article className={styles.case} aria-label={question}>
      <strong>{question}</strong>
      {warningsFor(staffCase, i18n).map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <StaffCaseFacts staffCase={staffCase} className={styles.facts} />
      <div className={styles.field}>
        {asksForNumber !== null && (
          <label className={styles.asked}>
            {asksForNumber}
            <input
              value={reference}
              maxLength={MAX_TEXT.reference}
              onChange={({ target }) => setReference(target.value)}
            />
          </label>
        )}
        {answers.map(({ label, answer, missing = false, byTwo }) => (
          <OfficeButton
            key={label}
            disabled={busy || missing}
            onPress={() => (byTwo ? setAgreed(answer) : onAnswer(answer))}
          >
            {label}
          </OfficeButton>
        ))}
      </div>
      {agreed && answers.some(({ byTwo }) => byTwo) && (
        <SecondPerson busy={busy} onConfirm={(second) => onAnswer(agreed, second)} />
      )}
    </article>
  )
}
