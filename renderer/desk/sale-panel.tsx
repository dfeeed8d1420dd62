import type { ReactNode } from 'react'
import { cashDue } from '../../shared/domain/money/cash.ts'
import type { SaleSummary } from '../../shared/domain/sale/sale-file.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import { placeGroups, priceLines } from '../../shared/domain/seats/place-groups.ts'
import { shownGate } from '../../shared/domain/seats/place.ts'
import type { SaleView } from '../../shared/api/kiosk/views.ts'
import { useSecondsLeft } from '../app/hooks.ts'
import { TribuneBand } from '../ui/illustrations/tribune.tsx'
import { eventAndDate, minutesAndSeconds } from '../i18n/dates.ts'
import type { Catalogue } from '../i18n/fr/catalogue.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { tenderPrompt } from '../i18n/names.ts'
import styles from './cashier-app.module.css'
import { leftOf, said, shownAccounts } from './state/desk-state.ts'
import { useDesk } from './state/desk-store.tsx'
import { atHand, waitsLong, type WorkAt } from './state/desk-task.ts'

/** Shows what the cashier reads out to the customer: seats, price and change, each at a fixed position. */
export function SalePanel() {
  const { t, money, digits } = useI18n()
  const { work, saleSeenAt, customer } = useDesk().state
  const { step } = work
  const { sale } = atHand(work)
  const held = sale?.holdRemainingMs ?? null
  const secondsLeft = useSecondsLeft(held === null ? null : saleSeenAt + held)
  return (
    <aside className={styles.sale} aria-live="polite">
      {!sale || sale.seats.length === 0 ? (
        <LastSale />
      ) : (
        <>
          <SeatsByTribune seats={sale.seats} />
          {sale.customer && (
            <p className={styles.part}>
              <span>{t.desk.customer.label}</span>
              <b>{customer ? said(customer) : t.desk.customer.noted}</b>
            </p>
          )}
          <Sums sale={sale} />
          {sale.paid && sale.paid.change > 0 && (
            <Figure label={t.desk.given} value={money(sale.paid.change, sale.currency)} />
          )}
          {['payment', 'payer', 'attended', 'approval', 'customer'].includes(step) && secondsLeft !== null && (
            <p className={styles.quiet}>
              {t.desk.heldFor} <b role="timer">{digits(minutesAndSeconds(secondsLeft * 1000))}</b>
            </p>
          )}
          {!waitsLong(work) && <Stage stage={sale.stage} />}
          {step === 'problem' && sale.stage.name in t.desk.problem && (
            <p className={styles.notice}>{t.desk.problem[sale.stage.name as keyof typeof t.desk.problem]}</p>
          )}
        </>
      )}
    </aside>
  )
}

/** Shows the last sale, because its customer may still be waiting for the change. */
function LastSale() {
  const { t, money } = useI18n()
  const { state } = useDesk()
  const { last } = state
  // While a customer pays on an account, only the change of this payment is shown.
  if (shownAccounts(state)) return null
  return last ? (
    <>
      <p className={styles.quiet}>
        {t.desk.lastSale(t.desk.places(last.seats.length), money(last.amount, last.currency))}
      </p>
      <Figure label={t.desk.given} value={money(last.paid?.change ?? 0, last.currency)} />
      {last.paid?.change === 0 && <p className={styles.quiet}>{t.desk.nothingToGive}</p>}
      <Unsold sale={last} />
    </>
  ) : (
    <>
      <h2>{t.desk.empty}</h2>
      <p className={styles.quiet}>{t.desk.emptyBody}</p>
    </>
  )
}

function SeatsByTribune({ seats }: Pick<SaleView, 'seats'>) {
  const { t } = useI18n()
  const groups = placeGroups(seats)
  const tribunes = new Map(groups.map(({ tribune }) => [tribune.code, tribune]))
  return (
    <div className={styles.seats} data-several={groups.length > 1}>
      {[...tribunes.values()].map((tribune) => (
        <section key={tribune.code} className={styles.place}>
          <TribuneBand tribune={tribune} />
          {groups
            .filter((group) => group.tribune.code === tribune.code)
            .map(({ key, gate, sector, rows }) => (
              <div key={key} className={styles.rows} data-code>
                <p className={styles.where}>
                  {t.desk.gate} {shownGate(gate)} · {sector}
                </p>
                {rows.map(({ row, numbers }) => (
                  <p key={row} className={styles.row}>
                    <small>{t.desk.row}</small> {row} <small>{t.desk.seats}</small> {numbers.join('\u2002')}
                  </p>
                ))}
              </div>
            ))}
        </section>
      ))}
    </div>
  )
}

/** Returns a line such as `Honneur`, `2 × 70 000 GNF` for each price; empty if all seats have one price. */
export function usePrices(seats: readonly ChosenSeat[], currency: string) {
  const { money, digits } = useI18n()
  const lines = priceLines(seats)
  return lines.length < 2
    ? []
    : lines.map(({ zoneName, count, price }) => ({
        zone: zoneName,
        sum: `${digits(String(count))} × ${money(price, currency)}`,
      }))
}

function Sums({ sale }: { sale: SaleView }) {
  const { t, money } = useI18n()
  const { stage, taken, seats, amount, currency } = sale
  const inReview = stage.name === 'review'
  const left = leftOf(sale)
  const inCash = cashDue(left, currency)
  const prices = usePrices(seats, currency)
  return (
    <>
      {prices.length > 0 && (
        <div>
          {prices.map(({ zone, sum }) => (
            <p key={`${zone} ${sum}`} className={styles.part}>
              <span>{zone}</span>
              <b>{sum}</b>
            </p>
          ))}
        </div>
      )}
      {(taken ?? []).map(({ reference, tender, due }) => (
        <p key={reference} className={styles.part}>
          <span>{t.desk.tenders[tender]}</span>
          <b>{money(due, currency)}</b>
        </p>
      ))}
      <Figure
        label={taken && inReview ? t.desk.left : `${labelOf(sale, t)} · ${t.desk.places(seats.length)}`}
        value={money(inReview ? left : stage.name === 'refund-due' ? stage.amount : amount, currency)}
      />
      <Unsold sale={sale} />
      {inReview && inCash !== left && (
        <p className={styles.quiet}>
          {t.desk.inCash} <b>{money(inCash, currency)}</b>
        </p>
      )}
    </>
  )
}

function Unsold({ sale: { unsold, currency } }: { sale: SaleView }) {
  const { t, money } = useI18n()
  return (
    unsold && (
      <p className={styles.part} role="alert">
        <span>
          {t.files.back.unsold} · {unsold.seatCodes.join(' · ')} · {t.files.owed}
        </span>
        <b>{money(unsold.amount, currency)}</b>
      </p>
    )
  )
}

/** Returns the label of the amount, which is "To pay" only if it is certain that no payment was received. */
function labelOf({ paid, stage }: SaleView, t: Catalogue): string {
  if (paid) return t.display.paid
  if (stage.name === 'refund-due') return t.desk.questions['pay-back'].title
  return stage.name === 'needs-staff' ? t.desk.price : t.desk.toPay
}

function Stage({ stage }: Pick<SaleView, 'stage'>) {
  const { t } = useI18n()
  const { stages, askingAgain, payingBy, tenders } = t.desk
  if (stage.name !== 'paying')
    return stage.name in stages && <p className={styles.stage}>{stages[stage.name as keyof typeof stages]}</p>
  if (stage.device && stage.phase === 'waiting')
    return <p className={styles.stage}>{t.desk.atTerminal(t.card.device[stage.device.phase].title)}</p>
  return (
    <p className={styles.stage}>
      {stage.phase === 'asking-again' ? askingAgain(stage.reference) : tenderPrompt(payingBy, stage.tender, tenders)}
    </p>
  )
}

export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <p className={styles.figure}>
      <span>{label}</span>
      <strong>{value}</strong>
    </p>
  )
}

export function Panel({ title, role, children }: { title: string; role?: 'alert'; children: ReactNode }) {
  return (
    <section className={styles.question} aria-label={title} role={role}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Pairs of a name and its value; a reference is displayed as a code. */
export function Facts({ facts }: { facts: readonly (readonly [string, string, 'reference'?])[] }) {
  return (
    <dl>
      {facts.map(([name, value, kind]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={kind && styles.reference} data-code={kind && true}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface AnswersProps {
  /** Key and text of each answer. */
  readonly answers: readonly (readonly [string, string])[]
  /** True if Enter alone selects the first answer. */
  readonly firstChosen?: boolean
  readonly onAnswer: (key: string, text: string) => void
}

export function Answers({ answers, firstChosen, onAnswer }: AnswersProps) {
  return (
    <ol>
      {answers.map(([key, text], index) => (
        <li key={key}>
          <button
            type="button"
            tabIndex={-1}
            aria-current={firstChosen && index === 0}
            className={styles.choice}
            onClick={() => onAnswer(key, text)}
          >
            <kbd>{key}</kbd>
            <b>{text}</b>
          </button>
        </li>
      ))}
    </ol>
  )
}

export function FoundSale({ found }: { found: SaleSummary }) {
  const i18n = useI18n()
  const { t, money, instant } = i18n
  return (
    <Panel title={t.desk.found}>
      <p>{eventAndDate(found, i18n)}</p>
      <ul>
        {found.places.map(({ seatCode, tribune, gate }) => (
          <li key={seatCode}>
            <span data-code>
              <b>{seatCode}</b> · {tribune.name} · {t.desk.gate} {shownGate(gate)}
            </span>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          [instant(found.begunUtc), money(found.amount, found.currency)],
          [t.desk.reference, found.orderId ?? '', 'reference'],
        ]}
      />
    </Panel>
  )
}

export function QuestionPanel({ work: { sale, question } }: { work: WorkAt<'question'> }) {
  const { t, money } = useI18n()
  const { store } = useDesk()
  const tender = 'tender' in question ? question.tender : null
  const texts = t.desk.questions[question.type]
  const answers: readonly (readonly [string, string])[] =
    'yes' in texts
      ? [
          ['1', texts.yes],
          ['2', texts.no],
        ]
      : []
  return (
    <Panel title={texts.title}>
      <p>{texts.body}</p>
      {tender && (
        <Facts
          facts={[
            [t.desk.tenders[tender.tender], money(tender.due, sale.currency)],
            [t.desk.reference, tender.reference, 'reference'],
          ]}
        />
      )}
      <Answers answers={answers} onAnswer={store.enter} />
    </Panel>
  )
}
