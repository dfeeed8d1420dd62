import type { ReactNode } from 'react'
import styles from '../styles/glass.module.css'

/** The whole glass of a kiosk. Where it only stands in for a screen to come, it has the name of none. */
export function Glass({ children, ...named }: { children: ReactNode; [data: `data-${string}`]: string | boolean }) {
  return (
    <div className={styles.kiosk} {...named}>
      {children}
    </div>
  )
}

/** What lies on it, below what covers it. */
export function Counter({ children }: { children: ReactNode }) {
  return <div className={styles.counter}>{children}</div>
}
