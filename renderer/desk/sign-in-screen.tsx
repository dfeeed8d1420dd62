import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { keyName, pressedKey, shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import { readSum } from '../../shared/domain/money/money.ts'
import { MIN_PIN_DIGITS } from '../../shared/domain/staff.ts'
import type { DemoPerson, PersonView } from '../../shared/api/kiosk/views.ts'
import type { Problem } from '../app/problem.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { focusOnce } from '../ui/hooks.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { DeskNotice } from '../i18n/problem-text.ts'
import styles from './cashier-app.module.css'
import { DigitsField } from './command-line.tsx'
import { DeskNoticeLine } from './desk-bar.tsx'
import { Panel } from './sale-panel.tsx'
import type { SignedIn } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'

const PIN_DIGITS = 8
const NUMBER_DIGITS = 6

type Known = PersonView | DemoPerson

interface SignInProps {
  readonly offered: string | null
  readonly because: Problem | null
  /** True if a supervisor must sign in to start training on the desk. */
  readonly forTraining?: boolean
}

/** Signs in a staff member by number and PIN, or by the PIN alone if all staff share one PIN. */
export function SignInScreen({ offered, because, forTraining = false }: SignInProps) {
  const { t } = useI18n()
  const { info, recent } = useDesk().state
  const demoStaff = info?.demoStaff ?? []
  const hasStaff = info?.hasStaff === true
  const numbered = hasStaff || demoStaff.length > 0
  const typed = useTypedCredentials({ offered, because, forTraining }, numbered)
  const { number, setNumber, pin, setPin, refusal } = typed
  const numberInput = useRef<HTMLInputElement>(null)
  const pinInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const first = hasStaff && offered === null ? numberInput : pinInput
    first.current?.focus()
  }, [hasStaff, offered])
  useSwitchKey(() => {
    typed.clear()
    numberInput.current?.focus()
  })
  const howTo = hasStaff ? t.people.numberAndPin : numbered ? t.people.demoChoice : t.desk.signInBody
  const known = demoStaff.length > 0 ? demoStaff : recent.filter(({ number: own }) => own !== null)
  const enter = async (): Promise<void> => {
    if (pin !== '') await typed.send()
    pinInput.current?.focus()
  }
  const choose = (person: Known): void => {
    setNumber(person.number ?? '')
    setPin('pin' in person ? person.pin : '')
    pinInput.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const next = neighbourOf(known, number, event.key === 'ArrowDown' ? 1 : -1)
    if (next) choose(next)
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
        <h2>{forTraining ? t.desk.training.title : t.desk.signIn}</h2>
        <p>{forTraining ? t.desk.training.body : howTo}</p>
        {numbered && (
          <DigitsField
            ref={numberInput}
            className={styles.pin}
            label={t.people.number}
            maxLength={NUMBER_DIGITS}
            value={number}
            onKeyDown={onKeyDown}
            onDigits={setNumber}
          />
        )}
        <DigitsField
          ref={pinInput}
          className={styles.pin}
          type="password"
          label={t.desk.pin}
          maxLength={PIN_DIGITS}
          value={pin}
          onKeyDown={onKeyDown}
          onDigits={setPin}
        />
        {refusal && <DeskNoticeLine notice={refusal} />}
        <KnownPeople known={forTraining ? [] : known} ofDemo={demoStaff.length > 0} number={number} onChoose={choose} />
        <DemoPin numbered={numbered} />
        <Doors forTraining={forTraining} />
      </form>
    </main>
  )
}

function useTypedCredentials({ offered, because, forTraining }: SignInProps, numbered: boolean) {
  const { store } = useDesk()
  const [number, setNumber] = useState(offered ?? '')
  const [pin, setPin] = useState('')
  const [refusal, setRefusal] = useState<DeskNotice | null>(because)
  /**
   * Pending staff-number entry: the number, or null if the entry was not a number. The next PIN may be typed before the
   * promise resolves.
   */
  const last = useRef<Promise<string | null>>(Promise.resolve(null))

  /**
   * Uses the typed PIN as a staff number, because a colleague may type a staff number instead of the previous user's
   * PIN.
   */
  function beginAs(typed: string): void {
    setNumber(typed)
    setRefusal(null)
  }

  async function signIn(staff: string): Promise<string | null> {
    const credentials = { ...(staff !== '' && { staff }), pin }
    const refused = await (forTraining ? store.beginTraining(credentials) : store.signIn(credentials))
    const isNumber = refused !== null && 'isStaffNumber' in refused
    if (isNumber) beginAs(pin)
    else setRefusal(refused)
    return isNumber ? pin : null
  }

  async function send(): Promise<void> {
    setPin('')
    if (pin.length < MIN_PIN_DIGITS) return numbered ? beginAs(pin) : setRefusal({ type: 'incomplete', field: 'pin' })
    const entry = last.current.then((switched) => signIn(switched ?? number))
    last.current = entry
    await entry
    if (last.current === entry) last.current = Promise.resolve(null)
  }

  function clear(): void {
    setPin('')
    beginAs('')
  }

  return { number, setNumber, pin, setPin, refusal, send, clear }
}

/** Calls `onSwitch` when the shortcut for the next cashier is pressed, wherever the focus is. */
function useSwitchKey(onSwitch: () => void): void {
  const { info } = useDesk().state
  const { switch: key } = shortcutsWith(info?.shortcuts)
  const onPressed = useEffectEvent(onSwitch)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (pressedKey(event) === key) onPressed()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [key])
}

function DemoPin({ numbered }: { numbered: boolean }) {
  const { t } = useI18n()
  const { info } = useDesk().state
  if (info?.demoPin === undefined) return null
  return (
    <p className={styles.quiet}>{numbered ? t.people.withoutNumber(info.demoPin) : t.cash.demoPin(info.demoPin)}</p>
  )
}

function Doors({ forTraining }: { forTraining: boolean }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { info } = state
  const { training: key } = shortcutsWith(info?.shortcuts)
  const { begin, leave, title } = t.desk.training
  return (
    <p className={styles.doors}>
      <button type="submit" className={styles.enter}>
        {forTraining ? begin : t.people.begin}
      </button>
      {info?.mayTrain && (
        <button type="button" className={styles.door} onClick={store.acts.training}>
          <kbd>{keyName(key)}</kbd> {forTraining ? leave : title}
        </button>
      )}
    </p>
  )
}

function neighbourOf(known: readonly Known[], number: string, by: 1 | -1): Known | undefined {
  const at = known.findIndex((person) => person.number === number)
  return known.at(at < 0 && by < 0 ? -1 : (at + by + known.length) % known.length)
}

interface KnownPeopleProps {
  readonly known: readonly Known[]
  readonly ofDemo: boolean
  readonly number: string
  readonly onChoose: (person: Known) => void
}

function KnownPeople({ known, ofDemo, number, onChoose }: KnownPeopleProps) {
  const { t } = useI18n()
  if (known.length === 0) return null
  return (
    <ul className={styles.people} aria-label={ofDemo ? t.people.demoPeople : t.people.recent}>
      {known.map((person) => (
        <li key={person.number}>
          <button type="button" tabIndex={-1} aria-current={person.number === number} onClick={() => onChoose(person)}>
            <b>{person.number}</b> {person.name}
            <small>
              {t.people.roles[person.role]}
              {'pin' in person && ` · ${t.people.demoCode(person.pin)}`}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Asks for the opening float when the first staff member of a shift signs in. Escape postpones the entry. */
export function FloatScreen({ who }: { who: SignedIn }) {
  const { t } = useI18n()
  const { store } = useDesk()
  const [typed, setTyped] = useState('')
  const [notice, setNotice] = useState<DeskNotice | null>(null)
  const title = t.shift.float

  async function note(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTyped('')
    const shift = await store.invoke('viewShift', who.credentials)
    if (!shift.ok) return setNotice(shift.error)
    const currency = shift.value.drawers[0]?.currency ?? ''
    const float = readSum(typed, currency)
    if (!float.ok) return setNotice(float.error)
    const noted = await store.invoke('openShift', { ...who.credentials, currency, float: float.value })
    if (!noted.ok) return setNotice(noted.error)
    store.settleFloat()
  }

  return (
    <main className={styles.work}>
      <div className={styles.search}>
        <form className={styles.command} onSubmit={(event) => void note(event)}>
          <input
            {...digitKeys}
            ref={focusOnce}
            aria-label={title}
            placeholder={title}
            autoComplete="off"
            maxLength={30}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {notice && <DeskNoticeLine notice={notice} />}
        </form>
        <Panel title={title}>
          <p>{t.desk.float.body}</p>
        </Panel>
      </div>
      <aside className={styles.sale} />
    </main>
  )
}
