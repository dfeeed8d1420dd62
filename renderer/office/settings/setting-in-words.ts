import { keyName } from '../../../shared/domain/desk/shortcuts.ts'
import type { SettingValue, SettingView } from '../../../shared/kiosk-api/office-views.ts'
import { isolated } from '../../i18n/numerals.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'

/** A setting's value, or one of its choices, in words; null: it is left out. */
export function useSettingInWords(): (setting: Pick<SettingView, 'kind'>, value: SettingValue | null) => string {
  const { t } = useI18n()
  const { choices, settingWords, onOff, unset } = t.office
  const names: Readonly<Record<string, string>> = { ...choices, ...t.desk.tenders }
  return ({ kind }, value) => {
    if (value === null) return unset
    if (typeof value === 'boolean') return onOff(value)
    if (typeof value === 'number') return String(value)
    // What somebody called a printer is no word of ours.
    if (typeof value === 'string') return kind === 'ranked' ? value : (names[value] ?? keyName(value))
    if ('from' in value) return settingWords.hours(value.from, value.to)
    if (value.length === 0) return unset
    return kind === 'ranked'
      ? value.map(isolated).join(`${t.common.comma}${settingWords.orElse} `)
      : value.map((name) => names[name] ?? name).join(t.common.comma)
  }
}
