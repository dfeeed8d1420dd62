import styles from './money-moved.module.css'

/** A note with a tick: paid and kept. One that stays in the hand: nothing was paid. A second one crossed out: not again. */
export function MoneyMoved({ paid }: { paid: boolean | null }) {
  return (
    <svg className={styles.money} viewBox="0 0 120 90" aria-hidden="true">
      <rect className={styles.note} x="6" y="18" width="84" height="46" rx="6" />
      <circle className={styles.note} cx="48" cy="41" r="12" />
      {paid === true && (
        <g className={styles.kept}>
          <circle cx="90" cy="62" r="24" />
          <path d="M79 62l8 9 15-18" />
        </g>
      )}
      {paid === false && (
        <path
          className={styles.hand}
          d="M2 74c16-4 26 0 36 4h26c6 0 6-9 0-9H50M64 70l24-10c7-2 9 6 4 9L66 86c-6 3-50 1-64 0"
        />
      )}
      {paid === null && (
        <g className={styles.again}>
          <path d="M79 38h22l16 16v22l-16 16H79L63 76V54z" />
          <path d="M79 54l22 22M101 54L79 76" />
        </g>
      )}
    </svg>
  )
}
