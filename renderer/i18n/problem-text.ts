import type { CustomerLineError, DeskCommandError, SeatsNamedError } from '../../shared/domain/desk/desk-command.ts'
import type { ApprovalError, FreeTextError } from '../../shared/domain/desk/typed-numbers.ts'
import type { Minor } from '../../shared/domain/money/money.ts'
import {
  isMobileMoney,
  type PlainRefusal,
  type RefusalReason,
  refusalReasons,
} from '../../shared/domain/money/tender.ts'
import type { TenderNames } from '../../shared/i18n/texts.ts'
import type { SettingCause, SettingFault } from '../../shared/kiosk-api/office-views.ts'
import type { SettingName } from '../../shared/kiosk-api/settings.ts'
import type { Notice } from '../app/problem.ts'
import type { CommandNames } from './names.ts'

/** What happened, then what to do; where money could be thought to have moved, the text says whether it did. */
export interface ProblemText {
  readonly title: string
  readonly body: string
}

/** Formats an amount as on the screen. */
export type FormatMoney = (amount: Minor, currency: string) => string

/** Whatever the desk has to tell: what a command met, or what was wrong with the line that was typed. */
export type DeskNotice =
  | Notice
  | DeskCommandError
  | SeatsNamedError
  | CustomerLineError
  | ApprovalError
  | FreeTextError
  | { readonly type: 'nothing-free' }
  /** More than notes explain: see `notesExplain`. */
  | { readonly type: 'much-received'; readonly received: Minor; readonly due: Minor; readonly currency: string }
  | { readonly type: 'no-such-event' }
  /** A field of a form that Enter cannot pass. */
  | { readonly type: 'incomplete'; readonly field: 'reason' | 'receipt' | 'pin' }
  | { readonly type: 'nothing-parked' }
  | { readonly type: 'nothing-behind' }
  | { readonly type: 'nothing-to-repeat' }
  | { readonly type: 'nothing-to-reprint' }
  | { readonly type: 'last-goes-on' }
  /** Tickets of the last sale are printed again. */
  | { readonly type: 'copies-ordered'; readonly count: number }
  | { readonly type: 'copies-out'; readonly count: number; readonly wanted: number }
  | { readonly type: 'no-such-sale' }
  | { readonly type: 'no-such-ticket' }
  | { readonly type: 'one-or-two' }
  /** An error of the program ended what the key began. */
  | { readonly type: 'key-failed' }

/** What the cashier tells the customer, and does next. `unavailable`: nobody could be asked. */
type Refused<Reason extends RefusalReason> = Readonly<Record<Reason | 'unavailable', ProblemText>>

/** By what takes the money: a terminal that reads cards, or the customer's telephone. */
export interface DeskRefusals {
  readonly terminal: Refused<RefusalReason>
  readonly telephone: (tender: string) => Refused<PlainRefusal>
}

/** Of a payment that came to nothing; null for another notice. */
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

/** Text for a refused payment, after the sentence about the money. Unknown provider reasons get the general text. */
export function refusalText(texts: Texts, reason: string, paid: string): ProblemText {
  const { title, body } = texts[refusalReasons.find((each) => each === reason) ?? 'declined'] ?? texts.declined
  return { title, body: `${paid} ${body}` }
}

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
