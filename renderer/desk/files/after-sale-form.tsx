import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { freeTextFault, MAX_TEXT } from '../../../shared/domain/desk/typed-numbers.ts'
import { isAccount, isCash, type TenderKind } from '../../../shared/domain/money/tender.ts'
import {
  type FiledTicket,
  type SaleFile,
  ticketsLeft,
  validTickets,
  waysBack,
} from '../../../shared/domain/sale/sale-file.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import { MIN_PIN_DIGITS } from '../../../shared/domain/staff.ts'
import { seatsInShort } from '../../i18n/names.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { focusOnce } from '../../ui/hooks.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import styles from '../cashier-app.module.css'
import { DigitsField } from '../command-line.tsx'
import { DeskNoticeLine } from '../desk-bar.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { useDesk } from '../state/desk-store.tsx'
import own from './files.module.css'
import { asCredentials, carryOut, type Entered, type TicketAct } from './use-sale-files.ts'

export interface AfterSaleFormProps {
  readonly who: SignedIn
  readonly file: SaleFile
  /** IDs of the tickets that were searched for; empty if the search was for the sale itself. */
  readonly named: readonly string[]
  readonly act: TicketAct
  readonly onDone: (file: SaleFile, words: string) => void
}

export function AfterSaleForm({ who, file, named, act, onDone }: AfterSaleFormProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke } = useDesk().store
  const left = act.type === 'reprint' ? validTickets(file) : ticketsLeft(file)
  const found = left.filter(({ ticketId }) => named.includes(ticketId))
  const ways = [...new Set(file.payments.filter((each) => each.state === 'approved').map(({ kind }) => kind))]
  const [entered, setEntered] = useState<Entered>({
    // If the action is impossible for the tickets searched for, the form does not select other tickets of the sale
    // instead.
    ticketIds: idsOf(named.length > 0 ? found : left),
    reason: '',
    receipt: '',
    over: ways[0],
    slip: file.slips.at(-1)?.reference ?? '',
    second: { staff: '', pin: '' },
  })
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = (change: Partial<Entered>): void => setEntered((before) => ({ ...before, ...change }))
  const { type } = act
  const chosen = type === 'void' ? left : left.filter(({ ticketId }) => entered.ticketIds.has(ticketId))
  const returning = type === 'refund' || type === 'void'
  const price = chosen.reduce((sum, each) => sum + each.price, 0)
  const back = returning ? waysBack(file, price, type === 'refund' ? entered.over : undefined) : null
  const amount = type === 'pay' ? owedOf(act) : (back?.reduce((sum, way) => sum + way.amount, 0) ?? price)
  const nothingPicked = (returning || type === 'reprint') && chosen.length === 0

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy || nothingPicked) return
    const form = event.currentTarget
    const missing = missingField(act, entered, form.querySelector<HTMLInputElement>('input:focus')?.name)
    if (missing) {
      form.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus()
      const isNext = missing === 'staff' || (missing === 'pin' && entered.second.pin === '')
      return setProblem(isNext ? null : { type: 'incomplete', field: missing })
    }
    const { reason, receipt } = entered
    const fault = type === 'pay' ? freeTextFault(receipt, 'reference') : freeTextFault(reason, 'reason')
    if (fault) return setProblem(fault)
    setBusy(true)
    setProblem(null)
    const order = { credentials: who.credentials, file, act, entered: { ...entered, ticketIds: idsOf(chosen) }, amount }
    const done = await carryOut(invoke, order, i18n)
    setBusy(false)
    enter({ second: { ...entered.second, pin: '' } })
    if (done.ok) onDone(done.value.file, done.value.words)
    else setProblem(done.error)
  }

  const field = { entered, enter }
  return (
    <form className={own.form} onSubmit={(event) => void submit(event)}>
      <h2>{t.files.acts[type]}</h2>
      <p>
        <b>{eventAndDate(file, i18n)}</b> ·{' '}
        {seatsInShort(placesOf(file, act, { ...entered, ticketIds: idsOf(chosen) }))}
      </p>
      {returning && <p>{t.files.beforeReturn}</p>}
      {(type === 'reprint' || type === 'refund') && <TicketChoice {...field} tickets={left} currency={file.currency} />}
      <Which {...field} act={act} ways={ways} slips={file.slips} />
      <Grounds {...field} act={act} />
      {returning && <ApproverForm who={who} second={entered.second} onEnter={(second) => enter({ second })} />}
      {problem && <DeskNoticeLine notice={problem} />}
      <p role="status">{busy && t.common.wait}</p>
      {(returning || type === 'pay') && (
        <p className={styles.figure}>
          <span>{t.files.toGiveBack}</span>
          <strong>{money(amount, file.currency)}</strong>
        </p>
      )}
      <button
        type="submit"
        className={styles.enter}
        disabled={busy || nothingPicked}
        ref={type === 'pay' && !hasReceipt(act.kind) ? focusOnce : null}
      >
        {t.files.confirm}
      </button>
    </form>
  )
}

/** Cash has no receipt of its own, and the hub books the refund of a sale on account. */
const hasReceipt = (kind: TenderKind): boolean => !isCash(kind) && !isAccount(kind)

/** Returns the required field that Enter focuses next; null if the form is complete. `at`: name of the focused field. */
function missingField(
  act: TicketAct,
  { reason, receipt, second }: Entered,
  at: string | undefined,
): 'reason' | 'receipt' | 'staff' | 'pin' | null {
  if (act.type === 'pay') return !hasReceipt(act.kind) || receipt.trim() !== '' ? null : 'receipt'
  if (reason.trim() === '') return 'reason'
  return act.type === 'refund' || act.type === 'void' ? missingApprover(second, at) : null
}

/** Returns the field of the approver that Enter focuses next. If one PIN serves all staff, the number may be omitted. */
export function missingApprover({ staff, pin }: Entered['second'], at: string | undefined): 'staff' | 'pin' | null {
  if (staff === '' && pin === '' && at !== 'staff') return 'staff'
  return pin.length < MIN_PIN_DIGITS ? 'pin' : null
}

function owedOf(act: Extract<TicketAct, { type: 'pay' }>): number {
  return act.owed.back.find(({ kind }) => kind === act.kind)?.amount ?? 0
}

function idsOf(tickets: readonly FiledTicket[]): ReadonlySet<string> {
  return new Set(tickets.map(({ ticketId }) => ticketId))
}

function placesOf(file: SaleFile, act: TicketAct, { ticketIds, slip }: Entered): readonly Place[] {
  const returned = file.returns.find(({ reference }) => reference === slip)
  // The refund slip of a sale without tickets, and a corrected receipt, cover all seats of the sale.
  if (act.type === 'slip' && !returned) return file.places
  const ids = act.type === 'pay' ? act.owed.ticketIds : act.type === 'slip' ? returned?.ticketIds : [...ticketIds]
  return file.tickets.filter(({ ticketId }) => ids?.includes(ticketId)).map(({ place }) => place)
}

interface FieldProps {
  readonly entered: Entered
  readonly enter: (change: Partial<Entered>) => void
}

function TicketChoice({
  tickets,
  currency,
  entered,
  enter,
}: FieldProps & { readonly tickets: readonly FiledTicket[]; readonly currency: string }) {
  const { t, money } = useI18n()
  return (
    <fieldset>
      <legend>{t.files.which}</legend>
      {tickets.map(({ ticketId, place, price }) => (
        <label key={ticketId}>
          <input
            type="checkbox"
            checked={entered.ticketIds.has(ticketId)}
            onChange={({ target }) => {
              const ticketIds = new Set(entered.ticketIds)
              if (target.checked) ticketIds.add(ticketId)
              else ticketIds.delete(ticketId)
              enter({ ticketIds })
            }}
          />
          <span>
            {place.sector} {place.row} {place.seatNumber}
          </span>
          <b>{money(price, currency)}</b>
        </label>
      ))}
    </fieldset>
  )
}

interface WhichProps extends FieldProps, Pick<SaleFile, 'slips'> {
  readonly act: TicketAct
  readonly ways: readonly TenderKind[]
}

/** Selects the tender of a refund, or the refund slip to reprint. */
function Which({ act, ways, slips, entered, enter }: WhichProps) {
  const { t } = useI18n()
  if (act.type === 'slip')
    return (
      <Select
        label={t.files.whichSlip}
        value={entered.slip}
        options={slips.map(({ reference }) => [reference, reference])}
        onChoose={(slip) => enter({ slip })}
      />
    )
  if (act.type !== 'refund') return null
  return (
    <Select
      label={t.files.over}
      value={entered.over}
      options={ways.map((way) => [way, t.desk.tenders[way]])}
      onChoose={(chosen) => enter({ over: ways.find((way) => way === chosen) })}
    />
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string | undefined
  /** Value and text of each option. */
  readonly options: readonly (readonly [string, string])[]
  readonly onChoose: (value: string) => void
}

function Select({ label, value, options, onChoose }: SelectProps) {
  if (options.length < 2) return null
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Asks for the reason for the action, or for the receipt of a refund. */
function Grounds({ act, entered, enter }: FieldProps & { readonly act: TicketAct }) {
  const { t } = useI18n()
  if (act.type === 'pay')
    return !hasReceipt(act.kind) ? (
      <p>{t.files.handOver}</p>
    ) : (
      <label>
        <span>{t.files.receipt}</span>
        <input
          ref={focusOnce}
          name="receipt"
          value={entered.receipt}
          maxLength={MAX_TEXT.reference}
          onChange={({ target }) => enter({ receipt: target.value })}
        />
      </label>
    )
  return (
    <ReasonField
      reason={entered.reason}
      reasons={t.files.reasons[act.type]}
      focused
      onReason={(reason) => enter({ reason })}
    />
  )
}

interface ReasonFieldProps {
  readonly reason: string
  /** Suggested reasons. */
  readonly reasons: readonly string[]
  readonly focused: boolean
  readonly onReason: (reason: string) => void
}

export function ReasonField({ reason, reasons, focused, onReason }: ReasonFieldProps) {
  const { t } = useI18n()
  return (
    <label>
      <span>{t.files.reason}</span>
      <input
        ref={focused ? focusOnce : null}
        name="reason"
        value={reason}
        maxLength={MAX_TEXT.reason}
        list="reasons"
        autoComplete="off"
        onChange={({ target }) => onReason(target.value)}
      />
      <datalist id="reasons">
        {reasons.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </label>
  )
}

interface ApprovalFormProps {
  readonly who: SignedIn
  /** Shown above the fields. */
  readonly children?: ReactNode
  /** States what the approver is responsible for. */
  readonly answersFor: string
  readonly notice: DeskNotice | null
  readonly busy: boolean
  readonly onApprove: (second: ReturnType<typeof asCredentials>) => Promise<void>
}

/** Form in which a supervisor approves a payment. Enter goes from field to field. */
export function ApprovalForm({ who, children, answersFor, notice, busy, onApprove }: ApprovalFormProps) {
  const { t } = useI18n()
  const [second, setSecond] = useState({ staff: '', pin: '' })
  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const field = missingApprover(second, form.querySelector<HTMLInputElement>('input:focus')?.name)
    if (field !== null) return form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    if (busy) return
    await onApprove(asCredentials(second))
    setSecond({ ...second, pin: '' })
  }
  return (
    <form className={own.form} onSubmit={(event) => void submit(event)}>
      {children}
      <ApproverForm who={who} second={second} onEnter={setSecond} isFirst />
      <p>{answersFor}</p>
      {notice && <DeskNoticeLine notice={notice} />}
      <button type="submit" className={styles.enter} disabled={busy}>
        {t.files.confirm}
      </button>
    </form>
  )
}

interface ApproverFormProps {
  readonly who: SignedIn
  readonly second: Entered['second']
  readonly onEnter: (second: Entered['second']) => void
  /** True if the staff number gets the keyboard focus. */
  readonly isFirst?: boolean
}

export function ApproverForm({ who, second, onEnter, isFirst = false }: ApproverFormProps) {
  const { t } = useI18n()
  const { info } = useDesk().state
  const other = info?.demoStaff?.find(({ role, number }) => role === 'supervisor' && number !== who.person.number)
  const hint = other
    ? t.people.demoSecond(`${other.number} ${other.name}`, other.pin)
    : info?.demoPin && t.people.withoutNumber(info.demoPin)
  return (
    <fieldset className={own.second}>
      <legend>{t.files.second}</legend>
      <DigitsField
        name="staff"
        {...(isFirst && { ref: focusOnce })}
        label={t.people.number}
        maxLength={6}
        value={second.staff}
        onDigits={(staff) => onEnter({ ...second, staff })}
      />
      <DigitsField
        label={t.desk.pin}
        name="pin"
        type="password"
        maxLength={8}
        value={second.pin}
        onDigits={(pin) => onEnter({ ...second, pin })}
      />
      {hint && <p className={styles.quiet}>{hint}</p>}
    </fieldset>
  )
}
