import { useState } from 'react'
import type { StaffCase } from '../../../shared/api/kiosk/staff-cases.ts'
import { Button } from '../../ui/button.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { answersTo, numberLabel, questionText, StaffCaseFacts, warningsFor } from '../../ui/staff-case.tsx'
import styles from './staff-case-sheet.module.css'
import type { AuthenticatedStaffDesk, Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

const MAX_DIGITS = 12

interface StaffCaseSheetProps {
  readonly staff: Staff
  readonly desk: AuthenticatedStaffDesk
  readonly staffCase: StaffCase
}

export function StaffCaseSheet({ staff, desk: { cases, busy, doubted }, staffCase }: StaffCaseSheetProps) {
  const i18n = useI18n()
  const { t } = i18n
  const [number, setNumber] = useState('')
  const position = cases.indexOf(staffCase)
  const asksForNumber = numberLabel(staffCase, i18n)
  // Answers that need dual control can only be given at a cashier's desk.
  const answers = answersTo(staffCase, number, doubted, i18n).filter(({ byTwo }) => !byTwo)
  /** Answer that includes the typed number. */
  const entered = answers.find(({ answer }) => 'reference' in answer) ?? answers[0]
  return (
    <StaffSheet
      staff={staff}
      title={t.staffDesk.of(position + 1, cases.length)}
      lead={questionText(staffCase, i18n)}
      onBack={null}
      actions={
        <>
          {answers.map(({ label, icon, answer, missing }, index) => (
            <Button
              key={label}
              {...(index === 0 && { kind: 'primary' })}
              {...(icon && { icon })}
              disabled={busy || missing === true}
              onPress={() => void staff.settle(staffCase, answer)}
            >
              {label}
            </Button>
          ))}
          {cases.length > 1 && <CaseTurner position={position} count={cases.length} onTurn={staff.turnTo} />}
          <OtherSheets staff={staff} />
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
              // Without a typed number, the Enter key may come from the scanner that read the code and opened the
              // question.
              if (number !== '' && entered && !entered.missing) void staff.settle(staffCase, entered.answer)
            }}
          />
        )}
      </div>
    </StaffSheet>
  )
}

export function OtherSheets({ staff }: { staff: Staff }) {
  const { t } = useI18n()
  const { busy } = staff.desk
  return (
    <>
      <Button icon="ticket" disabled={busy} onPress={staff.beginFinding}>
        {t.staffDesk.find}
      </Button>
      <Button icon="list" disabled={busy} onPress={staff.see}>
        {t.service.title}
      </Button>
    </>
  )
}

function CaseTurner({ position, count, onTurn }: { position: number; count: number; onTurn: (index: number) => void }) {
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
        onDigit={(digit) => onNumber((number + digit).slice(0, MAX_DIGITS))}
        onErase={() => onNumber(number.slice(0, -1))}
        onEnter={onEnter}
      />
    </div>
  )
}
