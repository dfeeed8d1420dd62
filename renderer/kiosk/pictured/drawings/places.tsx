import styles from './places.module.css'

/** An entrance with its sign. Seats and gates keep the letters and figures that stand on them. */
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

/** Rows of seats from above, one of which is meant. */
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

/** A seat from the front, with its number on the back of it. */
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

/** A printed ticket; `tribune`: the colour of its band. */
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
