import { useState } from 'react'
import type { DeskCommandName } from '../../../shared/domain/desk/shortcuts.ts'
import { settingParts, type SettingValue, type SettingView } from '../../../shared/kiosk-api/office-views.ts'
import { commandName } from '../../i18n/command-name.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { Problem } from '../../app/problem.ts'
import { useAsked, useOffice } from '../office-context.tsx'
import { DataTable, OfficePage } from '../office-page.tsx'
import { SettingField } from './setting-field.tsx'
import { useSettingInWords } from './setting-in-words.ts'
import styles from '../office.module.css'

/** What may be changed at a screen; it counts from the next start on, and only if the program would start with it. */
export function SettingsPage() {
  const { t } = useI18n()
  const { invoke, who } = useOffice()
  const said = useSettingInWords()
  const settings = useAsked('viewSettings', who)
  const [changed, setChanged] = useState<readonly SettingView[] | null>(null)
  const [busy, setBusy] = useState(false)
  /** What was wrong with the last change, and whose. */
  const [refused, setRefused] = useState<{ readonly key: string; readonly problem: Problem } | null>(null)
  const shown = changed ?? settings.value
  const change = (key: string, value: SettingValue | null): void => {
    setBusy(true)
    void invoke('changeSetting', { ...who, key, value }).then((reply) => {
      setBusy(false)
      setRefused(reply.ok ? null : { key, problem: reply.error })
      if (reply.ok) setChanged(reply.value)
    })
  }
  const names: Readonly<Record<string, string>> = t.office.settings
  const leads: Readonly<Record<string, string>> = t.office.settingWords.leads
  const row = (setting: SettingView) => {
    const { key, kind, running, filed } = setting
    const command = commandOf(key)
    const ofKey = command && commandName(t.desk, command)
    return [
      ofKey === null ? (
        (names[key] ?? key)
      ) : (
        <span key="name" className={styles.command}>
          {ofKey}
        </span>
      ),
      kind === 'text' ? <bdi key="running">{said(setting, running)}</bdi> : said(setting, running),
      <SettingField
        key={`${key} ${JSON.stringify(filed)}`}
        setting={setting}
        name={ofKey === null ? (names[key] ?? key) : t.office.settingWords.keyOf(ofKey)}
        busy={busy}
        problem={refused?.key === key ? refused.problem : null}
        onChange={(value) => change(key, value)}
      />,
    ]
  }
  return (
    <OfficePage title={t.office.pages.settings} lead={t.office.settingsLead} problem={settings.problem}>
      {shown === null && <p className={styles.quiet}>{t.common.wait}</p>}
      {shown !== null &&
        settingParts.map((part) => (
          <section key={part} className={`${styles.part} ${styles.settings}`}>
            <h2>{t.office.settingWords.parts[part]}</h2>
            {part in leads && <p className={styles.quiet}>{leads[part]}</p>}
            <DataTable
              caption={t.office.settingWords.parts[part]}
              head={[t.office.setting, t.office.nowIs, t.office.nextIs]}
              rows={shown.filter((setting) => setting.part === part).map(row)}
            />
          </section>
        ))}
    </OfficePage>
  )
}

/** The command that a setting gives its key; null: it does something else. */
function commandOf(key: string): DeskCommandName | null {
  return key.startsWith('shortcuts.') ? (key.slice('shortcuts.'.length) as DeskCommandName) : null
}
