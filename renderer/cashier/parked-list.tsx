import { minutesAndSeconds } from '../i18n/dates.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useSecondsLeft } from '../app/use-countdown.ts'
import styles from './cashier-app.module.css'
import { ChoiceList } from './choice-list.tsx'
import { useDesk } from './state/desk-context.tsx'
import { whereOf } from './state/desk-parking.ts'
import { said, type ParkedSale } from './state/desk-state.ts'
import { useCustomer } from './state/use-customer.ts'

/** The sales put aside, to choose from. */
export function ParkedChoice({ chosen }: { chosen: number }) {
  const { t } = useI18n()
  const { parked } = useDesk().state
  const rows = parked.map((each, index) => ({
    key: each.sale.saleId,
    row: <ParkedRow parked={each} number={index + 1} />,
  }))
  return <ChoiceList title={t.desk.parked} chosen={chosen} rows={rows} />
}

/** The same at a glance, beside the sale at hand. */
export function ParkedStrip() {
  const { t } = useI18n()
  const { parked } = useDesk().state
  if (parked.length === 0) return null
  return (
    <section className={styles.parked} aria-label={t.desk.parked}>
      <h2>{t.desk.parked}</h2>
      <ol>
        {parked.map((each, index) => (
          <li key={each.sale.saleId}>
            <ParkedRow parked={each} number={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ParkedRow({ parked: { sale, seenAt }, number }: { parked: ParkedSale; number: number }) {
  const { t, money, digits } = useI18n()
  const held = sale.stage.name === 'review' ? sale.holdRemainingMs : null
  const secondsLeft = useSecondsLeft(held === null ? null : seenAt + held)
  const customer = useCustomer(sale)
  return (
    <>
      <kbd>{number}</kbd>
      <span>
        <b data-code>
          {sale.seats.length > 0 ? `${t.desk.places(sale.seats.length)} · ${whereOf(sale)}` : sale.event.title}
        </b>
        {customer && <small>{said(customer)}</small>}
        {sale.amount > 0 && <small>{money(sale.amount, sale.currency)}</small>}
      </span>
      <span className={styles.left}>
        {sale.stage.name === 'holding' || sale.stage.name === 'releasing' ? (
          '…'
        ) : secondsLeft === null ? (
          t.desk.parkedOver
        ) : (
          <span role="timer">{digits(minutesAndSeconds(secondsLeft * 1000))}</span>
        )}
      </span>
    </>
  )
}
