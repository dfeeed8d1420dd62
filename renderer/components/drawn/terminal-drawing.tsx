import styles from './terminal-drawing.module.css'

/** A payment terminal and the card that goes to it. A picture only: the text beside it says the same. */
export function TerminalDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 300" aria-hidden="true">
      <g className={styles.card}>
        <rect x="92" y="6" width="136" height="86" rx="9" />
        <path className={styles.stripe} d="M92 26h136v16H92z" />
        <path d="M106 66h34M106 78h20" />
        <path d="M196 60c6 6 6 16 0 22M205 54c9 9 9 25 0 34" />
      </g>
      <g className={styles.terminal}>
        <rect x="76" y="110" width="168" height="184" rx="16" />
        <rect className={styles.display} x="94" y="128" width="132" height="58" rx="5" />
        {[0, 1, 2].flatMap((row) =>
          [0, 1, 2].map((column) => (
            <rect key={`${row} ${column}`} x={100 + column * 44} y={202 + row * 28} width="32" height="18" rx="4" />
          )),
        )}
      </g>
    </svg>
  )
}
