import { useState } from 'react'
import { guessablePin, type Member, type StaffRole, staffRoles } from '../../shared/domain/staff.ts'
import { digitKeys } from '../components/keypad.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './office.module.css'

export interface NewPersonProps {
  readonly people: readonly Member[]
  readonly onPerson: (member: Member, pin: string) => void
}

/** Somebody new: who they are, and the PIN that they type themselves. */
export function NewPerson({ people, onPerson }: NewPersonProps) {
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
      <input
        ref={focusOnce}
        aria-label={words.who}
        placeholder={words.who}
        autoComplete="off"
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
      />
      <input
        {...digitKeys}
        aria-label={t.people.number}
        placeholder={t.people.number}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        maxLength={6}
        onChange={({ target }) => setNumber(target.value.replaceAll(/\D/gu, ''))}
      />
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

export interface OwnPinProps {
  readonly title: string
  readonly onPin: (pin: string) => void
  /** Whether all that stands before the PIN is right. */
  readonly ready?: boolean
  /** What is not. */
  readonly remark?: string
  readonly children?: React.ReactNode
}

/** A PIN typed twice by the person whose it is; one that is guessed is refused before anybody confirms it. */
export function OwnPin({ title, onPin, ready = true, remark, children }: OwnPinProps) {
  const { t } = useI18n()
  const [pins, setPins] = useState<readonly [string, string]>(['', ''])
  const words = t.setup.people
  const [first, again] = pins
  const fault =
    first.length >= 4 && guessablePin(first)
      ? t.setup.faults.machinePin
      : again.length >= first.length && again !== first
        ? words.differ
        : remark
  const figures = (text: string): string => text.replaceAll(/\D/gu, '')
  const pinField = (label: string, index: 0 | 1) => (
    <input
      {...digitKeys}
      type="password"
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      autoComplete="new-password"
      maxLength={8}
      value={pins[index]}
      ref={index === 0 && !children ? focusOnce : undefined}
      onChange={({ target }) => setPins(index === 0 ? [figures(target.value), again] : [first, figures(target.value)])}
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

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
