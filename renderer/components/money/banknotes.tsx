import type { ReactNode } from 'react'
import { BUNDLE, type NotePile } from '../../../shared/domain/money/cash.ts'
import { wireFromMinor, type Minor } from '../../../shared/domain/money/money.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import styles from './banknotes.module.css'
import { noteColour } from './note-colours.ts'

const [WIDE, HIGH] = [200, 98]
/** Of a note that lies under the next one, so much is seen. */
const [ASIDE, DOWN] = [42, 66]
/** As many as the fingers of a hand. */
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

/** A note of our own: the colour and the figure of a real one, and nothing else of it. */
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

/** Ten notes under a band. */
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

/** The notes of one value, laid out in hands of five, so that they can be counted; bundles first. */
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
  /** What one takes below its face. */
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

/** What no note makes, as a coin with its figure. */
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
