import { type SyntheticEvent, useState } from 'react'
import { freeTextFault, MAX_TEXT } from '../../../shared/domain/desk/typed-numbers.ts'
import {
  type HubPurchase,
  MAX_FOUND_SALES,
  type PurchaseCopy,
  type SaleSummary,
} from '../../../shared/domain/sale/sale-file.ts'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { focusOnce } from '../../ui/hooks.ts'
import styles from '../cashier-app.module.css'
import { DeskNoticeLine } from '../desk-bar.tsx'
import type { SignedIn } from '../state/desk-state.ts'
import { useDesk } from '../state/desk-store.tsx'
import own from './files.module.css'

interface FoundListProps {
  readonly found: readonly SaleSummary[]
  /** Purchases of other machines, listed after the sales. */
  readonly purchases: readonly HubPurchase[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

export function FoundList({ found, purchases, chosen, onChoose }: FoundListProps) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  if (found.length + purchases.length === 0) return <p className={styles.quiet}>{t.files.nothing}</p>
  const sales = found.map((sale) => ({
    id: sale.saleId,
    seats: sale.places.map(({ sector, row, seatNumber }) => `${sector} ${row} ${seatNumber}`).join(' · '),
    sale,
    atUtc: sale.begunUtc,
    remark:
      sale.owed > 0
        ? t.files.stillOwed(money(sale.owed, sale.currency))
        : sale.returned > 0
          ? t.files.returned(money(sale.returned, sale.currency))
          : t.files.states[sale.state],
  }))
  const bought = purchases.map((sale) => ({
    id: sale.orderId,
    seats: sale.tickets.map(({ seatCode }) => seatCode).join(' · '),
    sale,
    atUtc: sale.boughtUtc,
    remark: t.staffDesk.soldElsewhere,
  }))
  return (
    <section className={styles.list} aria-label={t.files.found}>
      {found.length >= MAX_FOUND_SALES && <p className={styles.quiet}>{t.files.latestOnly(MAX_FOUND_SALES)}</p>}
      <ol>
        {[...sales, ...bought].map(({ id, seats, sale, atUtc, remark }, index) => (
          <li key={id}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === chosen}
              ref={(button) => {
                if (index === chosen) button?.scrollIntoView({ block: 'nearest' })
              }}
              className={own.found}
              onClick={() => onChoose(index)}
            >
              <b data-code>{seats}</b>
              <b>{money(sale.amount, sale.currency)}</b>
              <small>
                {eventAndDate(sale, i18n)}
                <br />
                {t.files.soldAt(instant(atUtc))}
              </small>
              <small>{remark}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Actions for a purchase that another machine made: its tickets can only be reprinted. */
export const purchaseActs = [{ key: 'F2', act: { type: 'reprint' } }] as const

interface PurchaseProps {
  readonly purchase: HubPurchase
}

export function PurchasePanel({ purchase }: PurchaseProps) {
  const { t, date, money, instant } = useI18n()
  const { eventTitle, startsAt, orderId, boughtUtc, tickets, amount, currency, phoneEnd } = purchase
  return (
    <aside className={styles.sale} aria-live="polite" aria-label={t.files.file}>
      <header>
        <h2>{eventTitle}</h2>
        <p className={styles.quiet}>{date(startsAt).full}</p>
        <p>
          {t.files.soldAt(instant(boughtUtc))} · <b>{t.staffDesk.soldElsewhere}</b>
        </p>
        <p className={own.number} data-code>
          {[orderId, ...(phoneEnd === '' ? [] : [`…${phoneEnd}`])].join(' · ')}
        </p>
      </header>
      <ul className={own.tickets}>
        {tickets.map(({ ticketNumber, seatCode, zoneName, price }) => (
          <li key={ticketNumber}>
            <b data-code>{seatCode}</b>
            <span data-code>{ticketNumber}</span>
            <span>{zoneName}</span>
            <span>{money(price, currency)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.figure}>
        <strong>{money(amount, currency)}</strong>
      </p>
    </aside>
  )
}

/** Selects the suggested reason, so that typing replaces it. */
function focusSelected(input: HTMLInputElement | null): void {
  focusOnce(input)
  input?.select()
}

interface PurchaseFormProps extends PurchaseProps {
  readonly who: SignedIn
  readonly onDone: (words: string) => void
}

/** Form that reprints tickets of a purchase. All tickets and the reason "lost ticket" are initially selected. */
export function PurchaseForm({ who, purchase, onDone }: PurchaseFormProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { invoke } = useDesk().store
  const { orderId, tickets } = purchase
  const reasons = t.files.reasons.reprint
  const [chosen, setChosen] = useState(() => tickets.map(({ ticketNumber }) => ticketNumber))
  const [reason, setReason] = useState(reasons.at(-1) ?? '')
  const [copies, setCopies] = useState<readonly PurchaseCopy[]>([])
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<DeskNotice | null>(null)
  const [busy, setBusy] = useState(false)

  async function print(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (busy || chosen.length === 0) return
    if (reason.trim() === '') return setProblem({ type: 'incomplete', field: 'reason' })
    const fault = freeTextFault(reason, 'reason')
    if (fault) return setProblem(fault)
    setBusy(true)
    setProblem(null)
    const reply = await invoke('reprintPurchase', { ...who.credentials, orderId, ticketNumbers: chosen, reason })
    setBusy(false)
    if (!reply.ok) return setProblem(reply.error)
    const printed = reply.value.filter(({ state }) => state === 'printed').map(({ ticketNumber }) => ticketNumber)
    const words = t.files.copiesOut(printed.length, chosen.length)
    if (printed.length === chosen.length) return onDone(words)
    // A retry must not reprint the tickets that were already printed.
    setChosen(chosen.filter((each) => !printed.includes(each)))
    setCopies([...reply.value, ...copies])
    setSaid(words)
  }

  return (
    <form className={own.form} onSubmit={(event) => void print(event)}>
      <h2>{t.files.acts.reprint}</h2>
      <p>
        <b>{eventAndDate(purchase, i18n)}</b> · {t.staffDesk.soldElsewhere}
      </p>
      <TicketChoice purchase={purchase} copies={copies} chosen={chosen} onChosen={setChosen} />
      <label>
        <span>{t.files.reason}</span>
        <input
          ref={focusSelected}
          name="reason"
          value={reason}
          maxLength={MAX_TEXT.reason}
          list="reasons"
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
        <datalist id="reasons">
          {reasons.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
      </label>
      {problem && <DeskNoticeLine notice={problem} />}
      <p role="status">{busy ? t.common.wait : said}</p>
      <button type="submit" className={styles.enter} disabled={busy || chosen.length === 0}>
        {t.files.confirm}
      </button>
    </form>
  )
}

interface TicketChoiceProps extends PurchaseProps {
  /** Results of the duplicates requested in this form, latest first. */
  readonly copies: readonly PurchaseCopy[]
  readonly chosen: readonly string[]
  readonly onChosen: (chosen: string[]) => void
}

function TicketChoice({ purchase: { tickets, currency }, copies, chosen, onChosen }: TicketChoiceProps) {
  const { t, money } = useI18n()
  function paperOf(ticketNumber: string): string {
    const copy = copies.find((each) => each.ticketNumber === ticketNumber)
    return copy ? ` · ${t.files.paper(copy.copyNumber, t.files.papers[copy.state])}` : ''
  }
  return (
    <fieldset>
      <legend>{t.files.which}</legend>
      {tickets.map(({ ticketNumber, seatCode, price }) => (
        <label key={ticketNumber}>
          <input
            type="checkbox"
            checked={chosen.includes(ticketNumber)}
            onChange={({ target }) => {
              const others = chosen.filter((each) => each !== ticketNumber)
              onChosen(target.checked ? [...others, ticketNumber] : others)
            }}
          />
          <span>
            <span data-code>{seatCode}</span>
            {paperOf(ticketNumber)}
          </span>
          <b>{money(price, currency)}</b>
        </label>
      ))}
    </fieldset>
  )
}
