import { useState } from 'react'
import type { SettingValue, SettingView } from '../../shared/kiosk-api/office-views.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
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
  const [problem, setProblem] = useState<Problem | null>(null)
  const shown = changed ?? settings.value ?? []
  const change = (key: string, value: SettingValue | null): void => {
    setBusy(true)
    void ask('changeSetting', { key, value }).then((reply) => {
      setBusy(false)
      setProblem(reply.ok ? null : reply.error)
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
    <OfficePage title={t.office.pages.settings} lead={t.office.settingsLead} problem={problem ?? settings.problem}>
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
  readonly onChange: (value: SettingValue | null) => void
}

function SettingField({ setting, name, busy, onChange }: SettingFieldProps) {
  const { t } = useI18n()
  const { kind, choices, filed } = setting
  const names: Readonly<Record<string, string>> = t.office.choices
  const [text, setText] = useState(filed === null ? '' : String(filed))
  const value = ((): SettingValue | null => {
    if (text.trim() === '') return null
    if (kind === 'number') return Number(text)
    return kind === 'switch' ? text === 'true' : text.trim()
  })()
  const options = kind === 'switch' ? ['true', 'false'] : choices
  return (
    <span className={styles.field}>
      {options.length > 0 ? (
        <select aria-label={name} value={text} onChange={({ target }) => setText(target.value)}>
          <option value="">{t.office.unset}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {kind === 'switch' ? t.office.onOff(option === 'true') : (names[option] ?? option)}
            </option>
          ))}
        </select>
      ) : (
        <input
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
    </span>
  )
}
