import styles from './drawings.module.css'

const PERSON = 'M20 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM7 52V36c0-8 5-12 13-12s13 4 13 12v16z'

/** Row of persons, one for each seat; the first person, with a scarf, is the buyer. */
export function Persons({ count }: { count: number }) {
  const across = count <= 3 ? count : count <= 8 ? Math.ceil(count / 2) : Math.ceil(count / 3)
  return (
    <span
      className={styles.persons}
      style={{ '--across': across, '--rows': Math.ceil(count / across) }}
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, at) => (
        <svg key={at} viewBox="2 0 36 54">
          <path d={PERSON} />
          <path className={styles.scarf} d="M8 33c8 4 16 4 24 0v6c-8 4-16 4-24 0z" data-first={at === 0 || undefined} />
        </svg>
      ))}
    </span>
  )
}

export function WheelchairAndCompanion() {
  return (
    <svg className={styles.drawing} viewBox="0 0 100 66" aria-hidden="true">
      <g className={styles.line}>
        <path d="M32 26v16h15l7 16M32 34h13" />
        <path d="M27 36a13 13 0 1 0 18 17" />
      </g>
      <circle cx="32" cy="15" r="7" />
      <g transform="translate(60 6) scale(1.05)">
        <path d={PERSON} />
      </g>
    </svg>
  )
}

/** Walking person, mirrored for right-to-left languages. */
export function Walker() {
  return (
    <svg className={`${styles.drawing} ${styles.turned}`} viewBox="0 0 44 66" aria-hidden="true">
      <circle cx="25" cy="8" r="7" />
      <g className={styles.line}>
        <path d="M23 20l-3 20" data-body />
        <path d="M22 22l-10 9-3 9M24 22l7 10 8 3" />
        <path d="M20 39l9 10 3 14M20 39l-5 12-10 10" />
      </g>
    </svg>
  )
}

export function StaffPerson() {
  return (
    <svg className={styles.drawing} viewBox="0 0 90 110" aria-hidden="true">
      <path className={styles.arm} d="M66 58l12-18-1-20" />
      <circle className={styles.skin} cx="77" cy="14" r="7" />
      <path className={styles.body} d="M10 108V74c0-12 8-18 34-18s34 6 34 18v34z" />
      <path className={styles.vest} d="M24 57l20 22 20-22 6 3v48H18V60z" />
      <path className={styles.stripe} d="M18 84h52v8H18z" />
      <circle className={styles.skin} cx="44" cy="34" r="16" />
      <path className={styles.cap} d="M26 30c0-14 8-20 18-20s18 6 18 20c8 0 12 2 14 5H26z" />
      <rect className={styles.badge} x="50" y="66" width="13" height="15" rx="2" />
    </svg>
  )
}

/** The letters and digits of seats and gates are not translated. */
export function GateDrawing({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 90 100" className={styles.place} aria-hidden="true">
      <path className={styles.solid} d="M6 98V8a5 5 0 0 1 5-5h68a5 5 0 0 1 5 5v90H70V46H20v52z" />
      <path className={styles.door} d="M24 98V50l19 8v40zM66 98V50l-19 8v40z" />
      <text className={styles.sign} x="45" y="25" data-long={name.length > 2 || undefined}>
        {name}
      </text>
    </svg>
  )
}

export function RowDrawing({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 110 100" className={styles.place} aria-hidden="true">
      {[6, 26, 74].map((y) => (
        <path key={y} className={styles.other} d={seatsAt(y, 6)} />
      ))}
      <rect className={styles.solid} x="2" y="42" width="106" height="30" rx="6" />
      <text className={styles.row} x="55" y="58">
        {name}
      </text>
    </svg>
  )
}

function seatsAt(y: number, count: number): string {
  return Array.from({ length: count }, (_, at) => `M${6 + at * 17} ${y}h12v13h-12z`).join('')
}

export function SeatDrawing({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 76 96" className={styles.place} aria-hidden="true">
      <path className={styles.solid} d="M13 6a6 6 0 0 1 6-6h38a6 6 0 0 1 6 6v48H13z" />
      <path className={styles.seat} d="M5 40v26h66V40M5 66v28M71 66v28" />
      <path className={styles.solid} d="M5 60h66v14H5z" />
      <text className={styles.number} x="38" y="30" data-long={name.length > 2 || undefined}>
        {name}
      </text>
    </svg>
  )
}

/** `tribune`: colour of the stand, drawn as a band on the ticket. */
export function TicketDrawing({ tribune, name }: { tribune: string; name: string }) {
  return (
    <svg viewBox="0 0 150 84" className={styles.place} aria-hidden="true">
      <path className={styles.paper} d="M4 4h142v27a11 11 0 0 0 0 22v27H4V53a11 11 0 0 0 0-22z" />
      <path d="M14 12h16v60H14z" fill={tribune} />
      <path className={styles.lines} d="M42 20h44M42 34h32M42 64h38M108 10v64" />
      <text className={styles.ticket} x="58" y="50">
        {name}
      </text>
      <path
        className={styles.code}
        d="M118 24h8v8h-8zM130 24h8v8h-8zM118 36h8v8h-8zM130 40h4v4h-4zM126 50h10v6h-10zM118 52h4v6h-4z"
      />
    </svg>
  )
}
