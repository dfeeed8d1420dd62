import type { CommandNames } from './command-name.ts'
import type { SettingCause, SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { SettingName } from '../../shared/kiosk-api/settings.ts'

/** Settings are called the same wherever they are changed; keys of the desk by their commands. */
export type SettingNames = Readonly<Record<Exclude<SettingName, `shortcuts.${string}`>, string>>

export interface SettingFaultWords {
  readonly names: Readonly<Record<string, string>>
  /** What a setting takes, and what to do then; for all below it, too. */
  readonly expected: Readonly<Record<string, string>>
  /** Rules between settings. */
  readonly causes: {
    readonly [T in SettingCause['type']]: (
      cause: Extract<SettingCause, { readonly type: T }>,
      desk: CommandNames,
    ) => string
  }
  readonly about: (name: string, sentence: string) => string
}

/** Why the program would not start with a setting: what, where, and what to do. What has no words is said as technicians know it. */
export function settingFaultText(
  { setting, detail, cause }: SettingFault,
  words: SettingFaultWords,
  desk: CommandNames,
): string {
  if (cause) return (words.causes[cause.type] as (cause: SettingCause, desk: CommandNames) => string)(cause, desk)
  return expectedText({ setting, detail }, words)
}

/** Returns what a setting takes; `detail` if the catalogue has no text for it. */
export function expectedText({ setting, detail }: Omit<SettingFault, 'cause'>, words: SettingFaultWords): string {
  const key = Object.keys(words.expected).find((each) => setting === each || setting.startsWith(`${each}.`))
  const sentence = key === undefined ? undefined : words.expected[key]
  if (key === undefined || sentence === undefined) return setting === '' ? detail : `${setting}: ${detail}`
  return words.about(words.names[setting] ?? words.names[key] ?? key, sentence)
}
