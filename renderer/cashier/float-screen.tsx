import { type FormEvent, useState } from 'react'
import { readSum } from '../../shared/domain/money/money.ts'
import { digitKeys } from '../components/keypad.tsx'
import type { DeskNotice } from '../i18n/desk-notice.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './cashier-app.module.css'
import { DeskNoticeLine } from './desk-notice.tsx'
import { useDesk } from './state/desk-context.tsx'
import type { SignedIn } from './state/desk-state.ts'

/** What the drawer begins the shift with, asked of the first who signs in; Escape leaves it to the office. */
export function FloatScreen({ who }: { who: SignedIn }) {
  const { t } = useI18n()
  const { store } = useDesk()
  const [typed, setTyped] = useState('')
  const [notice, setNotice] = useState<DeskNotice | null>(null)
  const title = t.shift.float

  async function note(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTyped('')
    const shift = await store.invoke('viewShift', who.credentials)
    if (!shift.ok) return setNotice(shift.error)
    const currency = shift.value.drawers[0]?.currency ?? ''
    const float = readSum(typed, currency)
    if (!float.ok) return setNotice(float.error)
    const noted = await store.invoke('openShift', { ...who.credentials, currency, float: float.value })
    if (noted.ok) store.settleFloat()
    else setNotice(noted.error)
  }

  return (
    <main className={styles.work}>
      <div className={styles.search}>
        <form className={styles.command} onSubmit={(event) => void note(event)}>
          <input
            {...digitKeys}
            ref={focusOnce}
            aria-label={title}
            placeholder={title}
            autoComplete="off"
            maxLength={30}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {notice && <DeskNoticeLine notice={notice} />}
        </form>
        <section className={styles.question} aria-label={title}>
          <h2>{title}</h2>
          <p>{t.desk.float.body}</p>
        </section>
      </div>
      <aside className={styles.sale} />
    </main>
  )
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
