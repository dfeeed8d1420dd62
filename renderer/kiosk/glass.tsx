import type { ReactNode } from 'react'
import styles from '../styles/glass.module.css'

/** Root element of a kiosk screen. A placeholder for a later screen has no `data-screen`. */
export function Glass({ children, ...named }: { children: ReactNode; [data: `data-${string}`]: string | boolean }) {
  return (
    <div className={styles.kiosk} {...named}>
      {children}
    </div>
  )
}

/** Content of a kiosk screen, below the dialogs. */
export function Counter({ children }: { children: ReactNode }) {
  return <div className={styles.counter}>{children}</div>
}
