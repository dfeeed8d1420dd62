import styles from './waiting.module.css'

/** Somebody is at work: it comes into sight only when it takes longer than a blink. */
export function Waiting({ label, detail }: { label: string; detail?: string }) {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      <span className={styles.mark} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <p className={styles.label}>{label}</p>
      {detail && <p>{detail}</p>}
    </div>
  )
}
