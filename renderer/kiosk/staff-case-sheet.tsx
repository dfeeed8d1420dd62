import { useState, type ReactNode } from 'react'
import type { CommandInput } from '../../shared/kiosk-api/contract.ts'
import type { StaffCase } from '../../shared/kiosk-api/views.ts'
import { Button } from '../components/button.tsx'
import type { IconName } from '../components/icon.tsx'
import { Keypad } from '../components/keypad.tsx'
import { Sheet } from '../components/sheet.tsx'
import { type I18n, useI18n } from '../i18n/i18n-context.tsx'
import { useKioskStore } from './kiosk-context.tsx'
import type { Problem } from './problem.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { StaffCaseFacts } from './staff-case-facts.tsx'
import styles from './staff-case-sheet.module.css'

/** To a sale's question, or that a gap of the ledger was looked into. */
export type StaffAnswer =
  CommandInput<'settleStaffCase'>['answer'] | { readonly type: 'gap-settled'; readonly reference: string }

const MOST_DIGITS = 12

export interface StaffCaseSheetProps {
  readonly staffCase: StaffCase
  readonly position: number
  readonly count: number
  readonly busy: boolean
  readonly refusal: Problem | null
  readonly toService: ReactNode
  readonly onTurn: (index: number) => void
  readonly onSettle: (answer: StaffAnswer) => void
}

/** One case: what it is, its one question, and the answers that this takes. */
export function StaffCaseSheet(props: StaffCaseSheetProps) {
  const { staffCase, position, count, busy, refusal, toService, onTurn, onSettle } = props
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const [number, setNumber] = useState('')
  const asksForNumber = numberLabel(staffCase, i18n)
  return (
    <Sheet
      title={t.staffDesk.of(position + 1, count)}
      lead={questionText(staffCase, i18n)}
      notice={refusal && <ProblemNotice notice={refusal} />}
      actions={
        <>
          {answersTo(staffCase, number, i18n).map(({ label, icon, answer, missing }, index) => (
            <Button
              key={label}
              {...(index === 0 && { kind: 'primary' })}
              {...(icon && { icon })}
              disabled={busy || missing === true}
              onPress={() => onSettle(answer)}
            >
              {label}
            </Button>
          ))}
          {count > 1 && (
            <div className={styles.turn}>
              <Button
                icon="arrow-left"
                label={t.staffDesk.previous}
                disabled={position === 0}
                onPress={() => onTurn(position - 1)}
              />
              <Button
                icon="arrow-right"
                label={t.staffDesk.next}
                disabled={position === count - 1}
                onPress={() => onTurn(position + 1)}
              />
            </div>
          )}
          {toService}
          <Button kind="quiet" icon="arrow-left" onPress={store.closeStaff}>
            {t.staffDesk.close}
          </Button>
        </>
      }
    >
      <div className={styles.case}>
        <div className={styles.told}>
          {'rowsLost' in staffCase && staffCase.rowsLost && hasAnswer(staffCase) && (
            <p className={styles.warning}>{t.staffDesk.rowsLost}</p>
          )}
          <StaffCaseFacts staffCase={staffCase} />
        </div>
        {asksForNumber !== null && (
          <div className={styles.number}>
            <div className={styles.entered}>
              <p>{asksForNumber}</p>
              <p className={styles.digits} aria-live="polite">
                {number === '' ? '–' : number}
              </p>
            </div>
            <Keypad
              label={asksForNumber}
              eraseLabel={t.cash.erase}
              onDigit={(digit) => setNumber((number + digit).slice(0, MOST_DIGITS))}
              onErase={() => setNumber(number.slice(0, -1))}
              onEnter={() => {
                const [first] = answersTo(staffCase, number, i18n)
                if (first && !first.missing) onSettle(first.answer)
              }}
            />
          </div>
        )}
      </div>
    </Sheet>
  )
}

function questionText(staffCase: StaffCase, { t, money }: I18n): string {
  if (staffCase.question !== 'money-moved') return t.staffDesk.question(staffCase.question)
  return t.staffDesk.moneyMovedQuestion(staffCase.tender, money(staffCase.amount, staffCase.currency))
}

function numberLabel({ question }: StaffCase, { t }: I18n): string | null {
  if (question === 'pay-back') return t.staffDesk.receipt
  return question === 'unreconciled' || question === 'ledger-gap' ? t.staffDesk.note : null
}

/** The warning that something may be done already is for what can be done. */
function hasAnswer({ question }: StaffCase): boolean {
  return question === 'pay-back' || question === 'tickets-differ'
}

interface OfferedAnswer {
  readonly label: string
  readonly icon?: IconName
  readonly answer: StaffAnswer
  /** Something has to be entered before. */
  readonly missing?: boolean
}

/** The likeliest one first. */
function answersTo({ question }: StaffCase, number: string, { t }: I18n): readonly OfferedAnswer[] {
  const texts = t.staffDesk
  switch (question) {
    case 'money-moved':
      return [
        { label: texts.moneyMoved, answer: { type: 'money-moved', moved: true } },
        { label: texts.moneyNotMoved, answer: { type: 'money-moved', moved: false } },
      ]
    case 'tickets-differ':
      return [
        { label: texts.askAgain, answer: { type: 'ask-again' } },
        { label: texts.giveBack, icon: 'cash', answer: { type: 'give-back' } },
      ]
    case 'reprint':
      return [{ label: texts.reprint, icon: 'printer', answer: { type: 'reprint' } }]
    case 'paper-out':
      return [
        { label: texts.paperSeen, answer: { type: 'paper-seen' } },
        { label: texts.paperNotSeen, icon: 'printer', answer: { type: 'reprint' } },
      ]
    case 'pay-back':
      return [
        {
          label: texts.paidBack,
          icon: 'cash',
          answer: { type: 'paid-back', reference: number },
          missing: number === '',
        },
      ]
    case 'unreconciled':
      return [
        { label: texts.settled, answer: { type: 'settled-by-hand', reference: number } },
        { label: texts.askAgain, answer: { type: 'ask-again' } },
      ]
    case 'ledger-gap':
      return [{ label: texts.settled, answer: { type: 'gap-settled', reference: number } }]
    case 'rows-lost':
    case 'service-unreachable':
    case 'restart':
      return []
  }
}
