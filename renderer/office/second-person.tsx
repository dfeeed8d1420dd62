import { useState } from 'react'
import { digitKeys } from '../components/keypad.tsx'
import type { Second } from '../components/drawer.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import styles from './office.module.css'

interface SecondPersonProps {
  /** True while the confirmed action is carried out. */
  readonly busy: boolean
  readonly onConfirm: (second: Second) => void
}

/** Asks for the number and the PIN of the approver. */
export function SecondPerson({ busy, onConfirm }: SecondPersonProps) {
  const { t } = useI18n()
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
  const figures = (text: string): string => text.replaceAll(/\D/gu, '')
  return (
    <form
      className={styles.field}
      aria-label={t.files.second}
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || pin === '') return
        onConfirm({ pin, ...(number !== '' && { staff: number }) })
        setPin('')
      }}
    >
      <strong>{t.files.second}</strong>
      <input
        {...digitKeys}
        ref={focusOnce}
        aria-label={t.people.number}
        placeholder={t.people.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={number}
        onChange={({ target }) => setNumber(figures(target.value))}
      />
      <input
        {...digitKeys}
        type="password"
        aria-label={t.desk.pin}
        placeholder={t.desk.pin}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        onChange={({ target }) => setPin(figures(target.value))}
      />
      <button type="submit" className={styles.strong} aria-disabled={busy}>
        {t.files.confirm}
      </button>
    </form>
  )
}

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
