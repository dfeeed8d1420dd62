import { useEffect, useState } from 'react'
import { cashDue } from '../../shared/domain/cash.ts'
import type { ChosenSeat } from '../../shared/domain/offer.ts'
import type { DisplayView, SaleView } from '../../shared/kiosk-api/views.ts'
import type { Connection } from '../bridge.ts'
import { rowsOf } from '../cashier/rows-of.ts'
import { TribuneBand } from '../components/tribune-mark.tsx'
import { minutesAndSeconds } from '../i18n/dates.ts'
import { I18nProvider, useI18n } from '../i18n/i18n-context.tsx'
import { directionOf } from '../i18n/languages.ts'
import { titleLines } from '../kiosk/event-title.ts'
import { createInvoke } from '../kiosk/kiosk-client.ts'
import { useSecondsLeft } from '../kiosk/use-countdown.ts'
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
    <I18nProvider language={language} numerals={display?.numerals}>
      <main className={styles.display} data-display={seen?.display.sale?.stage.name ?? 'none'}>
        {seen?.display.sale && seen.display.sale.seats.length > 0 ? (
          <Sale sale={seen.display.sale} at={seen.at} />
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

function DemoNote() {
  const { t } = useI18n()
  return <p className={styles.demo}>{t.tools.demo}</p>
}

function Sale({ sale, at }: { sale: SaleView; at: number }) {
  const { t, money, date, digits } = useI18n()
  const { stage, taken = [], holdRemainingMs } = sale
  const secondsLeft = useSecondsLeft(stage.name === 'review' && holdRemainingMs !== null ? at + holdRemainingMs : null)
  const left = sale.amount - taken.reduce((sum, { amount }) => sum + amount, 0)
  const due = stage.name === 'paying' ? stage.due : left
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
              <p>{first.place.gate.name}</p>
              {rowsOf(seats).map(({ row, numbers }) => (
                <p key={row} className={styles.seat}>
                  <span>
                    {first.place.sector} · {t.desk.row} {row} · {t.desk.seats} <b>{numbers.join('\u2002')}</b>
                  </span>
                  <span>{money(totalOf(seats, row), sale.currency)}</span>
                </p>
              ))}
            </li>
          ) : null
        })}
      </ul>
      {taken.map(({ reference, tender, due: paid }) => (
        <p key={reference} className={styles.seat}>
          <span>{t.desk.tenders[tender]}</span>
          <span>{money(paid, sale.currency)}</span>
        </p>
      ))}
      {stage.name === 'done' ? (
        <Figure
          label={stage.change > 0 ? t.display.change : t.display.thanks}
          value={stage.change > 0 ? money(stage.change, sale.currency) : ''}
        />
      ) : (
        <Figure label={taken.length > 0 ? t.desk.left : t.desk.toPay} value={money(due, sale.currency)} />
      )}
      {stage.name === 'review' && cashDue(left, sale.currency) !== left && (
        <p>
          {t.desk.inCash} <b>{money(cashDue(left, sale.currency), sale.currency)}</b>
        </p>
      )}
      {secondsLeft !== null && (
        <p className={styles.left}>
          {t.desk.heldFor} <b>{digits(minutesAndSeconds(secondsLeft * 1000))}</b>
        </p>
      )}
    </>
  )
}

function totalOf(seats: readonly ChosenSeat[], row: string): number {
  return seats.reduce((sum, { place, price }) => sum + (place.row === row ? price : 0), 0)
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <p className={styles.figure}>
      <span>{label}</span>
      {value !== '' && <strong>{value}</strong>}
    </p>
  )
}
