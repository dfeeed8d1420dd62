import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { digitOf } from '../../../shared/domain/keypad.ts'
import { COLLECTION_CODE_LENGTH, COLLECTION_LETTERS, inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { CollectionView } from '../../../shared/api/kiosk/views.ts'
import { poll } from '../../app/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { StaticPanel } from '../../ui/illustrations/drawings.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { holding } from '../../ui/speech/speech.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ProblemNotice } from '../problem-notice.tsx'
import { useTyped } from '../speech/speaking.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { SlipDrawing } from './collect-screen.tsx'
import styles from './collecting.module.css'

interface CodeScreenProps {
  readonly scanned?: string | undefined
  /** Reply to the collection request, if known in advance. */
  readonly answer?: CollectionView | null | undefined
}

export function CodeScreen({ scanned = '', answer = null }: CodeScreenProps) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState(scanned)
  const [told, setTold] = useState(answer)

  async function ask(wanted: string): Promise<void> {
    const reply = await store.collect(wanted)
    setTyped('')
    if (!reply) return
    setCode(wanted)
    setTold(reply)
  }

  function type(next: string): void {
    setTyped(next)
    if (next.length === COLLECTION_CODE_LENGTH) void ask(next)
  }

  useAskedAgain(code !== '' && (told === null || told.state === 'asking' || told.state === 'buying'), () => ask(code))

  if (told) return <CollectionAnswer told={told} />
  return (
    <Sheet
      title={t.collecting.title}
      lead={problem ? undefined : t.collecting.lead}
      notice={problem && <ProblemNotice notice={problem} />}
      coupon={
        <div className={styles.aside}>
          <SlipDrawing />
        </div>
      }
      actions={
        <Button kind="quiet" icon="arrow-left" onPress={() => store.collectBy(null)}>
          {t.common.back}
        </Button>
      }
    >
      <CodePad typed={typed} disabled={busy} onTyped={type} picture={<SlipDrawing />} />
    </Sheet>
  )
}

/** Repeats the request while the payment is undecided, so that a customer at the screen sees the result. */
function useAskedAgain(undecided: boolean, ask: () => Promise<void>): void {
  const again = useEffectEvent(ask)
  useEffect(() => (undecided ? poll(() => again()) : undefined), [undecided])
}

interface CodePadProps {
  /** Accessible name of the code field. Default: the text for the reference of a sale. */
  readonly label?: string
  readonly length?: number
  readonly typed: string
  readonly disabled: boolean
  readonly onTyped: (typed: string) => void
  /** Drawing that shows the position of the code on the paper. */
  readonly picture?: ReactNode
}

/** Keypad with only the letters and digits used in codes. A keyboard or scanner can also enter the code. */
export function CodePad({ label, length = COLLECTION_CODE_LENGTH, typed, disabled, onTyped, picture }: CodePadProps) {
  const { t } = useI18n()
  const name = label ?? t.staff.reference
  useTyped({ typed, length, written: typed.split('').join(' ') })
  const type = (letter: string): void => {
    if (!disabled && typed.length < length) onTyped(typed + letter)
  }
  const erase = (): void => {
    if (!disabled) onTyped(typed.slice(0, -1))
  }
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const letter = digitOf(event) ?? event.key.toUpperCase()
    if (event.key === 'Backspace') erase()
    else if (letter.length === 1 && COLLECTION_LETTERS.includes(letter)) type(letter)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => hear(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.entry} data-said {...holding('reference')}>
      {picture && <div className={styles.picture}>{picture}</div>}
      <output className={styles.typed} dir="ltr" data-length={length} aria-label={name}>
        {Array.from({ length }, (_, index) => (
          <i key={index}>{typed.charAt(index)}</i>
        ))}
      </output>
      <div className={styles.pad} role="group" aria-label={name} dir="ltr" data-types="letters">
        {Array.from(COLLECTION_LETTERS, (letter) => (
          <button key={letter} type="button" aria-disabled={disabled} onClick={() => type(letter)}>
            {letter}
          </button>
        ))}
        <button type="button" className={styles.erase} data-erase aria-label={t.collecting.erase} onClick={erase}>
          <Icon name="erase" />
        </button>
      </div>
    </div>
  )
}

type State = CollectionView['state']

const icons: Readonly<Record<State, IconName>> = {
  asking: 'clock',
  buying: 'clock',
  printing: 'printer',
  'not-paid': 'check',
  'refund-due': 'cash',
  'given-back': 'check',
  printed: 'ticket',
  'ask-staff': 'person',
}

/** Shows the outcome of a payment that was pending when the customer left the kiosk. */
function CollectionAnswer({ told }: { told: CollectionView }) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const sum = told.state === 'refund-due' ? money(told.amount, told.currency) : ''
  const { title, body } = t.collecting.answer(told.state, sum)
  return (
    <Sheet
      title={title}
      turn={told.state}
      lead={body}
      leadRole="status"
      actions={
        told.state === 'not-paid' ? (
          <Button kind="primary" icon="arrow-right" onPress={store.showEvents}>
            {t.common.toEvents}
          </Button>
        ) : (
          <Button kind="primary" onPress={store.toAttract}>
            {t.done.finish}
          </Button>
        )
      }
    >
      <StaticPanel icon={icons[told.state]} seed={told.state}>
        {'reference' in told && (
          <span className={styles.reference}>
            {t.staff.reference}{' '}
            <b dir="ltr" {...holding('reference')}>
              {inHalves(told.reference)}
            </b>
          </span>
        )}
      </StaticPanel>
    </Sheet>
  )
}
