import { type SyntheticEvent, useState } from 'react'
import { freeTextFault } from '../../../shared/domain/desk/typed-numbers.ts'
import { MIN_PIN_DIGITS } from '../../../shared/domain/staff.ts'
import { isCash } from '../../../shared/domain/money/tender.ts'
import { waysBack, type FiledTicket, type SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import type { Place } from '../../../shared/domain/seats/place.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { seatsInShort } from '../../app/seats-in-short.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import styles from '../cashier-app.module.css'
import { useDesk } from '../state/desk-context.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { DeskNoticeLine } from '../desk-notice.tsx'
import { type FileAct, ticketsLeft, validTickets } from './after-sale-acts.ts'
import { focusOnce, Grounds, SecondPerson, SlipChoice, TicketChoice, WayBack } from './after-sale-fields.tsx'
import { carryOut, type Entered } from './carry-out.ts'
import own from './files.module.css'

interface AfterSaleFormProps {
  readonly who: SignedIn
  readonly file: SaleFile
  /** Its tickets that were looked for; none: the sale was. */
  readonly named: readonly string[]
  readonly act: FileAct
  readonly onDone: (file: SaleFile, words: string) => void
}

/** What one act on a sale asks for: which tickets, why, and who answers for it beside the one who asks. */
export function AfterSaleForm({ who, file, named, act, onDone }: AfterSaleFormProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke } = useDesk().store
  const left = act.type === 'reprint' ? validTickets(file) : ticketsLeft(file)
  const found = left.filter(({ ticketId }) => named.includes(ticketId))
  const ways = [...new Set(file.payments.filter((each) => each.state === 'approved').map(({ kind }) => kind))]
  const [entered, setEntered] = useState<Entered>({
    // A ticket that was looked for and can take this act no more does not stand for the others of its sale.
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
      {type === 'refund' && <WayBack {...field} ways={ways} />}
      {type === 'slip' && <SlipChoice {...field} slips={file.slips} />}
      <Grounds {...field} act={act} />
      {returning && <SecondPerson {...field} who={who} />}
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
        ref={type === 'pay' && isCash(act.kind) ? focusOnce : null}
      >
        {t.files.confirm}
      </button>
    </form>
  )
}

/**
 * Returns the field that Enter goes to before the form can be sent; null if nothing is missing. `at`: the field that has
 * the focus. A number may be left out where one PIN serves all: Enter there goes on to the PIN.
 */
function missingField(
  act: FileAct,
  { reason, receipt, second }: Entered,
  at: string | undefined,
): 'reason' | 'receipt' | 'staff' | 'pin' | null {
  if (act.type === 'pay') return isCash(act.kind) || receipt.trim() !== '' ? null : 'receipt'
  if (reason.trim() === '') return 'reason'
  if (act.type !== 'refund' && act.type !== 'void') return null
  if (second.staff === '' && second.pin === '' && at !== 'staff') return 'staff'
  return second.pin.length < MIN_PIN_DIGITS ? 'pin' : null
}

function owedOf(act: Extract<FileAct, { type: 'pay' }>): number {
  return act.owed.back.find(({ kind }) => kind === act.kind)?.amount ?? 0
}

function idsOf(tickets: readonly FiledTicket[]): ReadonlySet<string> {
  return new Set(tickets.map(({ ticketId }) => ticketId))
}

/** Returns the seats that the action affects. */
function placesOf(file: SaleFile, act: FileAct, { ticketIds, slip }: Entered): readonly Place[] {
  const returned = file.returns.find(({ reference }) => reference === slip)
  // The slip of a sale without tickets is about all its seats.
  if (act.type === 'slip' && !returned) return file.places
  const ids = act.type === 'pay' ? act.owed.ticketIds : act.type === 'slip' ? returned?.ticketIds : [...ticketIds]
  return file.tickets.filter(({ ticketId }) => ids?.includes(ticketId)).map(({ place }) => place)
}
