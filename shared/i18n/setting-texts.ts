import type { ShortcutFault } from '../domain/desk/shortcuts.ts'

/** Position of invalid bytes in a text file. Line and column are counted from 1. */
export interface TextFault {
  readonly line: number
  readonly column: number
  readonly why: 'workbook' | 'lostCharacter' | 'noCharacter'
}

/** Problems of settings whose values fit their schema, such as contradictions and unusable files or secrets. */
export type SettingProblem =
  | ShortcutFault
  | { readonly type: 'language-not-offered'; readonly language: string }
  | { readonly type: 'no-partner' }
  /** `terminals` is `simulated` in live mode. */
  | { readonly type: 'simulated-terminals' }
  | { readonly type: 'not-attended' }
  /** `fit`: names of the drivers that support the tender. */
  | { readonly type: 'driver-unfit'; readonly driver: string; readonly fit: readonly string[] }
  /** A desk cannot use the driver, because its customers must scan a code on the screen. */
  | { readonly type: 'shows-code' }
  /** A kiosk must not store the driver's keys, because they can pay money out. */
  | { readonly type: 'pays-out' }
  | { readonly type: 'notes-at-desk' }
  | { readonly type: 'account-without-hub' }
  | { readonly type: 'no-note-device' }
  | { readonly type: 'plain-hub' }
  | { readonly type: 'plain-partner' }
  | { readonly type: 'cash-without-pin' }
  | { readonly type: 'weak-pin' }
  | { readonly type: 'nothing-to-read-back' }
  | { readonly type: 'printer-unknown'; readonly printer: string }
  | { readonly type: 'printer-idle'; readonly printer: string }
  | { readonly type: 'printer-twice' }
  | { readonly type: 'no-drawer' }
  | { readonly type: 'no-file'; readonly path: string }
  /** `code`: error code of the operating system, such as EACCES. */
  | { readonly type: 'file-unreadable'; readonly path: string; readonly code: string }
  | { readonly type: 'no-certificate'; readonly path: string }
  | ({ readonly type: 'not-text'; readonly path: string } & TextFault)
  /** The setting names both a file and a variable, or neither. */
  | { readonly type: 'secret-source' }
  | { readonly type: 'variable-unset'; readonly variable: string }
  | { readonly type: 'secret-exposed'; readonly path: string }
  | { readonly type: 'secret-sealed'; readonly path: string; readonly reason: string }
  | { readonly type: 'secret-empty' }
  /** `reason`: message of the keyring or the hub. */
  | { readonly type: 'no-keyring'; readonly reason: string }
  | {
      readonly type: 'wrong-key'
      readonly kind: string
      readonly wanted: readonly string[]
      readonly algorithm: string
    }
  | { readonly type: 'no-private-key'; readonly algorithm: string }
  | { readonly type: 'note-key' }
  | { readonly type: 'terms-elsewhere'; readonly file: string }
  | { readonly type: 'terms-special'; readonly path: string }
  | { readonly type: 'terms-empty'; readonly path: string }
  | { readonly type: 'terms-long'; readonly path: string; readonly max: number }
  /** `link`: the symbolic link that the settings name; null if the settings name the file itself. */
  | { readonly type: 'terms-name'; readonly path: string; readonly link: string | null }
  | { readonly type: 'unknown-role'; readonly role: string }
  | { readonly type: 'settings-unreadable'; readonly code: string }
  | { readonly type: 'settings-missing' }
  /** `what`: explanation of the syntax error, in the language of the message. */
  | { readonly type: 'settings-syntax'; readonly line: number; readonly column: number; readonly what: string }
  /** The folder belongs to another account, and the program runs as root. */
  | { readonly type: 'foreign-folder'; readonly path: string; readonly uid: number }
  | { readonly type: 'number-twice' }
  | { readonly type: 'not-answered' }

/** Sentences with the problem and its remedy, in lower case, without the setting's name and without a full stop. */
export type SettingTexts = {
  readonly [T in SettingProblem['type']]: (problem: Extract<SettingProblem, { readonly type: T }>) => string
}

export function settingText<T extends SettingProblem['type']>(
  problem: Extract<SettingProblem, { readonly type: T }>,
  texts: SettingTexts,
): string {
  const text = texts[problem.type] as (problem: SettingProblem) => string
  return text(problem)
}

/** Quantity that a limit applies to: the number itself, the number of characters or the number of entries. */
export type Measured = 'number' | 'string' | 'array'
