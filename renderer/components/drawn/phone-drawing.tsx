import styles from './terminal-drawing.module.css'

/** A telephone with a request to agree to. A picture only: the text beside it says the same. */
export function PhoneDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 320 300" aria-hidden="true">
      <g className={styles.terminal}>
        <rect x="92" y="6" width="136" height="288" rx="18" />
        <rect className={styles.display} x="104" y="34" width="112" height="220" rx="5" />
        <path d="M146 274h28" />
      </g>
      <g className={styles.card}>
        <rect x="118" y="92" width="84" height="92" rx="9" />
        <path d="M132 120h56M132 138h36" />
        <path d="M134 164h.01M152 164h.01M170 164h.01M188 164h.01" />
      </g>
    </svg>
  )
}
