import { cashDue } from '../../shared/domain/money/cash.ts'
import type { SaleStage } from '../../shared/kiosk-api/views.ts'
import { TribuneBand } from '../components/drawn/tribune-mark.tsx'
import { minutesAndSeconds } from '../i18n/dates.ts'
import { tenderPrompt } from '../i18n/tender-prompt.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSecondsLeft } from '../app/use-countdown.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './state/desk-context.tsx'
import { leftOf, said } from './state/desk-state.ts'
import { atHand } from './state/work.ts'
import { rowsOf } from '../app/rows-of.ts'

const PAID: ReadonlySet<SaleStage['name']> = new Set(['confirming', 'printing', 'print-problem', 'done'])

/** What the cashier reads out: seats, price, change; always at the same place. */
export function SalePanel() {
  const { t, money, digits } = useI18n()
  const { work, saleSeenAt, change, last, customer } = useDesk().state
  const { step } = work
  const { sale } = atHand(work)
  const held = sale?.holdRemainingMs ?? null
  const secondsLeft = useSecondsLeft(held === null ? null : saleSeenAt + held)
  if (!sale || sale.seats.length === 0) {
    return (
      <aside className={styles.sale} aria-live="polite">
        {last ? (
          <>
            <p className={styles.quiet}>
              {t.desk.lastSale(t.desk.places(last.seats), money(last.amount, last.currency))}
            </p>
            <Figure label={t.desk.given} value={money(last.change, last.currency)} />
            {last.change === 0 && <p className={styles.quiet}>{t.desk.nothingToGive}</p>}
          </>
        ) : (
          <>
            <h2>{t.desk.empty}</h2>
            <p className={styles.quiet}>{t.desk.emptyBody}</p>
          </>
        )}
      </aside>
    )
  }
  const tribunes = Map.groupBy(sale.seats, ({ place }) => place.tribune.code)
  const { stage } = sale
  const sum = PAID.has(stage.name) ? t.display.paid : t.desk.toPay
  return (
    <aside className={styles.sale} aria-live="polite">
      {[...tribunes.values()].map((seats) => {
        const [first] = seats
        if (!first) return null
        const { tribune, gate, sector } = first.place
        return (
          <section key={tribune.code} className={styles.place}>
            <TribuneBand tribune={tribune} />
            <p className={styles.where}>
              {gate.name} · {sector}
            </p>
            {rowsOf(seats).map(({ row, numbers }) => (
              <p key={row} className={styles.row}>
                <small>{t.desk.row}</small> {row} <small>{t.desk.seats}</small> {numbers.join('\u2002')}
              </p>
            ))}
          </section>
        )
      })}
      {sale.customer && (
        <p className={styles.part}>
          <span>{t.desk.customer.label}</span>
          <b>{customer ? said(customer) : t.desk.customer.noted}</b>
        </p>
      )}
      {(sale.taken ?? []).map(({ reference, tender, due }) => (
        <p key={reference} className={styles.part}>
          <span>{t.desk.tenders[tender]}</span>
          <b>{money(due, sale.currency)}</b>
        </p>
      ))}
      <Figure
        label={sale.taken && stage.name === 'review' ? t.desk.left : `${sum} · ${t.desk.places(sale.seats.length)}`}
        value={money(stage.name === 'review' ? leftOf(sale) : sale.amount, sale.currency)}
      />
      {stage.name === 'review' && cashDue(leftOf(sale), sale.currency) !== leftOf(sale) && (
        <p className={styles.quiet}>
          {t.desk.inCash} <b>{money(cashDue(leftOf(sale), sale.currency), sale.currency)}</b>
        </p>
      )}
      {step === 'under-way' && change !== null && <Figure label={t.desk.given} value={money(change, sale.currency)} />}
      {['payment', 'payer', 'attended', 'customer'].includes(step) && secondsLeft !== null && (
        <p className={styles.quiet}>
          {t.desk.heldFor} <b>{digits(minutesAndSeconds(secondsLeft * 1000))}</b>
        </p>
      )}
      {stage.name === 'paying' ? (
        <p className={styles.stage}>
          {stage.phase === 'asking-again'
            ? t.desk.askingAgain(stage.reference)
            : tenderPrompt(t.desk.payingBy, stage.tender, t.desk.tenders)}
        </p>
      ) : (
        stage.name in t.desk.stages && (
          <p className={styles.stage}>{t.desk.stages[stage.name as keyof typeof t.desk.stages]}</p>
        )
      )}
      {step === 'problem' && stage.name in t.desk.problem && (
        <p className={styles.notice}>{t.desk.problem[stage.name as keyof typeof t.desk.problem]}</p>
      )}
    </aside>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <p className={styles.figure}>
      <span>{label}</span>
      <strong>{value}</strong>
    </p>
  )
}
