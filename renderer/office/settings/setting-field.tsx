import { useId, useState } from 'react'
import type { SettingValue, SettingView } from '../../../shared/kiosk-api/office-views.ts'
import { NoticeCode } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { noticeText } from '../../i18n/notice-text.ts'
import type { Problem } from '../../app/problem.ts'
import { SettingControl } from './setting-control.tsx'
import { typedTime } from '../../components/typed-time.ts'
import styles from '../office.module.css'
import { sentence } from '../../i18n/sentence.ts'

export interface SettingFieldProps {
  readonly setting: SettingView
  readonly name: string
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onChange: (value: SettingValue | null) => void
}

/** A setting for the next start, with the button that records what was changed and the words for what was wrong with it. */
export function SettingField({ setting, name, busy, problem, onChange }: SettingFieldProps) {
  const i18n = useI18n()
  const refusalId = useId()
  const refusal = problem && noticeText(i18n, problem)
  const { kind, filed } = setting
  const [draft, setDraft] = useState(filed)
  const value = cleaned(kind, draft)
  const changed = JSON.stringify(value) !== JSON.stringify(filed)
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed && !busy) onChange(value)
      }}
    >
      <SettingControl
        setting={setting}
        name={name}
        value={draft}
        onChange={setDraft}
        said={refusal ? { 'aria-invalid': true, 'aria-describedby': refusalId } : {}}
      />
      {changed && (
        <button type="submit" className={styles.strong} aria-disabled={busy}>
          {i18n.t.office.record}
        </button>
      )}
      {problem && refusal && (
        <span id={refusalId} className={styles.notice} role="alert">
          <strong>{sentence(refusal.title)}</strong> {refusal.body}
          <NoticeCode type={problem.type} />
        </span>
      )}
    </form>
  )
}

/** What is meant by what was typed; blank: left out. */
function cleaned(kind: SettingView['kind'], draft: SettingValue | null): SettingValue | null {
  if (typeof draft === 'string') return (kind === 'time' ? typedTime(draft) : draft.trim()) || null
  if (draft === null || typeof draft !== 'object') return draft
  if ('from' in draft) {
    const hours = { from: typedTime(draft.from), to: typedTime(draft.to) }
    return hours.from === '' && hours.to === '' ? null : hours
  }
  return kind === 'ranked' && draft.length === 0 ? null : draft
}
