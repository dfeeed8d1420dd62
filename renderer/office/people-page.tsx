import { type ReactNode, useState } from 'react'
import { mayDo } from '../../shared/api/kiosk/contract.ts'
import type { Result } from '../../shared/domain/result.ts'
import { isWeakPin, type Member, type StaffRole, staffRoles } from '../../shared/domain/staff.ts'
import type { Problem } from '../app/problem.ts'
import type { Second } from '../ui/drawer.ts'
import { focusOnce } from '../ui/hooks.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useQuery, useCommand, useOffice } from './office-context.tsx'
import { DataTable, Done, OfficeButton, OfficeInput, OfficePage, ApproverForm } from './office-page.tsx'
import styles from './office.module.css'

type Doing =
  | { readonly type: 'add' }
  | { readonly type: 'renew'; readonly member: Member }
  | { readonly type: 'remove'; readonly member: Member }

/** Change that waits for its approver: a PIN typed by its owner, or a badge to print. */
type PendingChange =
  | { readonly type: 'add' | 'renew'; readonly member: Member; readonly newPin: string }
  | { readonly type: 'badge'; readonly member: Member }

/** Lists the staff members who may sign in. One supervisor can remove a member; adding a member needs an approver. */
export function PeoplePage() {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const list = useQuery('listPeople', who)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [pending, setPending] = useState<PendingChange | null>(null)
  const [done, setDone] = useState('')
  const { busy, problem, meet, send } = useCommand()
  const words = t.office.people
  const people = list.value ?? []
  const turnTo = (next: Doing | null, badge: PendingChange | null = null): void => {
    setDoing(next)
    setPending(badge)
    setDone('')
    meet(null)
  }
  async function carryOut<T>(
    command: Promise<Result<T, Problem>>,
    said: string | ((value: T) => string),
  ): Promise<void> {
    const reply = await send(command)
    if (reply.ok || reply.error.type !== 'second-person') {
      setDoing(null)
      setPending(null)
    }
    setDone(reply.ok ? (typeof said === 'string' ? said : said(reply.value)) : '')
    list.again()
  }
  const confirm = (wanted: PendingChange, second: Second): Promise<void> => {
    const { type, member } = wanted
    const { number, name } = member
    if (type === 'badge')
      return carryOut(invoke('printBadge', { ...who, second, number }), ({ state }) => words.badgeStates[state](name))
    const { newPin } = wanted
    return type === 'add'
      ? carryOut(invoke('addPerson', { ...who, second, ...member, newPin }), words.added(name))
      : carryOut(invoke('resetPin', { ...who, second, number, newPin }), words.renewed(name))
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
      <Done>{done}</Done>
      {pending ? (
        <div className={styles.part}>
          <h2>
            {pending.type === 'badge' ? words.badgeOf(pending.member.name) : pending.member.name} ·{' '}
            {`${t.setup.people.roles[pending.member.role]} · ${pending.member.number}`}
          </h2>
          <ApproverForm busy={busy} onConfirm={(second) => void confirm(pending, second)} />
        </div>
      ) : (
        doing && (
          <Form
            {...{ doing, people, busy }}
            onPending={setPending}
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
          <MemberActions key="act" member={member} onTurnTo={turnTo} />,
        ])}
      />
    </OfficePage>
  )
}

interface MemberActionsProps {
  readonly member: Member
  readonly onTurnTo: (doing: Doing | null, pending?: PendingChange) => void
}

function MemberActions({ member, onTurnTo }: MemberActionsProps) {
  const { t } = useI18n()
  const { hasHub } = useOffice()
  return (
    <div className="row wrap middle gap-60">
      <OfficeButton onPress={() => onTurnTo({ type: 'renew', member })}>{t.setup.people.newPin}</OfficeButton>
      {hasHub && mayDo('confirmCash', member.role) && (
        <OfficeButton onPress={() => onTurnTo(null, { type: 'badge', member })}>{t.office.people.badge}</OfficeButton>
      )}
      <OfficeButton onPress={() => onTurnTo({ type: 'remove', member })}>{t.setup.people.remove}</OfficeButton>
    </div>
  )
}

interface FormProps {
  readonly doing: Doing
  readonly people: readonly Member[]
  readonly busy: boolean
  readonly onPending: (pending: PendingChange) => void
  readonly onRemove: (member: Member) => void
  readonly onBack: () => void
}

function Form({ doing, people, busy, onPending, onRemove, onBack }: FormProps) {
  const { t } = useI18n()
  const words = t.office.people
  if (doing.type === 'add')
    return <NewPerson people={people} onPerson={(member, newPin) => onPending({ type: 'add', member, newPin })} />
  const { member } = doing
  if (doing.type === 'renew') {
    const title = words.newPinOf(member.name)
    return <OwnPin key={member.number} title={title} onPin={(newPin) => onPending({ type: 'renew', member, newPin })} />
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

interface NewPersonProps {
  readonly people: readonly Member[]
  readonly onPerson: (member: Member, pin: string) => void
}

function NewPerson({ people, onPerson }: NewPersonProps) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const [number, setNumber] = useState(String(Math.max(0, ...people.map((one) => Number(one.number))) + 1))
  const [role, setRole] = useState<StaffRole>('cashier')
  const words = t.setup.people
  const taken = people.some((one) => one.number === number)
  const possible = name.trim() !== '' && number !== '' && !taken
  return (
    <OwnPin
      title={words.add}
      ready={possible}
      {...(taken && { remark: words.taken })}
      onPin={(pin) => onPerson({ number, name: name.trim(), role }, pin)}
    >
      <OfficeInput ref={focusOnce} label={words.who} value={name} maxLength={80} onTyped={setName} />
      <OfficeInput digits label={t.people.number} value={number} maxLength={6} onTyped={setNumber} />
      <select
        aria-label={words.office}
        value={role}
        onChange={({ target }) => setRole(staffRoles.find((each) => each === target.value) ?? role)}
      >
        {staffRoles.map((each) => (
          <option key={each} value={each}>
            {words.roles[each]}
          </option>
        ))}
      </select>
    </OwnPin>
  )
}

interface OwnPinProps {
  readonly title: string
  readonly onPin: (pin: string) => void
  /** True if all inputs before the PIN are valid. */
  readonly ready?: boolean
  /** Text that explains which input is invalid. */
  readonly remark?: string
  readonly children?: ReactNode
}

/** Asks the owner to type a PIN twice. A PIN that is easily guessed is rejected before the approver is asked. */
function OwnPin({ title, onPin, ready = true, remark, children }: OwnPinProps) {
  const { t } = useI18n()
  const [pins, setPins] = useState<readonly [string, string]>(['', ''])
  const words = t.setup.people
  const [first, again] = pins
  const fault =
    first.length >= 4 && isWeakPin(first)
      ? t.setup.faults.machinePin
      : again.length >= first.length && again !== first
        ? words.differ
        : remark
  const pinField = (label: string, index: 0 | 1) => (
    <OfficeInput
      digits
      type="password"
      label={label}
      autoComplete="new-password"
      maxLength={8}
      value={pins[index]}
      ref={index === 0 && !children ? focusOnce : undefined}
      onTyped={(pin) => setPins(index === 0 ? [pin, again] : [first, pin])}
    />
  )
  return (
    <form
      className={styles.part}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && fault === undefined && /^\d{4,8}$/u.test(first) && first === again) onPin(first)
      }}
    >
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.field}>{children}</div>}
      <p className={styles.quiet}>{t.office.people.ownPin}</p>
      <div className={styles.field}>
        {pinField(words.first, 0)}
        {pinField(words.second, 1)}
        <button type="submit" className={styles.strong}>
          {t.office.people.keep}
        </button>
      </div>
      {fault !== undefined && <p role="status">{fault}</p>}
    </form>
  )
}
