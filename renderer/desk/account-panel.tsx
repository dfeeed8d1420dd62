import { type SyntheticEvent, useState } from 'react'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import { type AccountView, inShort, MAX_ACCOUNT_NAME } from '../../shared/domain/money/customer-account.ts'
import { readSum, typedSum } from '../../shared/domain/money/money.ts'
import { isCash, isDocument, isProvided, readPaymentNumber, type TenderKind } from '../../shared/domain/money/tender.ts'
import { ok, type Result } from '../../shared/domain/result.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { DeskNotice } from '../i18n/problem-text.ts'
import { focusOnce } from '../ui/hooks.ts'
import styles from './cashier-app.module.css'
import { DeskNoticeLine } from './desk-bar.tsx'
import { ApprovalForm, ApproverForm, missingApprover } from './files/after-sale-form.tsx'
import { Choice } from './files/correction-form.tsx'
import own from './files/files.module.css'
import { asCredentials } from './files/use-sale-files.ts'
import { Facts, Figure, Panel } from './sale-panel.tsx'
import { leftOf, type OpenedAccounts, type SignedIn } from './state/desk-state.ts'
import { type DeskStore, useDesk } from './state/desk-store.tsx'

interface AccountPanelProps {
  readonly who: SignedIn
  readonly opened: OpenedAccounts
}

/** Finds the account of a customer, and sells the current sale on account or takes a payment of the customer. */
export function AccountPanel({ who, opened }: AccountPanelProps) {
  const { t } = useI18n()
  const { invoke } = useDesk().store
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly AccountView[]>([])
  const [number, setNumber] = useState<string>()
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const account = found.find((each) => each.number === number)

  async function find(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (text.trim() === '') return
    setNumber(undefined)
    const reply = await invoke('findAccounts', { ...who.credentials, text: text.trim() })
    if (!reply.ok) return setProblem(reply.error)
    setFound(reply.value)
    setNumber(reply.value.length === 1 ? reply.value[0]?.number : undefined)
    setProblem(reply.value.length === 0 ? { type: 'account-refused', because: 'unknown' } : null)
  }

  const paid = (amount: number): void =>
    setFound(found.map((each) => (each.number === number ? { ...each, balance: each.balance - amount } : each)))

  return (
    <Panel title={opened.sale ? t.desk.account.title : t.desk.account.payTitle}>
      <form className={own.form} onSubmit={(event) => void find(event)}>
        <TypedField label={t.desk.account.find} value={text} maxLength={MAX_ACCOUNT_NAME} onType={setText} isFirst />
        {found.length > 1 && (
          <Choice
            legend={t.desk.account.which}
            name="found"
            options={found.map((each) => [each.number, `${each.number} · ${each.name}`])}
            value={number}
            focused
            onChoose={setNumber}
          />
        )}
        {problem && <DeskNoticeLine notice={problem} />}
      </form>
      {account && <AccountFacts account={account} />}
      {account && opened.sale && <ChargeForm key={account.number} {...{ who, account, opened }} />}
      {account && !opened.sale && <PaymentForm key={account.number} {...{ who, account }} onPaid={paid} />}
    </Panel>
  )
}

function AccountFacts({ account: { number, name, balance, limit, currency } }: { account: AccountView }) {
  const { t, money } = useI18n()
  return (
    <Facts
      facts={[
        [number, name],
        [t.desk.account.owes, money(balance, currency)],
        [t.desk.account.limit, money(limit, currency)],
      ]}
    />
  )
}

/** Form in which a supervisor approves a sale on account. */
function ChargeForm({ who, account, opened }: AccountPanelProps & { readonly account: AccountView }) {
  const { t, money } = useI18n()
  const { store } = useDesk()
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const { sale, amount } = opened
  if (!sale) return null

  const charge = async (second: CommandInput<'payOnAccount'>['second']): Promise<void> => {
    setBusy(true)
    setProblem(null)
    const reply = await store.invoke('payOnAccount', {
      ...who.credentials,
      saleId: sale.saleId,
      account: account.number,
      ...(amount !== null && { amount }),
      second,
    })
    setBusy(false)
    if (reply.ok) store.closeAccounts(reply.value)
    else setProblem(reply.error)
  }

  return (
    <ApprovalForm who={who} answersFor={t.desk.account.answersFor} notice={problem} busy={busy} onApprove={charge}>
      <p>
        {t.desk.toPay} · <b>{money(amount ?? leftOf(sale), sale.currency)}</b>
      </p>
    </ApprovalForm>
  )
}

/** `amount`: absent if the cashier did not change the total of the chosen sales. */
interface Typed {
  readonly amount?: string
  readonly received: string
  readonly approval: string
}

interface DonePayment {
  /** Command that booked the payment. Sending it again only reprints the receipt. */
  readonly wish: CommandInput<'takeAccountPayment'>
  readonly isPrinted: boolean
  readonly change: number
}

interface PaymentFormProps {
  readonly who: SignedIn
  readonly account: AccountView
  readonly onPaid: (amount: number) => void
}

/** Form for a payment of a customer, to the chosen sales or the oldest. */
function PaymentForm({ who, account, onPaid }: PaymentFormProps) {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const { currency, items, balance } = account
  const { tenders = [], attended = [] } = state.info ?? {}
  const possible = tenders.filter(
    (kind) => isCash(kind) || isDocument(kind) || (isProvided(kind) && attended.includes(kind)),
  )
  // A repetition of the command has the same reference, so that the payment is recorded once.
  const [reference] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tender, setTender] = useState<TenderKind | undefined>(possible[0])
  const [typed, setTyped] = useState<Typed>({ received: '', approval: '' })
  const [second, setSecond] = useState({ staff: '', pin: '' })
  const [doubted, setDoubted] = useState<string | null>(null)
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<DonePayment | null>(null)
  const open = items.reduce((sum, item) => sum + (chosen.has(item.reference) ? item.open : 0), 0)
  const amountText = typed.amount ?? typedSum(open > 0 ? open : Math.max(0, balance), currency)

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy || !tender) return
    const read = readPayment(tender, amountText, typed, currency)
    if (!read.ok) return setProblem(read.error)
    const form = event.currentTarget
    const field = isDocument(tender)
      ? missingApprover(second, form.querySelector<HTMLInputElement>('input:focus')?.name)
      : null
    if (field !== null) return form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    const wish = {
      ...who.credentials,
      reference,
      account: account.number,
      tender,
      ...read.value,
      items: items.flatMap((item) => (chosen.has(item.reference) ? [item.reference] : [])),
    }
    const { amount, received } = read.value
    if (await send({ wish, change: received - amount })) onPaid(amount)
  }

  async function send(payment: Omit<DonePayment, 'isPrinted'>): Promise<boolean> {
    setBusy(true)
    setProblem(null)
    const { wish } = payment
    const needsApproval = isDocument(wish.tender) && !done
    const reply = await book(store, wish, needsApproval ? asCredentials(second) : null, doubted)
    setBusy(false)
    setSecond({ ...second, pin: '' })
    if (reply.ok) setDone({ ...payment, isPrinted: reply.value.paper === 'printed' })
    else setProblem(reply.error)
    if (!reply.ok && reply.error.type === 'approval-known') setDoubted(wish.approval ?? null)
    return reply.ok
  }

  if (done) return <PaymentDone {...{ done, problem, busy, currency }} onPrint={() => void send(done)} />
  return (
    <form className={own.form} onSubmit={(event) => void submit(event)}>
      <ItemChoice account={account} chosen={chosen} onChoose={setChosen} />
      <Choice
        legend={t.desk.account.by}
        name="tender"
        options={possible.map((kind) => [kind, t.desk.tenders[kind]])}
        value={tender}
        focused={false}
        onChoose={(kind) => setTender(possible.find((each) => each === kind))}
      />
      <PaymentFields {...{ tender, amountText, typed }} onType={setTyped} />
      {tender && isDocument(tender) && (
        <>
          <ApproverForm who={who} second={second} onEnter={setSecond} />
          <p>{t.desk.attended.document.answersFor}</p>
        </>
      )}
      {problem && <DeskNoticeLine notice={problem} />}
      <button type="submit" className={styles.enter} disabled={busy || !tender}>
        {t.files.confirm}
      </button>
    </form>
  )
}

/**
 * Sends a payment. `second`: approver of a document; null for other payments, and for printing a receipt again. `doubted`:
 * number that a sale was paid with and the cashier has confirmed.
 */
function book(
  { invoke }: Pick<DeskStore, 'invoke'>,
  wish: CommandInput<'takeAccountPayment'>,
  second: CommandInput<'takeAccountDocument'>['second'] | null,
  doubted: string | null,
) {
  if (second === null) return invoke('takeAccountPayment', wish)
  const { approval: number = '', received: _, ...document } = wish
  return invoke('takeAccountDocument', { ...document, number, second, ...(number === doubted && { again: true }) })
}

function readPayment(
  tender: TenderKind,
  amountText: string,
  typed: Typed,
  currency: string,
): Result<Pick<CommandInput<'takeAccountPayment'>, 'amount' | 'received' | 'approval'>, DeskNotice> {
  const amount = readSum(amountText, currency)
  if (!amount.ok) return amount
  if (!isCash(tender)) {
    const number = readPaymentNumber(tender, typed.approval)
    return number.ok ? ok({ amount: amount.value, received: amount.value, approval: number.value }) : number
  }
  const received = typed.received.trim() === '' ? amount : readSum(typed.received, currency)
  return received.ok ? ok({ amount: amount.value, received: received.value }) : received
}

interface PaymentFieldsProps {
  readonly tender: TenderKind | undefined
  readonly amountText: string
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

function PaymentFields({ tender, amountText, typed, onType }: PaymentFieldsProps) {
  const { t } = useI18n()
  const isInCash = tender !== undefined && isCash(tender)
  const number = tender !== undefined && isDocument(tender) ? t.staffDesk.documentNumber : t.files.approval
  return (
    <fieldset className={own.second}>
      <TypedField
        label={t.desk.account.amount}
        value={amountText}
        onType={(amount) => onType({ ...typed, amount })}
        isFirst
      />
      <TypedField
        label={isInCash ? t.cash.received : number}
        value={isInCash ? typed.received : typed.approval}
        onType={(text) => onType({ ...typed, [isInCash ? 'received' : 'approval']: text })}
      />
    </fieldset>
  )
}

interface PaymentDoneProps {
  readonly done: DonePayment
  readonly currency: string
  readonly problem: DeskNotice | null
  readonly busy: boolean
  readonly onPrint: () => void
}

function PaymentDone({ done: { isPrinted, change }, currency, problem, busy, onPrint }: PaymentDoneProps) {
  const { t, money } = useI18n()
  return (
    <>
      <p role="status">{isPrinted ? t.desk.account.paid : t.desk.account.paidWithoutPaper}</p>
      {change > 0 && <Figure label={t.desk.given} value={money(change, currency)} />}
      {problem && <DeskNoticeLine notice={problem} />}
      <button type="button" className={styles.enter} disabled={busy} onClick={onPrint}>
        {t.desk.account.printAgain}
      </button>
    </>
  )
}

interface ItemChoiceProps {
  readonly account: AccountView
  /** References of the chosen sales. */
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

function ItemChoice({ account: { items, currency }, chosen, onChoose }: ItemChoiceProps) {
  const { t, money, instant } = useI18n()
  return (
    <fieldset>
      <legend>{t.desk.account.items}</legend>
      {items.map(({ reference, atUtc, receipt, open }) => (
        <label key={reference}>
          <input
            type="checkbox"
            checked={chosen.has(reference)}
            onChange={({ target }) =>
              onChoose(
                new Set([...chosen].filter((each) => each !== reference).concat(target.checked ? [reference] : [])),
              )
            }
          />
          <span>{`${instant(atUtc)} · ${inShort(receipt)} · ${money(open, currency)}`}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface TypedFieldProps {
  readonly label: string
  readonly value: string
  readonly onType: (text: string) => void
  readonly maxLength?: number
  readonly isFirst?: boolean
}

function TypedField({ label, value, onType, maxLength = 30, isFirst = false }: TypedFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        {...(isFirst && { ref: focusOnce })}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onType(target.value)}
      />
    </label>
  )
}
