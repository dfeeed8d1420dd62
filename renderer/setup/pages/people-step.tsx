import { useState } from 'react'
import { type StaffRole, staffRoles } from '../../../shared/domain/staff.ts'
import type { SetupPerson } from '../../../shared/api/kiosk/setup.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { PinEntry } from '../../ui/sheets/pin-entry.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ChoiceGroup, FormSheet, Holder, NextButton, StepSheet, TextField } from '../forms.tsx'
import { useSetup } from '../setup-context.tsx'
import styles from '../setup.module.css'
import { peopleAreThere } from '../steps.ts'

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
      <ul className="grid gap-2">
        {!demo && (
          <li>
            <Holder
              icon="ticket"
              title={words.machine}
              about={words.machineAbout}
              chosen={view.hasMachinePin}
              state={view.hasMachinePin ? words.chosen : words.toChoose}
              onPress={() => setChosen('machine')}
            />
          </li>
        )}
        {view.people.map((person) => (
          <li key={person.number}>
            <Holder
              icon="person"
              title={person.name}
              about={`${words.roles[person.role]} · ${words.number} ${person.number}`}
              chosen={person.hasPin}
              state={person.hasPin ? words.chosen : words.again}
              onPress={() => setChosen(person)}
            />
          </li>
        ))}
      </ul>
    </StepSheet>
  )
}

function PersonSheet({ person, onDone }: { person: SetupPerson; onDone: () => void }) {
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
  const remove = (): void => void answer({ formerStaff: [number] }).then((gone) => gone && onDone())
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

function NewPersonSheet({ onDone }: { onDone: () => void }) {
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
    <FormSheet title={words.add} turn="who" onBack={onDone} ready={possible} onNext={next}>
      <TextField label={words.who} value={name} first onChange={setName} />
      <TextField
        label={words.number}
        value={number}
        digits
        {...(taken && { remark: words.taken })}
        onChange={(text) => setNumber(text.replaceAll(/\D/gu, ''))}
      />
      <ChoiceGroup
        legend={words.office}
        options={staffRoles}
        render={(each) => (
          <>
            <strong>{words.roles[each]}</strong>
            <span>{words.about[each]}</span>
          </>
        )}
        isChosen={(each) => each === role}
        onChoose={setRole}
        className={styles.schemes}
      />
    </FormSheet>
  )
}

interface PinChoiceProps {
  /** Name of the PIN's owner. */
  readonly title: string
  readonly lead: string
  /** Resolves to whether the PIN was accepted. */
  readonly onPin: (pin: string) => Promise<boolean>
  readonly onDone: () => void
}

/** Sets a PIN that is typed twice, or drawn at random and shown once. */
function PinChoice({ title, lead, onPin, onDone }: PinChoiceProps) {
  const { t } = useI18n()
  const { ask, meet, busy } = useSetup()
  const words = t.setup.people
  const [first, setFirst] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [drawn, setDrawn] = useState<string | null>(null)
  const [differ, setDiffer] = useState(false)
  const startOver = (): void => {
    setFirst(null)
    setTyped('')
  }
  const keep = async (pin: string): Promise<void> => ((await onPin(pin)) ? onDone() : startOver())
  const back = (): void => {
    meet(null)
    onDone()
  }
  const draw = (): void => void ask('drawPin', {}).then((reply) => reply.ok && setDrawn(reply.value))
  const enter = (): void => {
    setDiffer(false)
    if (first === null) {
      meet(null)
      setFirst(typed)
      setTyped('')
    } else if (typed === first) void keep(typed)
    else {
      setDiffer(true)
      startOver()
    }
  }

  if (drawn !== null) {
    return (
      <StepSheet
        title={title}
        lead={words.drawn}
        turn="drawn"
        onBack={() => setDrawn(null)}
        actions={
          <Button kind="primary" icon="check" disabled={busy} onPress={() => void keep(drawn)}>
            {words.noted}
          </Button>
        }
      >
        <output className={styles.drawn} dir="ltr">
          {drawn}
        </output>
      </StepSheet>
    )
  }
  const part = first === null ? 'first' : 'second'
  return (
    <StepSheet
      title={title}
      lead={lead}
      turn={part}
      onBack={back}
      actions={
        part === 'first' && (
          <Button kind="quiet" disabled={busy} onPress={draw}>
            {words.draw}
          </Button>
        )
      }
    >
      {differ && <NoticeStrip title={t.setup.faults.title} body={words.differ} />}
      <PinEntry key={part} pin={typed} label={words[part]} onPin={setTyped} onEnter={enter} />
    </StepSheet>
  )
}
