import { useEffect, useState } from 'react'
import { cashDue } from '../../shared/domain/money/cash.ts'
import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import { shownGate } from '../../shared/domain/venue/gate-name.ts'
import type { DisplayView, SaleView } from '../../shared/kiosk-api/views.ts'
import type { Connection } from '../app/bridge.ts'
import { rowsOf } from '../app/rows-of.ts'
import { TribuneBand } from '../components/drawn/tribune-mark.tsx'
import { minutesAndSeconds } from '../i18n/dates.ts'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import { TrainingBand } from '../components/drawn/training-band.tsx'
import { titleLines } from '../app/event-title.ts'
import { createInvoke } from '../app/kiosk-client.ts'
import { useSecondsLeft } from '../app/use-countdown.ts'
import { tenderPrompt } from '../i18n/tender-prompt.ts'
import styles from './customer-display.module.css'

interface Seen {
  readonly display: DisplayView
  /** On this page's monotonic clock, in milliseconds. */
  readonly at: number
}

/** The customer's side of a cashier's desk: it shows the sale that the cashier has, and can do nothing. */
export function CustomerDisplay({ connection }: { connection: Connection }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  useEffect(() => {
    let latest = 0
    const invoke = createInvoke(connection, () => setSeen(null))
    const look = async (): Promise<void> => {
      const mine = (latest += 1)
      const reply = await invoke('viewDisplay', {})
      if (mine === latest) setSeen(reply.ok ? { display: reply.value, at: performance.now() } : null)
    }
    void look()
    const stops = [connection.subscribe(() => void look()), connection.onReopened(() => void look())]
    return () => stops.forEach((stop) => stop())
  }, [connection])
  const { display } = seen ?? {}
  const language = display?.sale?.language ?? display?.language ?? 'fr'
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = directionOf(language)
    root.dataset['theme'] = display?.theme ?? 'system'
  }, [language, display])
  return (
    <I18nProvider language={language} numerals={display?.numerals} tenderNames={display?.tenderNames}>
      <main className={styles.display} data-display={seen?.display.sale?.stage.name ?? 'none'}>
        {display?.mode === 'training' && <Training />}
        {seen?.display.sale && seen.display.sale.seats.length > 0 ? (
          <Sale sale={seen.display.sale} at={seen.at} refundRule={seen.display.refundRule?.[language]} />
        ) : (
          <Welcome />
        )}
        {display?.mode === 'demo' && <DemoNote />}
      </main>
    </I18nProvider>
  )
}

function Welcome() {
  const { t } = useI18n()
  return <h1 className={styles.welcome}>{t.display.welcome}</h1>
}

function Training() {
  const { t } = useI18n()
  return (
    <div className={styles.training}>
      <TrainingBand body={t.display.training} />
    </div>
  )
}

function DemoNote() {
  const { t } = useI18n()
  return <p className={styles.demo}>{t.tools.demo}</p>
}

interface SaleProps {
  readonly sale: SaleView
  readonly at: number
  readonly refundRule: string | undefined
}

function Sale({ sale, at, refundRule }: SaleProps) {
  const { t, money, date, digits } = useI18n()
  const { stage, taken = [], holdRemainingMs } = sale
  const secondsLeft = useSecondsLeft(stage.name === 'review' && holdRemainingMs !== null ? at + holdRemainingMs : null)
  const tribunes = Map.groupBy(sale.seats, ({ place }) => place.tribune.code)
  return (
    <>
      <header className={styles.event}>
        <h1>{titleLines(sale.event).join(' – ')}</h1>
        <p>{date(sale.event.startsAt).full}</p>
      </header>
      <ul className={styles.seats}>
        {[...tribunes.values()].map((seats) => {
          const [first] = seats
          return first ? (
            <li key={first.place.tribune.code}>
              <TribuneBand tribune={first.place.tribune} />
              {rowsOf(seats).map(({ row, numbers }) => (
                <dl key={row} className={styles.place}>
                  <Label name={t.review.gate} value={shownGate(first.place.gate)} />
                  <Label name={t.review.sector} value={first.place.sector} />
                  <Label name={t.review.row} value={row} />
                  <Label name={numbers.length === 1 ? t.review.seat : t.review.seats} value={numbers.join('\u2002')} />
                  <Label name={t.desk.price} value={money(totalOf(seats, row), sale.currency)} />
                </dl>
              ))}
            </li>
          ) : null
        })}
      </ul>
      {taken.map(({ reference, tender, due }) => (
        <p key={reference} className={styles.taken}>
          <span>{t.desk.tenders[tender]}</span>
          <span>{money(due, sale.currency)}</span>
        </p>
      ))}
      <WhatNow sale={sale} />
      {stage.name === 'review' && refundRule !== undefined && <p className={styles.rule}>{refundRule}</p>}
      {secondsLeft !== null && (
        <p className={styles.left}>
          {t.desk.heldFor} <b>{digits(minutesAndSeconds(secondsLeft * 1000))}</b>
        </p>
      )}
    </>
  )
}

/** The one figure that matters to the customer now, and what they do about it. */
function WhatNow({ sale: { stage, amount, currency, paid, taken = [] } }: { sale: SaleView }) {
  const { t, money } = useI18n()
  const change = paid?.change ?? 0
  const left = amount - taken.reduce((sum, part) => sum + part.amount, 0)
  switch (stage.name) {
    case 'paying':
      return (
        <Figure
          label={t.desk.toPay}
          value={money(stage.due, currency)}
          note={tenderPrompt(t.display.paying, stage.tender, t.desk.tenders)}
        />
      )
    case 'confirming':
    case 'printing':
    case 'print-problem':
      return change > 0 ? (
        <Figure label={t.display.change} value={money(change, currency)} note={t.display.ticketsComing} />
      ) : (
        <Figure label={t.display.paid} value={money(amount, currency)} note={t.display.ticketsComing} />
      )
    case 'done':
      if (change === 0) return <Figure value={t.display.thanks} />
      return <Figure label={t.display.change} value={money(change, currency)} note={t.display.thanks} />
    case 'refund-due':
      return <Figure label={t.display.backToYou} value={money(stage.amount, currency)} />
    case 'needs-staff':
      return <Figure label={t.display.oneMoment} />
    default: {
      const inCash = cashDue(left, currency)
      return (
        <Figure
          label={taken.length > 0 ? t.desk.left : t.desk.toPay}
          value={money(left, currency)}
          {...(inCash !== left && { note: `${t.desk.inCash} ${money(inCash, currency)}` })}
        />
      )
    }
  }
}

function totalOf(seats: readonly ChosenSeat[], row: string): number {
  return seats.reduce((sum, { place, price }) => sum + (place.row === row ? price : 0), 0)
}

function Label({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Figure({ label, value, note }: { label?: string; value?: string; note?: string }) {
  return (
    <p className={styles.figure}>
      {label !== undefined && <span>{label}</span>}
      {value !== undefined && <strong>{value}</strong>}
      {note !== undefined && <span>{note}</span>}
    </p>
  )
}
