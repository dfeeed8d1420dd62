import { type ReactNode, useState } from 'react'
import type { SalesBreakdown, SalesLine, SoldEvent } from '../../shared/domain/money/trade.ts'
import type { CommandInput } from '../../shared/api/kiosk/contract.ts'
import type { SalesListView } from '../../shared/api/kiosk/office-views.ts'
import { compareLabels } from '../../shared/domain/seats/place.ts'
import { NoticeCode } from '../ui/notice.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../i18n/notice-text.ts'
import { useCommand, useQuery, useOffice } from './office-context.tsx'
import {
  DataTable,
  type DataTableProps,
  OfficeButton,
  OfficePage,
  OfficeSection,
  OfficeSelect,
  ProblemNote,
  Tile,
} from './office-page.tsx'
import styles from './office.module.css'
import { recentDays } from './reconcile-page.tsx'
import { ShiftChoice } from './shifts-page.tsx'
import chartStyles from './sales-breakdown/chart.module.css'

export function SalesBreakdownPage() {
  const { t } = useI18n()
  const [shiftNo, setShiftNo] = useState<number | null>(null)
  const { who } = useOffice()
  const trade = useQuery('viewSalesBreakdown', shiftNo === null ? who : { ...who, shiftNo })
  const trades = trade.value?.trades ?? []
  return (
    <OfficePage
      title={t.office.pages.trade}
      problem={trade.problem}
      actions={
        <>
          <ShiftChoice shiftNo={shiftNo} onChoose={setShiftNo} />
          <OfficeButton disabled={trade.busy} onPress={trade.again}>
            {t.office.refresh}
          </OfficeButton>
        </>
      }
    >
      {trades.length === 0 && trade.problem === null && (
        <p className={styles.quiet}>{trade.value ? t.office.noTrade : t.common.wait}</p>
      )}
      {trades.map((one) => (
        <TradeCharts key={one.currency} trade={one} />
      ))}
      <SalesList shiftNo={shiftNo} events={trade.value?.events ?? []} people={trade.value?.people ?? []} />
      <SeatsLeft />
    </OfficePage>
  )
}

function TradeCharts({ trade }: { trade: SalesBreakdown }) {
  const { t, money, digits, clock: clockOf } = useI18n()
  const { currency, sold, overTime, minutes, byTribune, byPrice } = trade
  const sum = (value: number): string => money(value, currency)
  const clock = (utc: string): string => (utc === '' ? '' : clockOf(utc))
  const span = `${clock(overTime[0]?.fromUtc ?? '')} – ${clock(overTime.at(-1)?.fromUtc ?? '')}`
  const busiest = overTime.reduce((most, bar) => (bar.tickets > most.tickets ? bar : most), overTime[0] ?? noBar)
  return (
    <>
      <TradeTiles trade={trade} busiest={clock(busiest.fromUtc)} />
      {overTime.length > 0 && (
        <div className={styles.charts}>
          <ChartFigure
            wide
            title={t.office.overTime(minutes)}
            table={{
              head: [t.office.from, t.office.ticketsSold, t.office.sold],
              figures: [1, 2],
              rows: overTime.map((bar) => [clock(bar.fromUtc), digits(String(bar.tickets)), sum(bar.amount)]),
            }}
          >
            <TimeChart
              summary={t.office.overTimeSummary(sold.tickets, span, clock(busiest.fromUtc))}
              bars={overTime.map((bar) => ({ label: clock(bar.fromUtc), value: bar.tickets }))}
            />
          </ChartFigure>
          <RankFigure
            title={t.office.byTribune}
            head={[t.office.tribune, t.office.ticketsSold, t.office.sold]}
            bars={byTribune.map(({ name, tickets, color, amount }) => ({ name, tickets, color, more: [sum(amount)] }))}
          />
          <RankFigure
            title={t.office.byPrice}
            head={[t.office.price, t.office.ticketsSold, t.office.sold]}
            bars={byPrice.map(({ price, tickets, amount }) => ({ name: sum(price), tickets, more: [sum(amount)] }))}
            nameIsFigure
          />
        </div>
      )}
    </>
  )
}

/** `busiest`: text for the period with the most tickets. */
function TradeTiles({ trade, busiest }: { trade: SalesBreakdown; busiest: string }) {
  const { t, money, digits } = useI18n()
  const { currency, sold, returned, net, overTime } = trade
  const sum = (value: number): string => money(value, currency)
  return (
    <dl className={styles.tiles}>
      <Tile name={t.office.net} value={sum(net.amount)} />
      <Tile name={t.office.tickets} value={digits(String(net.tickets))} />
      {(returned.tickets > 0 || returned.amount > 0) && (
        <>
          <Tile name={t.office.sold} value={sum(sold.amount)} />
          <Tile name={t.office.returned} value={sum(0 - returned.amount)} />
        </>
      )}
      {overTime.length > 0 && (
        <>
          <Tile name={t.office.average} value={sum(Math.round(sold.amount / Math.max(1, sold.tickets)))} />
          <Tile name={t.office.busiest} value={busiest} />
        </>
      )}
    </dl>
  )
}

const noBar = { fromUtc: '', tickets: 0, amount: 0 }

interface ChartFigureProps {
  readonly title: string
  readonly wide?: boolean
  readonly table: Omit<DataTableProps, 'caption'>
  readonly children: ReactNode
}

function ChartFigure({ title, wide = false, table, children }: ChartFigureProps) {
  const { t } = useI18n()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={`${chartStyles.figure} ${wide ? chartStyles.wide : ''}`} aria-label={title}>
      <figcaption>
        <h2>{title}</h2>
        <OfficeButton pressed={asTable} onPress={() => setAsTable(!asTable)}>
          {t.office.asTable}
        </OfficeButton>
      </figcaption>
      {asTable ? <DataTable caption={title} {...table} /> : children}
    </figure>
  )
}

const WIDTH = 1200
const HEIGHT = 240
const LEFT = 44
const FOOT = 30
/** Maximum width of a bar, so that a single sale does not fill the chart. */
const WIDEST_BAR = 60

interface TimeBar {
  readonly label: string
  readonly value: number
}

function TimeChart({ bars, summary }: { bars: readonly TimeBar[]; summary: string }) {
  const most = niceCeiling(Math.max(1, ...bars.map(({ value }) => value)))
  const step = (WIDTH - LEFT) / Math.max(1, bars.length)
  const y = (value: number): number => (HEIGHT - FOOT) * (1 - value / most) + 8
  const wide = Math.min(WIDEST_BAR, step * 0.76)
  const every = Math.max(1, Math.ceil(bars.length / 9))
  return (
    <svg className={chartStyles.time} viewBox={`0 0 ${WIDTH} ${HEIGHT + 10}`} role="img" aria-label={summary}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className={chartStyles.grid} />
          <text x={LEFT - 8} y={y(value) + 5} textAnchor="end">
            {Number.isInteger(value) ? value : ''}
          </text>
        </g>
      ))}
      {bars.map(({ label, value }, index) => (
        <g key={index}>
          <rect
            className={chartStyles.bar}
            x={LEFT + index * step + (step - wide) / 2}
            width={wide}
            y={y(value)}
            height={y(0) - y(value)}
          />
          {index % every === 0 && (
            <text x={LEFT + index * step + step / 2} y={HEIGHT} textAnchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** Returns the next higher value whose half is also a round number: 2, 4, 6, 10, 20, 40, 60 … */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 4, 6, 10].find((each) => each * power >= value) ?? 10
  return factor * power === 1 ? 2 : factor * power
}

interface RankBar {
  readonly name: string
  readonly tickets: number
  readonly color?: string
  /** Further cells of the table row. */
  readonly more?: readonly string[]
}

interface RankFigureProps {
  readonly title: string
  readonly head: readonly string[]
  readonly bars: readonly RankBar[]
  /** True if the names are amounts, which the table aligns as figures. */
  readonly nameIsFigure?: boolean
}

function RankFigure({ title, head, bars, nameIsFigure = false }: RankFigureProps) {
  const { t, digits } = useI18n()
  const most = Math.max(1, ...bars.map(({ tickets }) => tickets))
  const figures = [...head.keys()].slice(nameIsFigure ? 0 : 1)
  const rows = bars.map(({ name, tickets, more = [] }) => [name, digits(String(tickets)), ...more])
  return (
    <ChartFigure title={title} table={{ head, figures, rows }}>
      <ol className={chartStyles.rank}>
        {bars.map(({ name, tickets, color }) => (
          <li key={name}>
            <span className={chartStyles.name}>{name}</span>
            <span className={chartStyles.track} aria-hidden="true">
              <span
                className={chartStyles.length}
                style={{ inlineSize: `${(100 * tickets) / most}%`, ...(color && { background: color }) }}
              />
            </span>
            <span className={chartStyles.said}>{t.common.places(tickets)}</span>
          </li>
        ))}
      </ol>
    </ChartFigure>
  )
}

const MONTH_CHOICES = 3
const DAY_CHOICES = 31

type SalesListWish = Pick<CommandInput<'saveSalesList'>, 'shiftNo' | 'from' | 'to' | 'eventId' | 'staffId'>

interface SalesListProps {
  readonly shiftNo: number | null
  readonly events: readonly SoldEvent[]
  readonly people: readonly string[]
}

/** Form that saves the sales list of the selected shift, a person in this shift, a month, a day or an event. */
function SalesList({ shiftNo, events, people }: SalesListProps) {
  const i18n = useI18n()
  const { t, date, digits, money } = i18n
  const { invoke, who } = useOffice()
  const words = t.office.salesList
  const [recent] = useState(() => recentDays(i18n.timeZone))
  const [chosen, setChosen] = useState('0')
  const [saved, setSaved] = useState<SalesListView | null>(null)
  const { problem, send } = useCommand()
  const nameOf = (staffId: string): string =>
    staffId === 'counter' ? t.people.machine : t.office.journal.person(staffId)
  const dateOf = (day: string) => date(`${day}T00:00:00`)
  const ofShift = shiftNo === null ? {} : { shiftNo }
  const choices: readonly (readonly [string, SalesListWish])[] = [
    [words.chosenShift, ofShift],
    ...people.map((staffId) => [words.person(nameOf(staffId)), { ...ofShift, staffId }] as const),
    ...events.map(({ eventId, title }) => [title, { eventId }] as const),
    ...lastMonths(recent[0] ?? '').map(
      ({ from, to }) => [`${dateOf(from).month} ${digits(from.slice(0, 4))}`, { from, to }] as const,
    ),
    ...recent.slice(0, DAY_CHOICES).map((day) => [dateOf(day).day, { from: day }] as const),
  ]

  async function save(more: { readonly print?: true } = {}): Promise<void> {
    setSaved(null)
    const [, wish] = choices[Number(chosen)] ?? ['', {}]
    const reply = await send(invoke('saveSalesList', { ...who, ...wish, ...more }))
    if (reply.ok) setSaved(reply.value)
  }

  return (
    <OfficeSection words={words}>
      <div className="row wrap middle gap-60">
        <OfficeSelect
          label={words.of}
          value={chosen}
          options={choices.map(([text], index) => [String(index), text])}
          onChoose={setChosen}
        />
        <OfficeButton strong onPress={() => void save()}>
          {words.save}
        </OfficeButton>
        <OfficeButton onPress={() => void save({ print: true })}>{words.print}</OfficeButton>
      </div>
      {problem && <ProblemNote problem={problem} />}
      <div role="status">
        {saved?.lines === 0 && <p className={styles.quiet}>{words.saved(0, 0, '–', null)}</p>}
        {saved?.sums.map(({ currency, lines, tickets, amount, tax }) => (
          <p key={currency} className={styles.good}>
            {words.saved(lines, tickets, money(amount, currency), tax === null ? null : money(tax, currency))}
          </p>
        ))}
        {saved && <p className={styles.code}>{t.service.reportFile(saved.file)}</p>}
        {saved?.paper && <p className={styles.quiet}>{t.service.reportPaper(saved.paper)}</p>}
      </div>
      {saved && saved.shown.length > 0 && <SalesLines lines={saved.shown} count={saved.lines} />}
    </OfficeSection>
  )
}

function SalesLines({ lines, count }: { lines: readonly SalesLine[]; count: number }) {
  const { t, instant, digits, money } = useI18n()
  const words = t.office.salesList
  const { erased, kinds } = t.files.invoices
  const customerOf = ({ customer = '' }: SalesLine): string => customer ?? erased
  return (
    <>
      {lines.length < count && <p className={styles.quiet}>{words.lastOnly}</p>}
      <DataTable
        caption={words.title}
        head={[
          t.office.when,
          t.office.reference,
          kinds.invoice,
          words.customer,
          t.office.who,
          t.office.count,
          t.office.amount,
        ]}
        figures={[5, 6]}
        rows={lines.map((line) => [
          instant(line.atUtc),
          line.orderId,
          line.invoices.join(t.common.comma),
          customerOf(line),
          line.cashier,
          // In a line of Arabic, the sign would be to the right of the number.
          <bdi key="count" dir="ltr">
            {digits(String(line.kind === 'sale' ? line.seats.length : 0 - line.seats.length))}
          </bdi>,
          money(line.amount, line.currency),
        ])}
      />
    </>
  )
}

/** Returns the first and last days of the latest months, the current month first. */
function lastMonths(today: string): readonly { readonly from: string; readonly to: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const dayOf = (of: number, day: number): string => new Date(Date.UTC(year, of, day)).toISOString().slice(0, 10)
  return Array.from({ length: MONTH_CHOICES }, (_, back) => ({
    from: dayOf(month - 1 - back, 1),
    to: dayOf(month - back, 0),
  }))
}

function SeatsLeft() {
  const { t } = useI18n()
  const { who } = useOffice()
  const { value, problem } = useQuery('listAccess', who)
  const events = value ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const eventId = chosen ?? events.find(({ source }) => source !== null)?.eventId
  if (!value) return problem ? null : <p className={styles.quiet}>{t.common.wait}</p>
  return (
    <section className={styles.part} aria-label={t.office.seatsLeft}>
      <OfficeSelect
        label={t.office.seatsLeftOf}
        value={eventId ?? ''}
        options={events.map((event) => [event.eventId, event.title])}
        onChoose={setChosen}
      />
      {eventId !== undefined && <ZonesLeft key={eventId} eventId={eventId} />}
    </section>
  )
}

function ZonesLeft({ eventId }: { eventId: string }) {
  const i18n = useI18n()
  const { t } = i18n
  const { who } = useOffice()
  const { value, problem } = useQuery('viewSeatsLeft', { ...who, eventId })
  if (problem)
    return (
      <p className={styles.notice}>
        {noticeText(i18n, problem).title}
        <NoticeCode type={problem.type} />
      </p>
    )
  if (!value) return <p className={styles.quiet}>{t.common.wait}</p>
  const zones = value.zones.toSorted((a, b) => b.remaining - a.remaining || compareLabels(a.name, b.name))
  return (
    <RankFigure
      title={t.office.left(value.remaining)}
      head={[t.office.zone, t.office.seatsLeft]}
      bars={zones.map(({ name, remaining }) => ({ name, tickets: remaining }))}
    />
  )
}
