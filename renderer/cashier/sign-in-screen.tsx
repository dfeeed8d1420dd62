import { useState } from 'react'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Problem } from '../kiosk/problem.ts'
import styles from './cashier-app.module.css'
import { useDesk } from './desk-context.tsx'
import { DeskNoticeLine } from './desk-notice.tsx'

const PIN_DIGITS = 8

export function SignInScreen() {
  const { t } = useI18n()
  const { store, state } = useDesk()
  const [pin, setPin] = useState('')
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const enter = async (): Promise<void> => {
    setPin('')
    setRefusal(await store.signIn(pin))
  }
  return (
    <main className={styles.signIn}>
      <form
        className={styles.slip}
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <h2>{t.desk.signIn}</h2>
        <label>
          <span>{t.desk.signInBody}</span>
          <input
            className={styles.pin}
            type="password"
            inputMode="numeric"
            autoComplete="off"
            aria-label={t.desk.pin}
            maxLength={PIN_DIGITS}
            value={pin}
            ref={(input) => input?.focus()}
            onChange={({ target }) => setPin(target.value.replaceAll(/\D/gu, ''))}
          />
        </label>
        {refusal && <DeskNoticeLine notice={refusal} />}
        {state.info?.demoPin !== undefined && <p className={styles.quiet}>{t.cash.demoPin(state.info.demoPin)}</p>}
      </form>
    </main>
  )
}
