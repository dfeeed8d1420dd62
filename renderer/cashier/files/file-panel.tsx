import { isCash } from '../../../shared/domain/money/tender.ts'
import { collectionCode, inHalves } from '../../../shared/domain/sale/collection-code.ts'
import type { FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { TribuneBand } from '../../components/drawn/tribune.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from '../cashier-app.module.css'
import { said } from '../state/desk-state.ts'
import own from './files.module.css'

interface Filed {
  readonly file: SaleFile
}

/** One sale whole: seats, tickets and papers, payments, what came back, who did what. */
export function FilePanel({ file }: { file: SaleFile | null }) {
  const { t, date } = useI18n()
  if (!file) return <aside className={styles.sale} aria-live="polite" />
  return (
    <aside className={styles.sale} aria-live="polite" aria-label={t.files.file}>
      <header>
        <h2>{file.eventTitle}</h2>
        <p className={styles.quiet}>{date(file.startsAt).full}</p>
        <p className={own.number} data-code>
          {t.desk.reference} <b dir="ltr">{inHalves(collectionCode(file.saleId))}</b>
        </p>
        <p className={own.number} data-code>
          {file.orderId ?? file.ownerRef}
        </p>
        {file.customer && (
          <p>
            {t.desk.customer.label} · <b>{said(file.customer)}</b>
          </p>
        )}
      </header>
      <Tickets file={file} />
      <MoneyLines file={file} />
      <Cancellations file={file} />
      <Story file={file} />
    </aside>
  )
}

function Tickets({ file }: Filed) {
  const { t, money } = useI18n()
  const tribunes = Map.groupBy(file.tickets, ({ place }) => place.tribune.code)
  const returnOf = (ticketId: string) => file.returns.find(({ ticketIds }) => ticketIds.includes(ticketId))
  const isVoid = (ticketId: string): boolean =>
    returnOf(ticketId) !== undefined || (file.cancelled?.includes(ticketId) ?? false)
  const state = ({ ticketId, papers }: FiledTicket): string => {
    const back = returnOf(ticketId)
    if (back) return t.files.back[back.kind]
    if (file.cancelled?.includes(ticketId)) return t.files.cancelledThere
    const last = papers.at(-1)
    return last ? t.files.paper(last.copyNumber, t.files.papers[last.state]) : ''
  }
  return [...tribunes.values()].map((tickets) => {
    const [first] = tickets
    return (
      first && (
        <section key={first.place.tribune.code} className={styles.place}>
          <TribuneBand tribune={first.place.tribune} />
          <ul className={own.tickets}>
            {tickets.map((ticket) => (
              <li key={ticket.ticketId} data-returned={isVoid(ticket.ticketId)}>
                <b data-code>
                  {ticket.place.sector} {ticket.place.row} {ticket.place.seatNumber}
                </b>
                <span data-code>{ticket.ticketNumber}</span>
                <span>{state(ticket)}</span>
                <span>{money(ticket.price, file.currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

/** What was paid, and what came back. */
function MoneyLines({ file: { payments, returns, currency } }: Filed) {
  const { t, money } = useI18n()
  return (
    <ul className={own.lines}>
      {payments.map(({ reference, kind, state: outcome, amount, received, change, approval }) => (
        <li key={reference}>
          <span>
            {t.desk.tenders[kind]} · {t.files.payments[outcome as keyof typeof t.files.payments] ?? outcome}
            {approval && !isCash(kind) && ` · ${approval}`}
            {change ? ` · ${t.files.change(money(change, currency))}` : ''}
          </span>
          <b>{money(received ?? amount, currency)}</b>
        </li>
      ))}
      {returns.flatMap(({ reference, kind, staffId, second, reason, back }) =>
        back.map((way) => (
          <li key={`${reference} ${way.kind}`}>
            <span>
              {t.files.back[kind]} · {t.desk.tenders[way.kind]} · {way.paid ? t.files.paid : t.files.owed} ·{' '}
              {t.files.by(staffId ?? '', second)} · {reason}
            </span>
            <b>−{money(way.amount, currency)}</b>
          </li>
        )),
      )}
    </ul>
  )
}

/** What the booking service makes of the tickets that came back. */
function Cancellations({ file: { returns } }: Filed) {
  const { t } = useI18n()
  const said = new Set(
    returns.map(({ cancellation }) =>
      cancellation === 'cancelled' || cancellation === 'asked' ? cancellation : 'none',
    ),
  )
  return [...said].map((answer) => <p key={answer}>{t.files.cancellation[answer]}</p>)
}

/** Who did what. */
function Story({ file }: Filed) {
  const { t, instant } = useI18n()
  const told = file.acts.flatMap(({ seq, code, atUtc, staffId }) => {
    const words = t.files.told[code as keyof typeof t.files.told] as string | undefined
    return words === undefined ? [] : [{ seq, words, atUtc, staffId }]
  })
  return (
    <details open>
      <summary>{t.files.story}</summary>
      <ol className={own.lines}>
        {told.map(({ seq, words, atUtc, staffId }) => (
          <li key={seq}>
            <span>{words}</span>
            <small>
              {instant(atUtc)}
              {staffId !== null && ` · ${t.files.who(staffId)}`}
            </small>
          </li>
        ))}
      </ol>
    </details>
  )
}
