import type { ReactNode } from 'react'
import { notesExplain, notesToCount, suggestedAmounts } from '../../../shared/domain/money/cash.ts'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { Coins, NotesOfValue } from '../../ui/banknotes.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Keypad } from '../../ui/keypad.tsx'
import { NoticeStrip } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheets/sheet.tsx'
import { useWide } from '../../app/hooks.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { EventLine } from '../event-picture.tsx'
import { Amount, HoldCountdown, SaleStub, SeatsLine } from '../sale-coupon.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { AgentCallState, BadgeHint, CallAgentButton, useAgentCall } from './agent-call.tsx'
import styles from './cash-sheets.module.css'
import { Due, NumberedSteps, TelephoneChoice, useTicketStep } from './paying-sheet.tsx'

const MAX_DIGITS = 12

interface DueProps {
  readonly due: Minor
  readonly currency: string
}

export interface SheetProps extends DueProps {
  readonly notice: ReactNode
}

export interface CallSheetProps extends SheetProps {
  readonly onAttendant: () => void
}

/** Customer's sheet until an agent takes the cash, with the amount, the notes to prepare and the next steps. */
export function CallSheet({ due, currency, notice, onAttendant }: CallSheetProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { sale, busy } = useKioskState()
  const late = useAgentCall()?.isLate ?? false
  const wide = useWide()
  const { come, pay, ticket } = t.cash.steps
  const last = useTicketStep(ticket(sale?.seats.length ?? 1))
  const steps = (
    <div className={styles.next}>
      <NumberedSteps steps={[come, pay, last]} at={0} />
      <div className={styles.agent}>
        <BadgeHint />
        <Button kind="quiet" icon="person" onPress={onAttendant}>
          {t.staff.enter}
        </Button>
      </div>
    </div>
  )
  return (
    <Sheet
      above={sale && <EventLine event={sale.event} />}
      title={t.cash.title}
      titleUnseen
      lead={t.cash.body(money(due, currency))}
      notice={notice}
      coupon={
        <div className={styles.stub} data-spread>
          {wide && <HoldCountdown />}
          {wide && steps}
          {sale && <SeatsLine sale={sale} />}
          {!wide && <HoldCountdown />}
        </div>
      }
      actions={
        <div className={styles.actions} data-columns="half">
          <CallAgentButton reason="cash" />
          <TelephoneChoice />
          <Button kind={late ? 'primary' : 'secondary'} icon="arrow-left" disabled={busy} onPress={store.cancelPayment}>
            {t.cash.cancel}
          </Button>
          <Button kind="secondary" disabled={busy} onPress={() => store.leave('cancelled')}>
            {t.cash.release}
          </Button>
        </div>
      }
    >
      <div className={styles.call}>
        <div className={styles.who}>
          <span className={styles.rings} aria-hidden="true">
            <i />
            <i />
            <Icon name="person" />
          </span>
          <AgentCallState otherwise={t.cash.title} />
        </div>
        <div className={styles.prepare}>
          <p className={styles.sum} data-item>
            <span>{t.cash.prepare}</span>
            <Amount>{money(due, currency)}</Amount>
          </p>
          <NotesToPrepare amount={due} currency={currency} />
        </div>
        {!wide && steps}
      </div>
    </Sheet>
  )
}

/** Maximum number of notes that are drawn individually. More notes are drawn as piles. */
const MAX_SINGLE = 5

/** Notes that make up the amount, as drawing and text. Renders nothing for a currency without declared notes. */
function NotesToPrepare({ amount, currency }: { amount: Minor; currency: string }) {
  const { t, money, count } = useI18n()
  const { piles, rest } = notesToCount(amount, currency)
  const numbers = piles.map(({ bundles, loose }) => bundles * 10 + loose)
  const notes = numbers.reduce((sum, number) => sum + number, 0)
  if (notes === 0) return null
  const drawn =
    notes <= MAX_SINGLE
      ? piles.flatMap(({ value, loose }) => Array.from({ length: loose }, () => ({ value, bundles: 0, loose: 1 })))
      : piles
  const words = piles.map(({ value }, at) => `${count(numbers[at] ?? 0)} × ${money(value, currency)}`)
  return (
    <>
      <span className={styles.notes} data-single={notes <= MAX_SINGLE || undefined}>
        {drawn.map((pile, at) => (
          <NotesOfValue key={`${pile.value} ${at}`} pile={pile} currency={currency} />
        ))}
        {rest > 0 && <Coins sum={rest} currency={currency} />}
      </span>
      <p>{t.cash.example([...words, ...(rest > 0 ? [money(rest, currency)] : [])].join(' + '))}</p>
    </>
  )
}

/** Amount received by the attendant, as entered. */
export interface Received {
  readonly figures: string
  /** True for a suggested amount. The first typed digit replaces it. */
  readonly offered: boolean
  /** True after the attendant was asked to confirm an implausibly high amount. */
  readonly doubted: boolean
}

interface SumSheetProps extends SheetProps {
  readonly received: Received
  readonly onReceived: (received: Received) => void
  readonly onTake: (sum: Minor) => void
}

/** Asks for the amount received. Requires a second confirmation for an implausibly high amount. */
export function SumSheet({ due, currency, notice, received, onReceived, onTake }: SumSheetProps) {
  const { t, money } = useI18n()
  const store = useKioskStore()
  const { busy } = useKioskState()
  const { figures, offered, doubted } = received
  const sum = Number(figures)
  const rest = sum - due
  const confirm = (): void => {
    if (!doubted && !notesExplain(sum, due, currency)) onReceived({ ...received, doubted: true })
    else onTake(sum)
  }
  const offer = (amount: Minor): void => onReceived({ figures: String(amount), offered: true, doubted: false })
  const type = (typed: string): void => onReceived({ figures: typed, offered: false, doubted: false })
  return (
    <Sheet
      title={t.cash.received}
      titleUnseen
      notice={doubted ? <NoticeStrip {...t.cash.much(money(sum, currency), money(rest, currency))} /> : notice}
      coupon={<SaleStub />}
      actions={
        <>
          <Button kind="primary" disabled={busy || rest < 0} onPress={confirm}>
            {doubted ? t.cash.takeMuch(money(sum, currency)) : t.cash.take}
          </Button>
          <Button kind="secondary" disabled={busy} onPress={store.cancelPayment}>
            {t.cash.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.counter}>
        <div className={styles.sums}>
          <div aria-live="polite">
            <Due amount={figures === '' ? 0 : sum} label={t.cash.received} />
          </div>
          <div className={styles.change} data-less={rest < 0 || undefined} aria-live="polite">
            <Due amount={Math.abs(rest)} label={rest < 0 ? t.cash.missing : t.cash.change} />
          </div>
        </div>
        <div className={styles.quick}>
          {[due, ...suggestedAmounts(due, currency)].map((amount) => (
            <button
              key={amount}
              type="button"
              className={styles.likely}
              aria-pressed={amount === sum}
              onClick={() => offer(amount)}
            >
              <Piles amount={amount} currency={currency} />
              <b>{amount === due ? t.cash.exact : money(amount, currency)}</b>
            </button>
          ))}
        </div>
        <div className={styles.pad}>
          <Keypad
            label={t.cash.received}
            eraseLabel={t.cash.erase}
            onDigit={(digit) => type(((offered ? '' : figures) + digit).replace(/^0+/u, '').slice(0, MAX_DIGITS))}
            onErase={() => type(offered ? '' : figures.slice(0, -1))}
            onEnter={() => rest >= 0 && !busy && confirm()}
          />
        </div>
      </div>
    </Sheet>
  )
}

function Piles({ amount, currency }: { amount: Minor; currency: string }) {
  const { piles } = notesToCount(amount, currency)
  return (
    <span className={styles.piles}>
      {piles.slice(0, 2).map((pile) => (
        <NotesOfValue key={pile.value} pile={pile} currency={currency} />
      ))}
    </span>
  )
}
