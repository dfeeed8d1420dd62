import { useState } from 'react'
import type { SetupPerson } from '../../../shared/kiosk-api/setup.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { NextButton } from '../next-button.tsx'
import { NewPersonSheet, PersonSheet } from './person-sheet.tsx'
import { PinChoice } from './pin-choice.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { StepSheet } from '../step-sheet.tsx'
import { peopleAreThere } from '../steps.ts'

/** Who gets in where customers do not: by the machine's own PIN, or by a number and PIN of their own. */
export function PeopleStep() {
  const { t } = useI18n()
  const { view, answer, goOn } = useSetup()
  const [chosen, setChosen] = useState<SetupPerson | 'machine' | 'new' | null>(null)
  const words = t.setup.people
  const demo = view.answers.profile === 'demo'
  const done = (): void => setChosen(null)
  if (chosen === 'machine') {
    const keep = (machinePin: string): Promise<boolean> => answer({ machinePin })
    return <PinChoice title={words.machine} lead={words.machineAbout} onPin={keep} onDone={done} />
  }
  if (chosen === 'new') return <NewPersonSheet onDone={done} />
  if (chosen) return <PersonSheet person={chosen} onDone={done} />
  const enough = peopleAreThere(view) || (demo && view.people.length === 0)
  const supervised = demo || view.people.some(({ role }) => role === 'supervisor')
  return (
    <StepSheet
      title={words.title}
      lead={supervised ? words.lead : `${words.lead} ${words.needed}`}
      turn="list"
      actions={
        <>
          <NextButton disabled={!enough} onPress={() => void goOn()} />
          <Button icon="plus" onPress={() => setChosen('new')}>
            {words.add}
          </Button>
        </>
      }
    >
      <ul className={styles.holders}>
        {!demo && (
          <li>
            <button
              type="button"
              className={styles.holder}
              data-chosen={view.hasMachinePin}
              onClick={() => setChosen('machine')}
            >
              <Icon name="ticket" />
              <span>
                <strong>{words.machine}</strong>
                <span>{words.machineAbout}</span>
              </span>
              <em>
                {view.hasMachinePin && <Icon name="check" />}
                {view.hasMachinePin ? words.chosen : words.toChoose}
              </em>
            </button>
          </li>
        )}
        {view.people.map((person) => (
          <li key={person.number}>
            <button
              type="button"
              className={styles.holder}
              data-chosen={person.hasPin}
              onClick={() => setChosen(person)}
            >
              <Icon name="person" />
              <span>
                <strong>{person.name}</strong>
                <span>{`${words.roles[person.role]} · ${words.number} ${person.number}`}</span>
              </span>
              <em>
                {person.hasPin && <Icon name="check" />}
                {person.hasPin ? words.chosen : words.again}
              </em>
            </button>
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}
