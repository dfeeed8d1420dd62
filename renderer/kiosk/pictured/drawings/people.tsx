import styles from './people.module.css'

/** One person, from head to knee. */
const PERSON = 'M20 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM7 52V36c0-8 5-12 13-12s13 4 13 12v16z'

/** As many as will come, side by side; the first is who buys, and carries a scarf. */
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

/** A person in a wheelchair, and who comes along. */
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

/** Somebody on their way; turned where lines run from right to left. */
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

/** One of the staff: a cap, a vest, and a hand that is raised. */
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
