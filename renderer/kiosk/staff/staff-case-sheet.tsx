import { useState } from 'react'
import type { StaffCase } from '../../../shared/kiosk-api/staff-cases.ts'
import { Button } from '../../components/button.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskStore } from '../state/kiosk-context.tsx'
import type { Problem } from '../../app/problem.ts'
import { ProblemNotice } from '../problem-notice.tsx'
import {
  answersTo,
  numberLabel,
  questionText,
  type StaffAnswer,
  StaffCaseFacts,
  warningsFor,
} from '../../components/staff-case.tsx'
import styles from './staff-case-sheet.module.css'

const MOST_DIGITS = 12

interface StaffCaseSheetProps {
  readonly staffCase: StaffCase
  readonly position: number
  readonly count: number
  readonly busy: boolean
  readonly refusal: Problem | null
  /** Number that was rejected because another payment has it, from `doubtedBy`. Null if none. */
  readonly doubted: string | null
  readonly onMachine: () => void
  readonly onFind: () => void
  readonly onTurn: (index: number) => void
  readonly onSettle: (answer: StaffAnswer) => void
}

/** One case: its facts, its question, and the possible answers. */
export function StaffCaseSheet(props: StaffCaseSheetProps) {
  const { staffCase, position, count, busy, refusal, doubted, onMachine, onFind, onTurn, onSettle } = props
  const i18n = useI18n()
  const { t } = i18n
  const store = useKioskStore()
  const [number, setNumber] = useState('')
  const asksForNumber = numberLabel(staffCase, i18n)
  // Answers that need dual control are only possible at a desk.
  const answers = answersTo(staffCase, number, doubted, i18n).filter(({ byTwo }) => !byTwo)
  /** The answer that takes the typed number. */
  const entered = answers.find(({ answer }) => 'reference' in answer) ?? answers[0]
  return (
    <Sheet
      title={t.staffDesk.of(position + 1, count)}
      lead={questionText(staffCase, i18n)}
      notice={refusal && <ProblemNotice notice={refusal} />}
      actions={
        <>
          {answers.map(({ label, icon, answer, missing }, index) => (
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
          {count > 1 && <CaseTurner position={position} count={count} onTurn={onTurn} />}
          <Button icon="ticket" disabled={busy} onPress={onFind}>
            {t.staff.reference}
          </Button>
          <Button icon="list" disabled={busy} onPress={onMachine}>
            {t.service.title}
          </Button>
          <Button kind="quiet" icon="arrow-left" onPress={store.closeStaff}>
            {t.staffDesk.close}
          </Button>
        </>
      }
    >
      <div className={styles.case}>
        <div className={styles.told}>
          {warningsFor(staffCase, i18n).map((warning) => (
            <p key={warning} className={styles.warning}>
              {warning}
            </p>
          ))}
          <StaffCaseFacts staffCase={staffCase} />
        </div>
        {asksForNumber !== null && (
          <NumberPad
            label={asksForNumber}
            number={number}
            onNumber={setNumber}
            onEnter={() => {
              // Without a number, Enter may come from the scanner that brought up this question.
              if (number !== '' && entered && !entered.missing) onSettle(entered.answer)
            }}
          />
        )}
      </div>
    </Sheet>
  )
}

function CaseTurner({ position, count, onTurn }: Pick<StaffCaseSheetProps, 'position' | 'count' | 'onTurn'>) {
  const { t } = useI18n()
  return (
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
  )
}

interface NumberPadProps {
  readonly label: string
  readonly number: string
  readonly onNumber: (number: string) => void
  readonly onEnter: () => void
}

/** Takes the number that is recorded with the answer. */
function NumberPad({ label, number, onNumber, onEnter }: NumberPadProps) {
  const { t } = useI18n()
  return (
    <div className={styles.number}>
      <div className={styles.entered}>
        <p>{label}</p>
        <p className={styles.digits} aria-live="polite">
          {number === '' ? '–' : number}
        </p>
      </div>
      <Keypad
        label={label}
        eraseLabel={t.cash.erase}
        onDigit={(digit) => onNumber((number + digit).slice(0, MOST_DIGITS))}
        onErase={() => onNumber(number.slice(0, -1))}
        onEnter={onEnter}
      />
    </div>
  )
}
