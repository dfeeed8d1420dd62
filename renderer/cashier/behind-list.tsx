import type { SaleBehind } from '../../shared/kiosk-api/views.ts'
import { seatsInShort } from '../app/seats-in-short.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { ChoiceList } from './choice-list.tsx'
import { seatsOf } from './paper-states.ts'
import { useDesk } from './state/desk-context.tsx'
import { openOf, said } from './state/desk-state.ts'
import { useCustomer } from './state/use-customer.ts'

/** The sales that go on behind and are not over, to open one. */
export function BehindChoice({ chosen }: { chosen: number }) {
  const { t } = useI18n()
  const { behind } = useDesk().state
  const rows = openOf(behind).map((each, index) => ({
    key: each.sale.saleId,
    row: <BehindRow behind={each} number={index + 1} />,
  }))
  return <ChoiceList title={t.desk.behind.title} chosen={chosen} rows={rows} />
}

/** The same at a glance, beside the sale at hand; and the one just made, until the next seats are taken. */
export function BehindStrip() {
  const { t } = useI18n()
  const { behind, last } = useDesk().state
  const open = openOf(behind)
  const shown = behind.filter((each) => open.includes(each) || each.sale.saleId === last?.saleId)
  if (shown.length === 0) return null
  return (
    <section className={styles.parked} aria-label={t.desk.behind.title} aria-live="polite">
      <h2>{t.desk.behind.title}</h2>
      <ol>
        {shown.map((each) => (
          <li key={each.sale.saleId} data-stage={each.sale.stage.name}>
            <BehindRow behind={each} number={open.includes(each) ? open.indexOf(each) + 1 : null} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function BehindRow({ behind, number }: { behind: SaleBehind; number: number | null }) {
  const { t, money } = useI18n()
  const { seats, amount, currency, paid } = behind.sale
  const words = useStateWords(behind)
  const customer = useCustomer(behind.sale)
  return (
    <>
      {number === null ? <span aria-hidden>✓</span> : <kbd>{number}</kbd>}
      <span>
        <b data-code>{`${t.desk.places(seats.length)} · ${seatsInShort(seats.map(({ place }) => place))}`}</b>
        {customer && <small>{said(customer)}</small>}
        <small>{paid ? `${t.display.paid} ${money(amount, currency)}` : money(amount, currency)}</small>
        <em className={styles.left}>{words}</em>
      </span>
    </>
  )
}

/** Where it stands, in the fewest words. */
function useStateWords({ sale: { stage, seats }, sinceUtc }: SaleBehind): string {
  const { t, clock } = useI18n()
  const { behind } = t.desk
  switch (stage.name) {
    case 'confirming':
      return behind.confirming(clock(sinceUtc))
    case 'printing': {
      const out = stage.tickets.filter(({ state }) => state === 'printed').length
      return behind.printing(out, stage.tickets.length)
    }
    case 'print-problem':
      return behind.stopped(seatsOf(stage.tickets, seats, 'queued', 'spooling', 'failed', 'unknown'))
    case 'done':
      return behind.done
    case 'refund-due':
      return behind.back
    case 'paying':
      return behind.asking
    default:
      return behind.question
  }
}
