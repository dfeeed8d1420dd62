import type { TextForm } from '../domain/text-forms.ts'
import type { PlanFault } from '../domain/venue/venue-plan.ts'
import type { CheckedForm } from './setting-texts.ts'

/** Why a file that a person or another program wrote cannot be read. */
export interface FileTexts {
  /** A spreadsheet's own format in place of a text. */
  readonly workbook: string
  /** A character that was replaced when the file was saved. */
  readonly lostCharacter: string
  /** A byte that is not a character. */
  readonly noCharacter: string
  readonly openQuote: string
  readonly textAfterQuote: string
  /** `found`: the character that cannot stand here; empty if the text ends too early. */
  readonly notJson: (found: string) => string
  readonly noFile: (path: string) => string
  readonly noFolder: (path: string) => string
  readonly exists: (path: string) => string
  /** Problems that are not listed. */
  readonly more: (count: number) => string
}

/** Kinds of values, with zod's names. `tuple` is a point of a venue plan. */
export type ValueKind =
  'string' | 'number' | 'int' | 'boolean' | 'null' | 'array' | 'object' | 'record' | 'tuple' | 'never'

/** What a limit counts: the number itself, characters or entries. */
export type Measured = 'number' | 'string' | 'array'

/** Why a value does not fit its schema, by zod's issue codes: see `issue-text.ts`. */
export interface ValueTexts {
  /** `found`: the value as JSON; empty if it is not shown. */
  readonly expected: (expected: string, found: string) => string
  readonly missing: (expected: string) => string
  readonly kinds: Readonly<Record<ValueKind, string>>
  readonly forms: Readonly<Record<TextForm, string>>
  readonly checks: Readonly<Record<CheckedForm, string>>
  /** By zod's names of formats. */
  readonly formats: Readonly<Record<'base64' | 'date' | 'datetime' | 'email' | 'guid' | 'url' | 'uuid', string>>
  /** A text that matches a regular expression without a name. */
  readonly form: (pattern: string) => string
  readonly oneOf: (values: string) => string
  readonly atLeast: (limit: string, measured: Measured, inclusive: boolean) => string
  readonly atMost: (limit: string, measured: Measured, inclusive: boolean) => string
  readonly multipleOf: (divisor: number) => string
  /** `known`: other keys that are possible there; empty if there are none, or too many to list. */
  readonly unknownKeys: (keys: string, known: string) => string
  /** `why`: the sentence about the key. */
  readonly key: (why: string) => string
  /** A value that fits no schema of a union. */
  readonly noMatch: string
  readonly invalid: string
  readonly fault: (fault: PlanFault) => string
}
