import { type InputHTMLAttributes, type Ref, useEffect, useRef, useState } from 'react'
import { type DeskCommandName, keyName, shortcutsWith } from '../../shared/domain/desk/shortcuts.ts'
import { MAX_TEXT } from '../../shared/domain/desk/typed-numbers.ts'
import { drivenTenders, isDocument, isMobileMoney, type TenderKind } from '../../shared/domain/money/tender.ts'
import { MAX_SALE_SEATS } from '../../shared/domain/seats/offer.ts'
import { mayDo } from '../../shared/api/kiosk/contract.ts'
import type { VisitView } from '../../shared/api/kiosk/views.ts'
import { moneyOf } from '../app/problem.ts'
import { digitKeys } from '../ui/keypad.tsx'
import { isolated } from '../i18n/dates.ts'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { commandName } from '../i18n/names.ts'
import styles from './cashier-app.module.css'
import { DeskNoticeLine } from './desk-bar.tsx'
import { reasonFor } from './papers.tsx'
import { isFreeOrder, type Known, nextAnswer, openOf, said, shownAccounts } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'
import { atHand, continuesInBackground, isAt, NOTHING_CHOSEN, type DeskTask } from './state/desk-task.ts'

/** Maximum length of the command line in characters; scanned signed codes are long. */
const MAX_LINE = 500

function maxLengthAt(work: DeskTask): number {
  if (work.step === 'copies') return MAX_TEXT.reason
  return work.step === 'question' && work.question.type === 'pay-back' ? MAX_TEXT.reference : MAX_LINE
}

/** Command line for the whole sale, which regains the keyboard focus after any click. */
export function CommandLine() {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { customer, info, unsent, work } = state
  const { typed, setTyped } = useTyped(() => {
    if (unsent?.step === work.step) return unsent.line
    return work.step === 'customer' && customer ? said(customer) : ''
  })
  const input = useRef<HTMLInputElement>(null)
  // While the connection is lost, the desk already shows the `bridge-lost` notice elsewhere.
  const isReported = state.connection === 'lost' && state.notice?.type === 'bridge-lost'
  useEffect(() => store.typing(typed), [store, typed])
  const isAddressing = state.ticketPage?.isAddressing ?? false
  useEffect(() => {
    if (!isAddressing) input.current?.focus()
  }, [isAddressing])
  useEffect(() => {
    const take = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest('[role="application"], input')) return
      input.current?.focus()
    }
    input.current?.focus()
    window.addEventListener('focusin', take)
    return () => window.removeEventListener('focusin', take)
  }, [])
  return (
    <form
      className={styles.command}
      onSubmit={(event) => {
        event.preventDefault()
        // Text typed while a command runs belongs to the next step.
        if (work.step === 'under-way') return store.enter('')
        store.enter(work.step === 'copies' ? reasonFor(typed, t.files.reasons.reprint) : typed)
        setTyped('')
      }}
    >
      <input
        {...((work.step === 'payer' || (work.step === 'payment' && /^[\d\s.,+]*$/u.test(typed))) && digitKeys)}
        ref={input}
        data-code
        aria-label={t.desk.commandLabel}
        placeholder={hintAt(work, t, info?.maxSeats ?? MAX_SALE_SEATS)}
        // Typed text is displayed in its own direction, for example "4 nord" on an Arabic screen.
        dir={typed === '' ? undefined : 'auto'}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLengthAt(work)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          const by = event.key === 'ArrowDown' ? 1 : -1
          const before = store.recallLine(by, typed)
          if (before === null) store.move(by)
          else setTyped(before)
        }}
      />
      {state.notice && !isReported && <DeskNoticeLine notice={state.notice} paid={moneyOf(atHand(work).sale)} />}
    </form>
  )
}

/**
 * Returns the text of the command line. Text typed while a command runs is retained for the next step. A line that was
 * not executed is restored unless a new line was begun.
 */
function useTyped(atFirst: () => string) {
  const { unsent, work } = useDesk().state
  const [typed, setTyped] = useState(atFirst)
  const [seen, setSeen] = useState({ step: work.step, unsent })
  if (seen.step !== work.step || seen.unsent !== unsent) {
    setSeen({ step: work.step, unsent })
    if (seen.step !== work.step && seen.step !== 'under-way') setTyped(atFirst())
    else if (typed === '') setTyped(atFirst())
  }
  return { typed, setTyped }
}

/** Returns the catalogue key of the texts for a payment that the cashier confirms by entering its number. */
export function attendedMeans(tender: TenderKind): 'document' | 'byTelephone' | 'card' {
  if (isDocument(tender)) return 'document'
  return isMobileMoney(tender) ? 'byTelephone' : 'card'
}

function hintAt(work: DeskTask, { desk, cash, collecting, problems }: Catalogue, limit: number): string {
  switch (work.step) {
    case 'events':
      return desk.eventHint
    case 'payment':
      if (isFreeOrder(work.sale)) return collecting.ready.print
      return work.sums.chosen === NOTHING_CHOSEN ? cash.received : desk.sumHint
    case 'payer':
      return desk.payerHint
    case 'attended':
      return desk.attended[attendedMeans(work.sale.stage.tender)].hint
    case 'approval':
      return ''
    case 'customer':
      return desk.customer.hint
    case 'parked':
    case 'behind':
      return desk.parkedHint
    case 'copies':
      return desk.copies.hint
    case 'question':
      return desk.questionHints[work.question.type]
    case 'seats':
    case 'under-way':
    case 'problem':
      if (!work.visit) return ''
      return `${searchHint(work.visit)}   ·   ${problems['too-many-seats']({ type: 'too-many-seats', limit }, '').title}`
  }
}

function searchHint({ plan, session: { overview } }: VisitView): string {
  const place = plan?.tribunes[0]?.name ?? overview.zones[0]?.name ?? ''
  return example(place.toLowerCase(), overview.sections[0]?.code ?? '')
}

/** Returns an example of the command-line syntax, which is independent of the language. */
function example(place: string, section: string): string {
  return [`4 ${place}`, `${section} F 12-15 + 2`, '2 max 50k'].map(isolated).join('   ·   ')
}

interface DigitsFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onDigits: (digits: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

export function DigitsField({ label, onDigits, ...input }: DigitsFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        {...input}
        {...digitKeys}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onDigits(target.value.replaceAll(/\D/gu, ''))}
      />
    </label>
  )
}

export function KeyBar({ work }: { work: DeskTask }) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { screen } = state
  if (screen.name === 'signed-out' || screen.name === 'expired' || (screen.name === 'files' && !screen.office))
    return null
  const shortcuts = shortcutsWith(state.info?.shortcuts)
  const float = screen.name === 'float' && !screen.office
  const accounts = shownAccounts(state) !== null && !float
  const enter = screen.office ? null : accounts ? 'goOn' : float ? 'note' : meaningOfEnter(work)
  const office = mayDo('listOpenSales', screen.who.person.role) ? (['office'] as const) : []
  const overOffice = screen.office ? ([...office, 'files'] as const) : []
  const call = nextAnswer(state.info) ? (['call'] as const) : []
  const shown =
    screen.office || float || accounts
      ? (['go-back', ...overOffice, ...call, 'switch', 'lock'] as const)
      : [...commandsOf(work, state), ...call, ...office]
  return (
    <footer className={styles.keys}>
      {enter && (
        <span>
          <kbd>{t.desk.enter}</kbd> {t.desk.enterMeans[enter]}
        </span>
      )}
      {shown.map((command) => (
        <button key={command} type="button" tabIndex={-1} onClick={store.acts[command]}>
          <kbd>{keyName(shortcuts[command])}</kbd>{' '}
          {command === 'go-back'
            ? float
              ? t.desk.float.later
              : backMeans(t, work, screen.office)
            : command === 'repeat' && state.found
              ? t.files.sameSeats
              : commandName(t.desk, command)}
        </button>
      ))}
    </footer>
  )
}

function backMeans({ desk }: Catalogue, work: DeskTask, office: boolean): string {
  const { step } = work
  if (step === 'attended' && !isDocument(work.sale.stage.tender)) return desk.attended.notPaid
  return office || step === 'question' || step === 'problem' ? desk.leaveOffice : desk.commands['go-back']
}

const enterMeans = {
  events: 'events',
  parked: 'recall',
  behind: 'open',
  copies: 'print',
  payer: 'send',
  attended: 'charged',
  approval: 'charged',
  customer: 'note',
  question: 'answer',
} as const

function meaningOfEnter(work: DeskTask) {
  switch (work.step) {
    case 'seats':
      return work.search.offers || work.search.picked.length > 0 ? 'take' : 'search'
    case 'payment':
      return isFreeOrder(work.sale) ? 'print' : 'pay'
    case 'problem':
      return isAt(work.sale, 'print-problem') ? 'rest' : 'goOn'
    case 'under-way':
      return continuesInBackground(work) ? 'next' : null
    default:
      return enterMeans[work.step]
  }
}

function commandsOf(work: DeskTask, { parked, behind, info, last }: Known): readonly DeskCommandName[] {
  // The last sale was printing when the cashier left it. Its current state is that of the sale in the background.
  const known = behind.find(({ sale }) => sale.saleId === last?.saleId)?.sale ?? last
  const telephone = (work.step === 'problem' ? work.sale : known)?.telephone ? (['telephone'] as const) : []
  const recall = [
    ...(parked.length > 0 ? (['recall'] as const) : []),
    ...(openOf(behind).length > 0 ? (['behind'] as const) : []),
  ]
  const always = ['files', 'switch', 'lock'] as const
  const account = info?.tenders.includes('account') ? (['account'] as const) : []
  switch (work.step) {
    case 'events':
      return [...account, ...recall, ...always]
    case 'seats':
      return [
        'go-back',
        ...account,
        'events',
        'map',
        'repeat',
        ...recall,
        'reprint',
        'invoice',
        ...telephone,
        ...always,
      ]
    case 'payment': {
      const tenders = drivenTenders.filter((kind) => !isFreeOrder(work.sale) && info?.tenders.includes(kind))
      return [...tenders, 'customer', 'aloud', 'park', ...recall, 'go-back', ...always]
    }
    case 'problem':
      return ['go-back', ...telephone, ...always]
    case 'under-way':
      return isAt(work.sale, 'paying') ? ['go-back', ...always] : always
    case 'question':
      return work.question.type === 'not-paid' ? ['go-back', ...always] : always
    default:
      return ['go-back', ...always]
  }
}
