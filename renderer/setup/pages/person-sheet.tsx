import { useState } from 'react'
import { staffRoles, type StaffRole } from '../../../shared/domain/staff.ts'
import type { SetupPerson } from '../../../shared/kiosk-api/setup.ts'
import { Button } from '../../components/button.tsx'
import { Choice } from '../../components/choice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { PinChoice } from './pin-choice.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepForm } from '../step-form.tsx'
import { StepSheet } from '../step-sheet.tsx'
import { TextField } from '../text-field.tsx'
import { TypingBoard } from '../../components/typing-board.tsx'

/** Somebody of the list: another PIN, or off it. */
export function PersonSheet({ person, onDone }: { person: SetupPerson; onDone: () => void }) {
  const { t } = useI18n()
  const { answer, busy } = useSetup()
  const [choosing, setChoosing] = useState(false)
  const words = t.setup.people
  const { number, name, role } = person
  const lead = `${words.roles[role]} · ${words.number} ${number}`
  if (choosing) {
    return (
      <PinChoice
        title={name}
        lead={lead}
        onPin={(pin) => answer({ people: [{ number, name, role, pin }] })}
        onDone={onDone}
      />
    )
  }
  const remove = (): void => void answer({ formerPeople: [number] }).then((gone) => gone && onDone())
  return (
    <StepSheet
      title={name}
      lead={lead}
      turn="person"
      onBack={onDone}
      actions={
        <>
          <Button kind="primary" disabled={busy} onPress={() => setChoosing(true)}>
            {words.newPin}
          </Button>
          <Button disabled={busy} onPress={remove}>
            {words.remove}
          </Button>
        </>
      }
    >
      <p>{words.about[role]}</p>
    </StepSheet>
  )
}

/** Somebody new: who they are, then their PIN. */
export function NewPersonSheet({ onDone }: { onDone: () => void }) {
  const { t } = useI18n()
  const { view, answer } = useSetup()
  const { people } = view
  const words = t.setup.people
  const [name, setName] = useState('')
  const [number, setNumber] = useState(String(Math.max(0, ...people.map((one) => Number(one.number))) + 1))
  const [role, setRole] = useState<StaffRole>(
    people.some((one) => one.role === 'supervisor') ? 'cashier' : 'supervisor',
  )
  const [choosing, setChoosing] = useState(false)
  const taken = people.some((one) => one.number === number)
  const possible = name.trim() !== '' && /^\d{1,6}$/u.test(number) && !taken
  const next = (): void => setChoosing(possible)
  if (choosing) {
    return (
      <PinChoice
        title={name.trim()}
        lead={`${words.roles[role]} · ${words.number} ${number}`}
        onPin={(pin) => answer({ people: [{ number, name: name.trim(), role, pin }] })}
        onDone={onDone}
      />
    )
  }
  return (
    <StepSheet
      title={words.add}
      turn="who"
      onBack={onDone}
      actions={<NextButton disabled={!possible} onPress={next} />}
    >
      <StepForm onNext={next}>
        <TextField label={words.who} value={name} first onChange={setName} />
        <TextField
          label={words.number}
          value={number}
          digits
          {...(taken && { remark: words.taken })}
          onChange={(text) => setNumber(text.replaceAll(/\D/gu, ''))}
        />
        <fieldset className={styles.group}>
          <legend>{words.office}</legend>
          <div className={styles.schemes}>
            {staffRoles.map((each) => (
              <Choice key={each} chosen={each === role} onPress={() => setRole(each)}>
                <strong>{words.roles[each]}</strong>
                <span>{words.about[each]}</span>
              </Choice>
            ))}
          </div>
        </fieldset>
      </StepForm>
      <TypingBoard />
    </StepSheet>
  )
}
