import { useId, useState } from 'react'
import type { SettingValue, SettingView } from '../../shared/kiosk-api/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { noticeText } from '../kiosk/problem-notice.tsx'
import type { Problem } from '../kiosk/problem.ts'
import { useAsked, useOffice } from './office-context.tsx'
import { DataTable, OfficeButton, OfficePage } from './office-page.tsx'
import styles from './office.module.css'

/** What may be changed at a screen; it counts from the next start on, and only if the program would start with it. */
export function SettingsPage() {
  const { t } = useI18n()
  const { ask } = useOffice()
  const settings = useAsked('viewSettings', {})
  const [changed, setChanged] = useState<readonly SettingView[] | null>(null)
  const [busy, setBusy] = useState(false)
  /** What was wrong with the last change, and whose. */
  const [refused, setRefused] = useState<{ readonly key: string; readonly problem: Problem } | null>(null)
  const shown = changed ?? settings.value ?? []
  const change = (key: string, value: SettingValue | null): void => {
    setBusy(true)
    void ask('changeSetting', { key, value }).then((reply) => {
      setBusy(false)
      setRefused(reply.ok ? null : { key, problem: reply.error })
      if (reply.ok) setChanged(reply.value)
    })
  }
  const names: Readonly<Record<string, string>> = t.office.settings
  const choices: Readonly<Record<string, string>> = t.office.choices
  const said = (value: SettingValue | null): string =>
    value === null
      ? t.office.unset
      : typeof value === 'boolean'
        ? t.office.onOff(value)
        : (choices[value] ?? String(value))
  return (
    <OfficePage title={t.office.pages.settings} lead={t.office.settingsLead} problem={settings.problem}>
      <DataTable
        caption={t.office.pages.settings}
        head={[t.office.setting, t.office.nowIs, t.office.nextIs]}
        empty={t.common.wait}
        rows={shown.map((setting) => [
          names[setting.key] ?? setting.key,
          said(setting.running),
          <SettingField
            key={`${setting.key} ${String(setting.filed)}`}
            setting={setting}
            name={names[setting.key] ?? setting.key}
            busy={busy}
            problem={refused?.key === setting.key ? refused.problem : null}
            onChange={(value) => change(setting.key, value)}
          />,
        ])}
      />
    </OfficePage>
  )
}

interface SettingFieldProps {
  readonly setting: SettingView
  readonly name: string
  readonly busy: boolean
  readonly problem: Problem | null
  readonly onChange: (value: SettingValue | null) => void
}

function SettingField({ setting, name, busy, problem, onChange }: SettingFieldProps) {
  const i18n = useI18n()
  const { t } = i18n
  const refusalId = useId()
  const refusal = problem && noticeText(i18n, problem)
  const said = refusal ? { 'aria-invalid': true, 'aria-describedby': refusalId } : {}
  const { kind, choices, filed } = setting
  const names: Readonly<Record<string, string>> = t.office.choices
  const [text, setText] = useState(filed === null ? '' : String(filed))
  const value = ((): SettingValue | null => {
    if (text.trim() === '') return null
    if (filed !== null && text === String(filed)) return filed
    if (kind === 'number') return Number(text)
    return kind === 'switch' ? text === 'true' : text.trim()
  })()
  // The file may say what only people with an editor write, such as the number of a display: it is shown as it is.
  const listed =
    kind === 'choice' && filed !== null && !choices.includes(String(filed)) ? [...choices, String(filed)] : choices
  const options = kind === 'switch' ? ['true', 'false'] : listed
  return (
    <span className={styles.field}>
      {options.length > 0 ? (
        <select {...said} aria-label={name} value={text} onChange={({ target }) => setText(target.value)}>
          <option value="">{t.office.unset}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {kind === 'switch' ? t.office.onOff(option === 'true') : (names[option] ?? option)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...said}
          aria-label={name}
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          placeholder={t.office.unset}
          value={text}
          maxLength={300}
          onChange={({ target }) => setText(kind === 'number' ? target.value.replaceAll(/\D/gu, '') : target.value)}
        />
      )}
      {value !== filed && (
        <OfficeButton strong disabled={busy} onPress={() => onChange(value)}>
          {t.office.record}
        </OfficeButton>
      )}
      {refusal && (
        <span id={refusalId} className={styles.notice} role="alert">
          <strong>{refusal.title}.</strong> {refusal.body}
        </span>
      )}
    </span>
  )
}
