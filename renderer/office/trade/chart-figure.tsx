import { useState, type ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { DataTable, OfficeButton, type DataTableProps } from '../office-page.tsx'
import styles from './chart.module.css'

export interface ChartFigureProps {
  readonly title: string
  readonly wide?: boolean
  /** The same figures to be read. */
  readonly table: Omit<DataTableProps, 'caption'>
  readonly children: ReactNode
}

/** A picture of figures, with a table in its place for those who would rather read. */
export function ChartFigure({ title, wide = false, table, children }: ChartFigureProps) {
  const { t } = useI18n()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={`${styles.figure} ${wide ? styles.wide : ''}`} aria-label={title}>
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
/** A single sale is no wall. */
const WIDEST_BAR = 60

export interface TimeBar {
  readonly label: string
  readonly value: number
}

/** Bars side by side: when it was busy, and when not. */
export function TimeChart({ bars, summary }: { bars: readonly TimeBar[]; summary: string }) {
  const most = niceCeiling(Math.max(1, ...bars.map(({ value }) => value)))
  const step = (WIDTH - LEFT) / Math.max(1, bars.length)
  const y = (value: number): number => (HEIGHT - FOOT) * (1 - value / most) + 8
  const wide = Math.min(WIDEST_BAR, step * 0.76)
  const every = Math.max(1, Math.ceil(bars.length / 9))
  return (
    <svg className={styles.time} viewBox={`0 0 ${WIDTH} ${HEIGHT + 10}`} role="img" aria-label={summary}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} className={styles.grid} />
          <text x={LEFT - 8} y={y(value) + 5} textAnchor="end">
            {Number.isInteger(value) ? value : ''}
          </text>
        </g>
      ))}
      {bars.map(({ label, value }, index) => (
        <g key={index}>
          <rect
            className={styles.bar}
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

/** The next figure above that halves well: 1, 2, 4, 10, 20, 40 … */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 4, 6, 10].find((each) => each * power >= value) ?? 10
  return factor * power === 1 ? 2 : factor * power
}

export interface RankBar {
  readonly name: string
  readonly value: number
  /** What stands at its end. */
  readonly said: string
  readonly color?: string
}

/** One below the other, the longest first: which sells, and which does not. */
export function RankChart({ bars }: { bars: readonly RankBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ol className={styles.rank}>
      {bars.map(({ name, value, said, color }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span>
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.length}
              style={{ inlineSize: `${(100 * value) / most}%`, ...(color && { background: color }) }}
            />
          </span>
          <span className={styles.said}>{said}</span>
        </li>
      ))}
    </ol>
  )
}
