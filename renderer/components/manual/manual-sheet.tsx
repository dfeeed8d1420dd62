import { useEffect, useEffectEvent, useRef } from 'react'
import type { ManualName } from '../../../shared/manual.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { Button } from '../button.tsx'
import { Manual } from './manual.tsx'
import styles from './manual.module.css'

/** The manuals over another screen, which stays as it is below. */
export function ManualSheet({ first, onClose }: { first: ManualName; onClose: () => void }) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = useEffectEvent((event: KeyboardEvent) => event.key === 'Escape' && onClose())
  useEffect(() => {
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <div className={styles.sheet} role="dialog" aria-modal="true" aria-labelledby="manual-sheet">
      <header className={styles.head}>
        <h1 id="manual-sheet" ref={heading} tabIndex={-1}>
          {t.office.manual.open}
        </h1>
        <Button kind="quiet" icon="cross" onPress={onClose}>
          {t.office.manual.close}
        </Button>
      </header>
      <div className={styles.body}>
        <Manual first={first} />
      </div>
    </div>
  )
}
