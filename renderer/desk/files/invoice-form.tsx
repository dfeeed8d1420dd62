import { type InputHTMLAttributes, type SyntheticEvent, useState } from 'react'
import { holdsCardNumber, isCardNumberAsTaxNumber } from '../../../shared/domain/desk/typed-numbers.ts'
import { type InvoiceBuyer, MAX_BUYER_TEXT } from '../../../shared/domain/sale/after-sale.ts'
import { type FiledInvoice, type SaleFile, ticketsLeft } from '../../../shared/domain/sale/sale-file.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { seatsInShort } from '../../i18n/names.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { focusOnce } from '../../ui/hooks.ts'
import styles from '../cashier-app.module.css'
import { DeskNoticeLine } from '../desk-bar.tsx'
import type { Credentials } from '../state/desk-state.ts'
import { useDesk } from '../state/desk-store.tsx'
import own from './files.module.css'
import { type InvoiceAct, invoiceText, isRefused } from './use-sale-files.ts'

interface InvoiceFormProps {
  readonly credentials: Credentials
  readonly file: SaleFile
  readonly act: InvoiceAct
  readonly onDone: (file: SaleFile, words: string) => void
}

/**
 * Form in which staff enter the buyer of a new invoice, or select the invoice to reprint. Enter moves to the next
 * field.
 */
export function InvoiceForm({ credentials, file, act, onDone }: InvoiceFormProps) {
  const i18n = useI18n()
  const { t, money } = i18n
  const { invoke } = useDesk().store
  const { saleId, currency, invoices = [] } = file
  const isNew = act.type === 'invoice'
  const first = invoices.find(isRefused) ?? invoices.at(-1)
  const [buyer, setBuyer] = useState<InvoiceBuyer>(first?.buyer ?? { company: '', address: '', taxNumber: '' })
  const [number, setNumber] = useState(first?.number ?? 0)
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)
  const chosen = invoices.find((each) => each.number === number)
  /** A refused invoice is not reprinted, because it is not valid, but sent to the fiscal service again. */
  const isRepeat = chosen !== undefined && isRefused(chosen)
  const hasFields = isNew || (isRepeat && chosen.kind === 'invoice' && chosen.buyer !== null)
  const ticketIds = chosen?.ticketIds ?? ticketsLeft(file).map(({ ticketId }) => ticketId)
  const tickets = file.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
  const amount = tickets.reduce((sum, { price }) => sum + price, 0)

  async function submit(event: SyntheticEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const next = hasFields && nextField(buyer, form.querySelector<HTMLInputElement>('input:focus')?.name)
    if (next) {
      form.querySelector<HTMLInputElement>(`[name="${next.field}"]`)?.focus()
      return setProblem(next.isMissing && next.field !== 'taxNumber' ? { type: 'incomplete', field: next.field } : null)
    }
    const { company, address, taxNumber } = buyer
    if (hasFields && (holdsCardNumber(company) || holdsCardNumber(address) || isCardNumberAsTaxNumber(taxNumber)))
      return setProblem({ type: 'card-number' })
    setBusy(true)
    setProblem(null)
    const reply = isNew
      ? await invoke('issueInvoice', { ...credentials, saleId, buyer })
      : isRepeat
        ? await invoke('resubmitInvoice', { ...credentials, saleId, number, ...(hasFields && { buyer }) })
        : await invoke('reprintInvoice', { ...credentials, saleId, number })
    setBusy(false)
    if (!reply.ok) return setProblem(reply.error)
    const { file: changed, invoice } = reply.value
    onDone(changed, invoiceText(t, invoice))
  }

  const field = { buyer, enter: setBuyer }
  return (
    <form className={own.form} onSubmit={(event) => void submit(event)}>
      <h2>{isRepeat ? t.files.invoices.resend : t.files.acts[act.type]}</h2>
      <p>
        <b>{eventAndDate(file, i18n)}</b> · {seatsInShort(tickets.map(({ place }) => place))}
      </p>
      {!isNew && invoices.length > 1 && <DocumentChoice {...{ invoices, number }} onChoose={setNumber} />}
      {hasFields && (
        <>
          <BuyerField {...field} name="company" {...(invoices.length < 2 && { ref: focusOnce })} />
          <BuyerField {...field} name="address" />
          <BuyerField {...field} name="taxNumber" />
        </>
      )}
      {isNew && <p className={styles.quiet}>{t.files.invoices.once}</p>}
      {isRepeat && <p className={styles.quiet}>{t.files.invoices.resubmit}</p>}
      {problem && <DeskNoticeLine notice={problem} />}
      <p role="status">{busy && t.common.wait}</p>
      <p className={styles.figure}>
        <span>
          {chosen && !isNew ? `${t.files.invoices.kinds[chosen.kind]} ${chosen.name}` : t.files.invoices.total}
        </span>
        <strong>{money(amount, currency)}</strong>
      </p>
      <button
        type="submit"
        className={styles.enter}
        disabled={busy}
        ref={hasFields || invoices.length > 1 ? null : focusOnce}
      >
        {t.files.confirm}
      </button>
    </form>
  )
}

interface DocumentChoiceProps {
  readonly invoices: readonly FiledInvoice[]
  readonly number: number
  readonly onChoose: (number: number) => void
}

function DocumentChoice({ invoices, number, onChoose }: DocumentChoiceProps) {
  const { t } = useI18n()
  return (
    <label>
      <span>{t.files.invoices.which}</span>
      <select ref={focusOnce} value={number} onChange={({ target }) => onChoose(Number(target.value))}>
        {invoices.map((each) => (
          <option key={each.number} value={each.number}>
            {t.files.invoices.kinds[each.kind]} {each.name}
          </option>
        ))}
      </select>
    </label>
  )
}

/**
 * Returns the field that Enter focuses next; null if the form is complete. The optional tax number is focused only
 * once, because it may stay empty. `at`: name of the focused field.
 */
function nextField(
  { company, address, taxNumber }: InvoiceBuyer,
  at: string | undefined,
): { readonly field: keyof InvoiceBuyer; readonly isMissing: boolean } | null {
  if (company.trim() === '') return { field: 'company', isMissing: at === 'company' }
  if (address.trim() === '') return { field: 'address', isMissing: at === 'address' }
  return taxNumber === '' && at !== 'taxNumber' && at !== undefined ? { field: 'taxNumber', isMissing: false } : null
}

interface BuyerFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  readonly name: keyof InvoiceBuyer
  readonly buyer: InvoiceBuyer
  readonly enter: (buyer: InvoiceBuyer) => void
  readonly ref?: typeof focusOnce
}

function BuyerField({ name, buyer, enter, ref }: BuyerFieldProps) {
  const { t } = useI18n()
  return (
    <label>
      <span>{t.files.invoices[name]}</span>
      <input
        {...(ref && { ref })}
        name={name}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_BUYER_TEXT[name]}
        value={buyer[name]}
        onChange={({ target }) => enter({ ...buyer, [name]: target.value })}
      />
    </label>
  )
}

/** Lists the invoice of a sale and its credit notes. */
export function InvoiceLines({ file }: { readonly file: SaleFile }) {
  const { t, money, digits } = useI18n()
  const { invoices, damagedRows = [], currency } = file
  if (!invoices) return null
  const { kinds, erased, copy, damaged, fiscal: states } = t.files.invoices
  return (
    <ul className={own.lines}>
      {damagedRows.map((row) => (
        <li key={row}>{damaged(digits(String(row)))}</li>
      ))}
      {invoices.map(({ number, name, kind, buyer, amount, copies, fiscal }) => (
        <li key={number}>
          <span>
            {kinds[kind]} <bdi>{name}</bdi> · {buyer?.company ?? erased}
            {copies > 0 && ` · ${copy(copies)}`}
            {fiscal && ` · ${fiscal.state === 'refused' ? states.refused(fiscal.reason) : states[fiscal.state]}`}
          </span>
          <b dir="ltr">
            {kind === 'credit-note' && '−'}
            {money(amount, currency)}
          </b>
        </li>
      ))}
    </ul>
  )
}
