import { useState } from 'react'
import type { Second } from '../ui/drawer.ts'
import { focusOnce } from '../ui/hooks.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { OfficeInput } from './office-page.tsx'
import styles from './office.module.css'

interface ApproverFormProps {
  readonly busy: boolean
  readonly onConfirm: (second: Second) => void
}

export function ApproverForm({ busy, onConfirm }: ApproverFormProps) {
  const { t } = useI18n()
  const [number, setNumber] = useState('')
  const [pin, setPin] = useState('')
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
      <OfficeInput ref={focusOnce} digits label={t.people.number} maxLength={6} value={number} onTyped={setNumber} />
      <OfficeInput digits type="password" label={t.desk.pin} maxLength={8} value={pin} onTyped={setPin} />
      <button type="submit" className={styles.strong} aria-disabled={busy}>
        {t.files.confirm}
      </button>
    </form>
  )
}
