import { useEffect, useMemo, useState } from 'react'
import { cashDue } from '../shared/domain/money/cash.ts'
import type { ChosenSeat } from '../shared/domain/seats/offer.ts'
import { placeGroups } from '../shared/domain/seats/place-groups.ts'
import { shownGate } from '../shared/domain/seats/place.ts'
import type { DisplayView, SaleView } from '../shared/api/kiosk/views.ts'
import { type Connection, createInvoke } from './app/client.ts'
import { useSecondsLeft } from './app/hooks.ts'
import { QrCode, TrainingBand } from './ui/illustrations/paper.tsx'
import { TribuneBand, TribuneMark } from './ui/illustrations/tribune.tsx'
import { useDocument } from './ui/hooks.ts'
import { Icon } from './ui/icon.tsx'
import { Sayings } from './ui/speech/sayings.ts'
import { useSpeaker } from './ui/speech/speaker.ts'
import { SpeechProvider, useSpoken } from './ui/speech/speech.tsx'
import styles from './customer-display/customer-display.module.css'
import { minutesAndSeconds } from './i18n/dates.ts'
import { I18nProvider, useI18n } from './i18n/i18n-context.tsx'
import type { I18n } from './i18n/i18n.ts'
import { titleInOneLine, tenderPrompt } from './i18n/names.ts'

interface Seen {
  readonly display: DisplayView
  /** Time at which the display was read, in milliseconds of the page's monotonic clock. */
  readonly at: number
}

/** Remaining seconds of the hold at which the display announces that the hold will expire. */
const SOON_S = 120

export function CustomerDisplay({ connection }: { connection: Connection }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    let latest = 0
    const lose = (): void => setLost(true)
    const invoke = createInvoke(connection, lose)
    const look = async (): Promise<void> => {
      const mine = (latest += 1)
      const reply = await invoke('viewDisplay', {})
      if (mine !== latest || (!reply.ok && reply.error.type === 'bridge-lost')) return
      setSeen(reply.ok ? { display: reply.value, at: performance.now() } : null)
      setLost(false)
    }
    void look()
    const stops = [
      connection.subscribe(() => void look()),
      connection.onLost(lose),
      connection.onReopened(() => void look()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [connection])
  const { display } = seen ?? {}
  const language = display?.sale?.language ?? display?.language ?? 'fr'
  useDocument(language, { theme: display?.theme ?? 'system' })
  const { sale } = display ?? {}
  const speaker = useSpeaker(display ? language : null, display?.speech)
  const sayings = useMemo(() => speaker && new Sayings(speaker, 'until-next-screen'), [speaker])
  const reading = useReading(display ?? null)
  return (
    <I18nProvider language={language} numerals={display?.numerals} tenderNames={display?.tenderNames}>
      <main className={styles.display} data-display={sale?.stage.name ?? 'none'} onPointerDown={reading.ask}>
        {display?.mode === 'training' && <Training />}
        {isLost ? (
          <Restarting />
        ) : seen && sale && sale.seats.length > 0 ? (
          <SpeechProvider key={reading.times} sayings={reading.times > 0 ? sayings : null}>
            <Sale sale={sale} at={seen.at} refundRule={display?.refundRule?.[language]} />
          </SpeechProvider>
        ) : (
          <Welcome />
        )}
        {sale && speaker && <ListenNote />}
        {display?.mode === 'demo' && <DemoNote />}
      </main>
    </I18nProvider>
  )
}

/** Returns how often the cashier or the customer requested that the current sale be read aloud. */
function useReading(display: DisplayView | null): { readonly times: number; readonly ask: () => void } {
  const saleId = display?.sale?.saleId
  const [touched, setTouched] = useState<{ readonly saleId: string; readonly times: number } | null>(null)
  const touches = touched && touched.saleId === saleId ? touched.times : 0
  return {
    times: (display?.aloud ?? 0) + touches,
    ask: () => saleId !== undefined && setTouched({ saleId, times: touches + 1 }),
  }
}

function ListenNote() {
  const { t } = useI18n()
  return (
    <p className={styles.listen}>
      <Icon name="speaker" /> {t.display.listen}
    </p>
  )
}

function Welcome() {
  const { t } = useI18n()
  return <h1 className={styles.welcome}>{t.display.welcome}</h1>
}

/** While the connection is lost, the sale on the screen may be out of date. */
function Restarting() {
  const { t } = useI18n()
  return (
    <div role="alert">
      <h1 className={styles.welcome}>{t.display.restarting}</h1>
    </div>
  )
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

/** Small enough for a display of 1024 × 600, beside the amount. */
const code = { pixelsPerMillimetre: 4, millimetres: 48 }

function Sale({ sale, at, refundRule }: { sale: SaleView; at: number; refundRule: string | undefined }) {
  const i18n = useI18n()
  const { t, money, date, digits } = i18n
  const { stage, taken = [], holdRemainingMs } = sale
  const secondsLeft = useSecondsLeft(stage.name === 'review' && holdRemainingMs !== null ? at + holdRemainingMs : null)
  const figure = figureOf(sale, i18n)
  useSpoken('screen', basketInWords(sale, i18n))
  useSpoken('notice', figureInWords(figure))
  useSpoken('notice', secondsLeft !== null && secondsLeft <= SOON_S ? t.coupon.twoMinutes : '')
  return (
    <>
      <header className={styles.event}>
        <h1 className="clamped">{titleInOneLine(sale.event)}</h1>
        <p>{date(sale.event.startsAt).full}</p>
      </header>
      <Seats sale={sale} isCompact={Boolean(sale.telephone?.address)} />
      {taken.map(({ reference, tender, due }) => (
        <p key={reference} className={styles.taken}>
          <span>{t.desk.tenders[tender]}</span>
          <span>{money(due, sale.currency)}</span>
        </p>
      ))}
      {sale.telephone?.address ? (
        <div className={styles.withCode}>
          <WhatNow {...figure} />
          <div className={styles.code}>
            <p>{t.done.telephone.title}</p>
            <QrCode {...code} text={sale.telephone.address} label={t.done.telephone.title} />
          </div>
        </div>
      ) : (
        <WhatNow {...figure} />
      )}
      {stage.name === 'review' && refundRule !== undefined && <p className={styles.rule}>{refundRule}</p>}
      {secondsLeft !== null && (
        <p className={styles.left}>
          {t.desk.heldFor} <b role="timer">{digits(minutesAndSeconds(secondsLeft * 1000))}</b>
        </p>
      )}
    </>
  )
}

/** Maximum number of rows of seats that are shown at full size. */
const MAX_ROWS = 2

/** `isCompact`: one line for each row of seats, also for a few. */
function Seats({ sale: { seats, currency }, isCompact }: { sale: SaleView; isCompact: boolean }) {
  const { t, money } = useI18n()
  const rows = shownRows(seats)
  if (isCompact || rows.length > MAX_ROWS)
    return (
      <ul className={styles.list} style={{ '--rows': rows.length }}>
        {rows.map(({ key, tribune, gate, sector, row, numbers, price }) => (
          <li key={key} className={styles.line}>
            <TribuneMark tribune={tribune} />
            <b data-code>
              <span className="unseen">{tribune.name}</span> {t.review.gate} {gate} · {sector} · {t.review.row} {row} ·{' '}
              {numbers.join('\u2002')}
            </b>
            <span>{money(price, currency)}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <ul className={styles.seats}>
      {rows.map(({ key, tribune, gate, sector, row, numbers, price }, index) => (
        <li key={key}>
          {rows[index - 1]?.tribune.code !== tribune.code && <TribuneBand tribune={tribune} />}
          <dl className={styles.place}>
            <Label name={t.review.gate} value={gate} isCode />
            <Label name={t.review.sector} value={sector} isCode />
            <Label name={t.review.row} value={row} isCode />
            <Label name={numbers.length === 1 ? t.review.seat : t.review.seats} value={numbers.join('\u2002')} isCode />
            <Label name={t.desk.price} value={money(price, currency)} />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Label({ name, value, isCode }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div data-code={isCode}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function WhatNow({ label, value, note }: Figure) {
  return (
    <p className={styles.figure}>
      {label !== undefined && <span>{label}</span>}
      {value !== undefined && <strong>{value}</strong>}
      {note !== undefined && <span>{note}</span>}
    </p>
  )
}

function shownRows(seats: readonly ChosenSeat[]) {
  return placeGroups(seats).flatMap(({ key, tribune, gate, sector, rows, seats: own }) =>
    rows.map(({ row, numbers }) => {
      const inRow = own.filter(({ place }) => place.row === row)
      const price = inRow.reduce((sum, seat) => sum + seat.price, 0)
      return { key: `${key} ${row}`, tribune, gate: shownGate(gate), sector, row, numbers, price }
    }),
  )
}

/** Amount currently relevant to the customer, with its label and the next action. */
interface Figure {
  readonly label?: string
  readonly value?: string
  readonly note?: string
}

function figureOf({ stage, amount, currency, paid, taken = [] }: SaleView, { t, money }: I18n): Figure {
  const change = paid?.change ?? 0
  const left = amount - taken.reduce((sum, part) => sum + part.amount, 0)
  switch (stage.name) {
    case 'paying': {
      const note = stage.device
        ? t.card.device[stage.device.phase].title
        : tenderPrompt(t.display.paying, stage.tender, t.desk.tenders)
      return { label: t.desk.toPay, value: money(stage.due, currency), note }
    }
    case 'confirming':
    case 'printing':
    case 'print-problem': {
      const [label, sum] = change > 0 ? [t.display.change, change] : [t.display.paid, amount]
      return { label, value: money(sum, currency), note: t.display.ticketsComing }
    }
    case 'done':
      if (change === 0) return { value: t.display.thanks }
      return { label: t.display.change, value: money(change, currency), note: t.display.thanks }
    case 'refund-due':
      return { label: t.display.backToYou, value: money(stage.amount, currency) }
    case 'needs-staff':
      return { label: t.display.oneMoment }
    default: {
      const inCash = cashDue(left, currency)
      const label = taken.length > 0 ? t.desk.left : t.desk.toPay
      const note = inCash === left ? {} : { note: `${t.desk.inCash} ${money(inCash, currency)}` }
      return { label, value: money(left, currency), ...note }
    }
  }
}

function basketInWords({ event, seats, currency }: SaleView, { t, date, money }: I18n): string {
  const places = shownRows(seats).map(({ tribune, gate, sector, row, numbers, price }) =>
    [
      tribune.name,
      `${t.review.gate} ${gate}`,
      `${t.review.sector} ${sector}`,
      t.offers.row(row),
      t.offers.seats(numbers),
      money(price, currency),
    ].join(t.common.comma),
  )
  return [titleInOneLine(event), date(event.startsAt).full, ...places].join('. ')
}

function figureInWords({ label, value, note }: Figure): string {
  const sum = [label, value].filter((text) => text !== undefined).join(' ')
  return note === undefined ? sum : `${sum}. ${note}`
}
