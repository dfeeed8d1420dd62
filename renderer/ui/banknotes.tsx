import type { ReactNode } from 'react'
import { BUNDLE, cashPieces, type NotePile } from '../../shared/domain/money/cash.ts'
import { type Minor, wireFromMinor } from '../../shared/domain/money/money.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './banknotes.module.css'

const [WIDE, HIGH] = [200, 98]
/** Visible width and height of a note partly covered by the next note, in units of the drawing. */
const [ASIDE, DOWN] = [42, 66]
/** Number of notes in a row; groups of five are easy to count. */
const ROW = 5

const rosette = [34, 26, 18, 10].map(ring).join('')

function ring(radius: number): string {
  const points = Array.from({ length: 72 }, (_, at) => {
    const angle = (at / 36) * Math.PI
    const reach = radius * (1 + 0.1 * Math.sin(12 * angle))
    return `${(46 + reach * Math.cos(angle)).toFixed(1)} ${(HIGH / 2 + reach * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

interface NoteProps {
  readonly figure: string
  readonly colour: string
}

/** Draws a note with only the colour and the figure of a real note. */
function Note({ figure, colour }: NoteProps) {
  return (
    <g style={{ '--note-colour': colour }}>
      <rect className={styles.paper} x="1.5" y="1.5" width={WIDE - 3} height={HIGH - 3} rx="7" />
      <rect className={styles.edge} x="1.5" y="1.5" width="17" height={HIGH - 3} rx="7" />
      <path className={styles.rosette} d={rosette} />
      <rect className={styles.frame} x="26" y="9" width={WIDE - 36} height={HIGH - 18} rx="3" />
      <text className={styles.figure} x="134" y="52" data-long={figure.length > 5 || undefined}>
        {figure}
      </text>
      <path className={styles.lines} d="M96 76h64M96 82h64" />
    </g>
  )
}

function Bundle({ figure, colour }: NoteProps) {
  return (
    <>
      {[12, 8, 4].map((under) => (
        <rect
          key={under}
          className={styles.under}
          style={{ '--note-colour': colour }}
          x="1.5"
          y={1.5 + under}
          width={WIDE - 3}
          height={HIGH - 3}
          rx="7"
        />
      ))}
      <Note figure={figure} colour={colour} />
      <rect className={styles.band} x="30" y="0" width="34" height={HIGH + 13} />
      <text className={styles.ten} x="47" y={HIGH / 2 + 4}>
        {BUNDLE}
      </text>
    </>
  )
}

/** Shows the notes of one value in countable rows of five, bundles first. */
export function NotesOfValue({ pile, currency }: { pile: NotePile; currency: string }) {
  const { count } = useI18n()
  const figure = count(wireFromMinor(pile.value, currency))
  const colour = noteColour(pile.value, currency)
  const { bundles, loose } = pile
  return (
    <span className={styles.pile} aria-hidden="true">
      {bundles > 0 && (
        <Laid count={bundles > BUNDLE ? 1 : bundles} deep={14}>
          <Bundle figure={figure} colour={colour} />
        </Laid>
      )}
      {bundles > BUNDLE && <b>× {count(bundles)}</b>}
      {loose > 0 && (
        <Laid count={loose} deep={0}>
          <Note figure={figure} colour={colour} />
        </Laid>
      )}
    </span>
  )
}

interface LaidProps {
  readonly count: number
  /** Visible thickness of an item below its face, in units of the drawing. */
  readonly deep: number
  readonly children: ReactNode
}

function Laid({ count, deep, children }: LaidProps) {
  const [across, rows] = [Math.min(count, ROW), Math.ceil(count / ROW)]
  const width = WIDE + (across - 1) * ASIDE
  const height = HIGH + deep + (rows - 1) * (DOWN + deep)
  return (
    <svg className={styles.laid} viewBox={`0 0 ${width} ${height}`} style={{ '--notes': width / WIDE }}>
      {Array.from({ length: count }, (_, at) => (
        <g key={at} transform={`translate(${(at % ROW) * ASIDE} ${Math.floor(at / ROW) * (DOWN + deep)})`}>
          {children}
        </g>
      ))}
    </svg>
  )
}

/** Shows the part of an amount that notes cannot make, as a coin with its figure. */
export function Coins({ sum, currency }: { sum: Minor; currency: string }) {
  const { money } = useI18n()
  return (
    <span className={styles.coins} aria-hidden="true">
      <svg viewBox="0 0 40 40">
        <circle cx="20" cy="20" r="18" />
        <circle cx="20" cy="20" r="13" />
      </svg>
      <b>{money(sum, currency)}</b>
    </span>
  )
}

/**
 * Main colour of each note by currency and value, dark enough for white figures. Sources:
 * - GNF 500 (green and ochre): vodyanoyznak.ru/news/2888; 1000 (orange) and 5000 (pink): catalogues of
 * moneycornerauctions.com. No description was found of the others, which use `byRank`.
 * - XOF: bceao.int, "The dominant colour" (2000 blue, 10,000 purple); lacurrency.com (500 orange, 1000 pink to red);
 * 5000 is green.
 * - XAF 2000 (red): panoramapapers.com on the BEAC's notes of 2022; the others use `byRank`.
 * - EUR: grey, red, blue, orange, green, yellow, purple, from 5 to 500 (European Central Bank).
 * - GBP: turquoise, orange, purple, red, from 5 to 50 (Bank of England).
 * - USD: all of them green.
 */
const known: Readonly<Record<string, Readonly<Record<Minor, string>>>> = {
  GNF: { 500: '#5b7326', 1000: '#b4511a', 5000: '#b23a6b' },
  XOF: { 500: '#a3551b', 1000: '#b3263f', 2000: '#1d5fa3', 5000: '#1f7a3d', 10_000: '#6d3a92' },
  XAF: { 2000: '#b3263f' },
  EUR: {
    500: '#5c646a',
    1000: '#b3263f',
    2000: '#1d5fa3',
    5000: '#b4511a',
    10_000: '#1f7a3d',
    20_000: '#8a6a10',
    50_000: '#6d3a92',
  },
  GBP: { 500: '#0f7482', 1000: '#b4511a', 2000: '#6d3a92', 5000: '#b3263f' },
  USD: Object.fromEntries([100, 200, 500, 1000, 2000, 5000, 10_000].map((value) => [value, '#3f6b4a'])),
}

/**
 * Colours for notes whose real colour is unknown, from the largest value down. Neighbouring values have different
 * colours.
 */
const byRank = ['#6d3a92', '#1f7a3d', '#1d5fa3', '#0f7482', '#8a6a10', '#a3551b', '#5c646a'] as const

export function noteColour(value: Minor, currency: string): string {
  const notes = cashPieces(currency).filter(({ kind }) => kind === 'note')
  const rank = notes.findIndex((note) => note.value === value)
  return known[currency]?.[value] ?? byRank[Math.max(0, rank) % byRank.length] ?? byRank[0]
}

/** `held`: true while the note acceptor holds a note. */
export function SlotDrawing({ held }: { held: boolean }) {
  return (
    <svg className={styles.slot} viewBox="0 0 240 200" data-held={held || undefined} aria-hidden="true">
      <rect className={styles.case} x="20" y="8" width="200" height="98" rx="12" />
      <path className={styles.mouth} d="M48 74h144" />
      <path d="M104 32h32M112 52l8-8 8 8" />
      <g className={styles.note}>
        <rect x="64" y="104" width="112" height="86" rx="5" />
        <circle cx="120" cy="150" r="18" />
        <path d="M78 120h22M140 180h22" />
      </g>
    </svg>
  )
}
