import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../app/problem.ts'
import type { PersonView } from '../../shared/kiosk-api/views.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import { DeskNoticeLine } from './desk-notice.tsx'

const PIN_DIGITS = 8
const NUMBER_DIGITS = 6
const onlyDigits = (text: string): string => text.replaceAll(/\D/gu, '')

/** Who works here: a number and a PIN, or the PIN alone where the machine has one for all. */
export function SignInScreen({ offered }: { offered: string | null }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { info, recent } = state
  const demoStaff = info?.demoStaff ?? []
  const hasStaff = info?.hasStaff === true
  const numbered = hasStaff || demoStaff.length > 0
  const [number, setNumber] = useState(offered ?? '')
  const [pin, setPin] = useState('')
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const numberInput = useRef<HTMLInputElement>(null)
  const pinInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const first = hasStaff && offered === null ? numberInput : pinInput
    first.current?.focus()
  }, [hasStaff, offered])
  const known: readonly PersonView[] =
    demoStaff.length > 0 ? demoStaff : recent.filter(({ number: own }) => own !== null)
  const enter = async (): Promise<void> => {
    if (pin === '') return pinInput.current?.focus()
    setPin('')
    setRefusal(await store.signIn({ ...(number !== '' && { staff: number }), pin }))
    pinInput.current?.focus()
  }
  /** The arrows go round those who worked here before. */
  const step = (by: number): void => {
    if (known.length === 0) return
    const at = known.findIndex((person) => person.number === number)
    const next = at < 0 ? (by > 0 ? 0 : known.length - 1) : (at + by + known.length) % known.length
    choose(known[next] ?? null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    step(event.key === 'ArrowDown' ? 1 : -1)
  }
  const choose = (person: PersonView | null): void => {
    setNumber(person?.number ?? '')
    setPin(demoStaff.find((each) => each.number === person?.number)?.pin ?? '')
    pinInput.current?.focus()
  }
  return (
    <main className={styles.signIn}>
      <form
        className={styles.slip}
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <h2>{t.desk.signIn}</h2>
        <p>{hasStaff ? t.people.numberAndPin : numbered ? t.people.demoChoice : t.desk.signInBody}</p>
        {numbered && (
          <label>
            <span>{t.people.number}</span>
            <input
              ref={numberInput}
              className={styles.pin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={NUMBER_DIGITS}
              value={number}
              onKeyDown={onKeyDown}
              onChange={({ target }) => setNumber(onlyDigits(target.value))}
            />
          </label>
        )}
        <label>
          <span>{t.desk.pin}</span>
          <input
            ref={pinInput}
            className={styles.pin}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={PIN_DIGITS}
            value={pin}
            onKeyDown={onKeyDown}
            onChange={({ target }) => setPin(onlyDigits(target.value))}
          />
        </label>
        {refusal && <DeskNoticeLine notice={refusal} />}
        {known.length > 0 && (
          <ul className={styles.people} aria-label={demoStaff.length > 0 ? t.people.demoPeople : t.people.recent}>
            {known.map((person) => (
              <li key={person.number}>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-current={person.number === number}
                  onClick={() => choose(person)}
                >
                  <b>{person.number}</b> {person.name}
                  <small>
                    {t.people.roles[person.role]}
                    <DemoCode code={demoStaff.find(({ number: own }) => own === person.number)?.pin} />
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {info?.demoPin !== undefined && (
          <p className={styles.quiet}>
            {numbered ? t.people.withoutNumber(info.demoPin) : t.cash.demoPin(info.demoPin)}
          </p>
        )}
        <button type="submit" className={styles.enter}>
          {t.people.begin}
        </button>
      </form>
    </main>
  )
}

function DemoCode({ code }: { code: string | undefined }) {
  const { t } = useI18n()
  return code === undefined ? null : ` · ${t.people.demoCode(code)}`
}
