import type {
  CustomerLineError,
  DeskCommandError,
  InPart,
  SeatsNamedError,
} from '../../shared/domain/desk/desk-command.ts'
import type { ApprovalError, FreeTextError } from '../../shared/domain/desk/typed-numbers.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import {
  isMobileMoney,
  type PlainRefusal,
  type RefusalReason,
  refusalReasons,
} from '../../shared/domain/money/tender.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'
import type { SettingCause, SettingFault } from '../../shared/api/kiosk/office-views.ts'
import type { SettingName } from '../../shared/api/kiosk/settings.ts'
import type { Notice } from '../app/problem.ts'
import type { CommandNames } from './names.ts'

/**
 * Description of a problem and of the next action. States whether money was paid or refunded if the reader could be
 * unsure.
 */
export interface ProblemText {
  readonly title: string
  readonly body: string
}

export type FormatMoney = (amount: Minor, currency: string) => string

export type DeskNotice = InPart<PlainDeskNotice>

type PlainDeskNotice =
  | Notice
  | DeskCommandError
  | SeatsNamedError
  | CustomerLineError
  | ApprovalError
  | FreeTextError
  | { readonly type: 'nothing-free' }
  /** Implausibly high cash amount (see `notesExplain`). */
  | { readonly type: 'much-received'; readonly received: Minor; readonly due: Minor; readonly currency: string }
  | { readonly type: 'no-such-event' }
  /** A field is incomplete, so Enter does not send the form. */
  | { readonly type: 'incomplete'; readonly field: 'reason' | 'receipt' | 'pin' | 'company' | 'address' }
  | { readonly type: 'nothing-parked' }
  | { readonly type: 'nothing-behind' }
  | { readonly type: 'nothing-to-repeat' }
  | { readonly type: 'nothing-to-reprint' }
  | { readonly type: 'last-goes-on' }
  | { readonly type: 'reprint-requested'; readonly count: number }
  | { readonly type: 'copies-out'; readonly count: number; readonly wanted: number }
  | { readonly type: 'no-such-sale' }
  | { readonly type: 'no-such-ticket' }
  | { readonly type: 'one-or-two' }
  /** The action of a key was stopped by a program error. */
  | { readonly type: 'key-failed' }

/** Texts that explain a refusal to the cashier. `unavailable`: no device or payment provider was reachable. */
type Refused<Reason extends RefusalReason> = Readonly<Record<Reason | 'unavailable', ProblemText>>

export interface DeskRefusals {
  readonly terminal: Refused<RefusalReason>
  readonly telephone: (tender: string) => Refused<PlainRefusal>
}

/** Returns the text for a failed payment; null for any other notice. */
export function deskRefusal(
  refused: DeskRefusals,
  notice: DeskNotice,
  tenders: TenderNames,
  paid: string,
): ProblemText | null {
  if (notice.type !== 'payment-refused' && notice.type !== 'payment-unavailable') return null
  const { tender } = notice
  const texts = isMobileMoney(tender) ? refused.telephone(tenders[tender]) : refused.terminal
  if (notice.type === 'payment-refused') return refusalText(texts, notice.reason, paid)
  const { title, body } = texts.unavailable
  return { title, body: `${paid} ${body}` }
}

type Texts = Readonly<Record<PlainRefusal, ProblemText> & Partial<Record<RefusalReason, ProblemText>>>

/**
 * Returns the text for a refused payment, after the sentence `paid` about the payment status. Returns the general text
 * for unknown reasons.
 */
export function refusalText(texts: Texts, reason: string, paid: string): ProblemText {
  const { title, body } = texts[refusalReasons.find((each) => each === reason) ?? 'declined'] ?? texts.declined
  return { title, body: `${paid} ${body}` }
}

/** Names of all settings except the shortcut keys of the desk, which are named after their commands. */
export type SettingNames = Readonly<Record<Exclude<SettingName, `shortcuts.${string}`>, string>>

export interface SettingFaultWords {
  readonly names: Readonly<Record<string, string>>
  /** Valid values of a setting, and how to correct an invalid value. An entry also applies to all nested settings. */
  readonly expected: Readonly<Record<string, string>>
  readonly causes: {
    readonly [T in SettingCause['type']]: (
      cause: Extract<SettingCause, { readonly type: T }>,
      desk: CommandNames,
    ) => string
  }
  readonly about: (name: string, sentence: string) => string
}

/** Returns why the program would reject a setting, and how to correct it. Falls back to the technical `detail`. */
export function settingFaultText(
  { setting, detail, cause }: SettingFault,
  words: SettingFaultWords,
  desk: CommandNames,
): string {
  if (cause) return (words.causes[cause.type] as (cause: SettingCause, desk: CommandNames) => string)(cause, desk)
  return expectedText({ setting, detail }, words)
}

/** Returns the valid values of a setting; `detail` if the catalogue has no text for it. */
export function expectedText({ setting, detail }: Omit<SettingFault, 'cause'>, words: SettingFaultWords): string {
  const key = Object.keys(words.expected).find((each) => setting === each || setting.startsWith(`${each}.`))
  const sentence = key === undefined ? undefined : words.expected[key]
  if (key === undefined || sentence === undefined) return setting === '' ? detail : `${setting}: ${detail}`
  return words.about(words.names[setting] ?? words.names[key] ?? key, sentence)
}
