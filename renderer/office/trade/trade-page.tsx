import { useState } from 'react'
import type { Trade } from '../../../shared/domain/money/trade.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { ChartFigure, RankChart, TimeChart } from './chart-figure.tsx'
import { useAsked, useOffice } from '../office-context.tsx'
import { OfficeButton, OfficePage } from '../office-page.tsx'
import { SeatsLeft } from './seats-left.tsx'
import { ShiftChoice } from '../shift-choice.tsx'
import { Tile } from '../tile.tsx'
import styles from '../office.module.css'

/** How it sells: over time, by tribune, by price; and what is left. */
export function TradePage() {
  const { t } = useI18n()
  const [shiftNo, setShiftNo] = useState<number | null>(null)
  const { who } = useOffice()
  const trade = useAsked('viewTrade', shiftNo === null ? who : { ...who, shiftNo })
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
      <SeatsLeft />
    </OfficePage>
  )
}

function TradeCharts({ trade }: { trade: Trade }) {
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
          <ChartFigure
            title={t.office.byTribune}
            table={{
              head: [t.office.tribune, t.office.ticketsSold, t.office.sold],
              figures: [1, 2],
              rows: byTribune.map((one) => [one.name, digits(String(one.tickets)), sum(one.amount)]),
            }}
          >
            <RankChart
              bars={byTribune.map(({ name, tickets: value, color }) => ({
                name,
                value,
                color,
                said: t.common.places(value),
              }))}
            />
          </ChartFigure>
          <ChartFigure
            title={t.office.byPrice}
            table={{
              head: [t.office.price, t.office.ticketsSold, t.office.sold],
              figures: [0, 1, 2],
              rows: byPrice.map((one) => [sum(one.price), digits(String(one.tickets)), sum(one.amount)]),
            }}
          >
            <RankChart
              bars={byPrice.map(({ price, tickets: value }) => ({
                name: sum(price),
                value,
                said: t.common.places(value),
              }))}
            />
          </ChartFigure>
        </div>
      )}
    </>
  )
}

/** `busiest` is the time of the most tickets, as text. */
function TradeTiles({ trade, busiest }: { trade: Trade; busiest: string }) {
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
