import styles from './slot-drawing.module.css'

/** Where notes go in: `held` while the device has one in its hand. */
export function SlotDrawing({ held }: { held: boolean }) {
  return (
    <svg className={styles.slot} viewBox="0 0 240 200" data-held={held || undefined} aria-hidden="true">
      <rect className={styles.case} x="20" y="8" width="200" height="98" rx="12" />
      <path className={styles.mouth} d="M48 74h144" />
      <path className={styles.light} d="M104 32h32M112 52l8-8 8 8" />
      <g className={styles.note}>
        <rect x="64" y="104" width="112" height="86" rx="5" />
        <circle cx="120" cy="150" r="18" />
        <path d="M78 120h22M140 180h22" />
      </g>
    </svg>
  )
}
