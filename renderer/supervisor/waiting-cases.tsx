import { useState } from 'react'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import type { Catalogue } from '../i18n/fr.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../kiosk/problem-notice.tsx'
import type { Problem } from '../kiosk/problem.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { OfficeButton } from './office-page.tsx'
import styles from './office.module.css'

type Answer = CommandInput<'settleStaffCase'>['answer'] | { readonly type: 'gap-settled'; readonly reference: string }

/** Questions that wait for a person, each with the answers that it takes. */
export function WaitingCases({ onSettled }: { onSettled: () => void }) {
  const i18n = useI18n()
  const { t } = i18n
  const { ask, may } = useOffice()
  const cases = useAsked('listStaffCases', {})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const waiting = cases.value ?? []

  const settle = async (settled: StaffCase, answer: Answer): Promise<void> => {
    setBusy(true)
    const reply =
      'saleId' in settled && answer.type !== 'gap-settled'
        ? await ask('settleStaffCase', { saleId: settled.saleId, answer })
        : 'seq' in settled && answer.type === 'gap-settled'
          ? await ask('settleLedgerGap', { seq: settled.seq, reference: answer.reference })
          : null
    setBusy(false)
    setRefusal(reply && !reply.ok ? reply.error : null)
    cases.again()
    onSettled()
  }

  return (
    <section className={styles.part}>
      <h2>{t.office.stuck}</h2>
      {refusal && (
        <p className={styles.notice} role="alert">
          {noticeText(i18n, refusal).title}
        </p>
      )}
      {cases.value && waiting.length === 0 && <p className={styles.quiet}>{t.staffDesk.none}</p>}
      {waiting.map((one) => (
        <Case
          key={'saleId' in one ? one.saleId : one.seq}
          staffCase={one}
          busy={busy || !may('settleStaffCase')}
          onAnswer={(answer) => void settle(one, answer)}
        />
      ))}
    </section>
  )
}

interface CaseProps {
  readonly staffCase: StaffCase
  readonly busy: boolean
  readonly onAnswer: (answer: Answer) => void
}

function Case({ staffCase, busy, onAnswer }: CaseProps) {
  const { t, money, instant } = useI18n()
  const [reference, setReference] = useState('')
  const wantsNumber = ['pay-back', 'unreconciled', 'ledger-gap'].includes(staffCase.question)
  const facts =
    'saleId' in staffCase
      ? [staffCase.eventTitle, staffCase.seatCodes.join(t.common.comma), money(staffCase.amount, staffCase.currency)]
      : [`${t.staffDesk.gapSince} : ${instant(staffCase.sinceUtc)}`, t.staffDesk.gapRowsAtLeast(staffCase.rows)]
  return (
    <article className={styles.tile}>
      <p>
        <strong>
          {staffCase.question === 'money-moved'
            ? t.staffDesk.moneyMovedQuestion(staffCase.tender, money(staffCase.amount, staffCase.currency))
            : t.staffDesk.question(staffCase.question)}
        </strong>
      </p>
      <p className={styles.quiet}>{facts.filter(Boolean).join(' · ')}</p>
      {'saleId' in staffCase && staffCase.shown !== null && (
        <p className={styles.quiet}>
          {t.staffDesk.shown} : {staffCase.shown || t.staffDesk.shownNothing}
        </p>
      )}
      <div className={styles.field}>
        {wantsNumber && (
          <input
            aria-label={staffCase.question === 'pay-back' ? t.staffDesk.receipt : t.staffDesk.note}
            placeholder={staffCase.question === 'pay-back' ? t.staffDesk.receipt : t.staffDesk.note}
            value={reference}
            maxLength={100}
            onChange={({ target }) => setReference(target.value)}
          />
        )}
        {answersTo(staffCase, reference.trim(), t).map(({ label, answer, missing = false }) => (
          <OfficeButton key={label} disabled={busy || missing} onPress={() => onAnswer(answer)}>
            {label}
          </OfficeButton>
        ))}
      </div>
    </article>
  )
}

interface Choice {
  readonly label: string
  readonly answer: Answer
  readonly missing?: boolean
}

function answersTo({ question }: StaffCase, reference: string, { staffDesk }: Catalogue): readonly Choice[] {
  switch (question) {
    case 'money-moved':
      return [
        { label: staffDesk.moneyMoved, answer: { type: 'money-moved', moved: true } },
        { label: staffDesk.moneyNotMoved, answer: { type: 'money-moved', moved: false } },
      ]
    case 'tickets-differ':
      return [
        { label: staffDesk.askAgain, answer: { type: 'ask-again' } },
        { label: staffDesk.giveBack, answer: { type: 'give-back' } },
      ]
    case 'pay-back':
      return [{ label: staffDesk.paidBack, answer: { type: 'paid-back', reference }, missing: reference === '' }]
    case 'reprint':
      return [{ label: staffDesk.reprint, answer: { type: 'reprint' } }]
    case 'paper-out':
      return [
        { label: staffDesk.paperSeen, answer: { type: 'paper-seen' } },
        { label: staffDesk.paperNotSeen, answer: { type: 'reprint' } },
      ]
    case 'unreconciled':
      return [
        { label: staffDesk.settled, answer: { type: 'settled-by-hand', reference } },
        { label: staffDesk.askAgain, answer: { type: 'ask-again' } },
      ]
    case 'ledger-gap':
      return [{ label: staffDesk.settled, answer: { type: 'gap-settled', reference } }]
    case 'service-unreachable':
    case 'rows-lost':
    case 'restart':
      return []
  }
}
