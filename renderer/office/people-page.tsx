import { useState } from 'react'
import type { Result } from '../../shared/domain/result.ts'
import type { Member } from '../../shared/domain/staff.ts'
import type { Second } from '../components/drawer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage } from './office-page.tsx'
import { NewPerson, OwnPin } from './person-forms.tsx'
import { SecondPerson } from './second-person.tsx'
import styles from './office.module.css'

/** What is being done: a person to add, one to get another PIN, one to take off the list. */
type Doing =
  | { readonly type: 'add' }
  | { readonly type: 'renew'; readonly member: Member }
  | { readonly type: 'remove'; readonly member: Member }

/** A PIN that its owner has typed, until a second person has seen it. */
interface Given {
  readonly type: 'add' | 'renew'
  readonly member: Member
  readonly newPin: string
}

/** Who may sign in. One supervisor takes somebody off the list; to let somebody in takes two. */
export function PeoplePage() {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const list = useAsked('listPeople', who)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [given, setGiven] = useState<Given | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const words = t.office.people
  const people = list.value ?? []
  const turnTo = (next: Doing | null): void => {
    setDoing(next)
    setGiven(null)
    setDone('')
    setProblem(null)
  }
  const carryOut = async (command: Promise<Result<unknown, Problem>>, said: string): Promise<void> => {
    setBusy(true)
    const reply = await command
    setBusy(false)
    if (reply.ok || reply.error.type !== 'second-person') turnTo(null)
    if (!reply.ok) setProblem(reply.error)
    else setDone(said)
    list.again()
  }
  const confirm = ({ type, member, newPin }: Given, second: Second): Promise<void> => {
    const { number, name } = member
    return type === 'add'
      ? carryOut(invoke('addPerson', { ...who, second, ...member, newPin }), words.added(name))
      : carryOut(invoke('renewPin', { ...who, second, number, newPin }), words.renewed(name))
  }
  const remove = ({ number, name }: Member): Promise<void> =>
    carryOut(invoke('removePerson', { ...who, number }), words.removed(name))
  return (
    <OfficePage
      title={t.office.pages.people}
      lead={words.lead}
      problem={problem ?? list.problem}
      actions={<OfficeButton onPress={() => turnTo({ type: 'add' })}>{t.setup.people.add}</OfficeButton>}
    >
      {done !== '' && (
        <p className={styles.good} role="status">
          {done}
        </p>
      )}
      {given ? (
        <div className={styles.part}>
          <h2>{`${given.member.name} · ${t.setup.people.roles[given.member.role]} · ${given.member.number}`}</h2>
          <SecondPerson busy={busy} onConfirm={(second) => void confirm(given, second)} />
        </div>
      ) : (
        doing && (
          <Form
            {...{ doing, people, busy }}
            onGiven={setGiven}
            onRemove={(member) => void remove(member)}
            onBack={() => turnTo(null)}
          />
        )
      )}
      <DataTable
        caption={t.office.pages.people}
        head={[t.people.number, t.setup.people.who, t.setup.people.office, t.office.act]}
        empty={list.value ? words.none : t.common.wait}
        rows={people.map((member) => [
          member.number,
          member.name,
          t.setup.people.roles[member.role],
          <div key="act" className={styles.actions}>
            <OfficeButton onPress={() => turnTo({ type: 'renew', member })}>{t.setup.people.newPin}</OfficeButton>
            <OfficeButton onPress={() => turnTo({ type: 'remove', member })}>{t.setup.people.remove}</OfficeButton>
          </div>,
        ])}
      />
    </OfficePage>
  )
}

interface FormProps {
  readonly doing: Doing
  readonly people: readonly Member[]
  readonly busy: boolean
  readonly onGiven: (given: Given) => void
  readonly onRemove: (member: Member) => void
  readonly onBack: () => void
}

function Form({ doing, people, busy, onGiven, onRemove, onBack }: FormProps) {
  const { t } = useI18n()
  const words = t.office.people
  if (doing.type === 'add')
    return <NewPerson people={people} onPerson={(member, newPin) => onGiven({ type: 'add', member, newPin })} />
  const { member } = doing
  if (doing.type === 'renew') {
    const title = words.newPinOf(member.name)
    return <OwnPin key={member.number} title={title} onPin={(newPin) => onGiven({ type: 'renew', member, newPin })} />
  }
  return (
    <div className={styles.field} role="group" aria-label={words.removeOf(member.name)}>
      <strong>{words.removeOf(member.name)}</strong>
      <OfficeButton strong disabled={busy} onPress={() => onRemove(member)}>
        {t.setup.people.remove}
      </OfficeButton>
      <OfficeButton onPress={onBack}>{words.no}</OfficeButton>
    </div>
  )
}
