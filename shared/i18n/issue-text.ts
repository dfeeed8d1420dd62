import type { z } from 'zod'
import { type TextForm, textForms } from '../domain/text-forms.ts'
import type { PlanFault } from '../domain/venue/venue-plan.ts'
import { values as english } from './en/words.ts'
import type { Measured } from './setting-texts.ts'

type ValueTexts = typeof english
type CheckedForm = keyof ValueTexts['checks']

/** Only zod's raw issues contain the invalid value, as `input`. */
type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue

interface IssueParams {
  readonly fault?: PlanFault
  readonly expected?: CheckedForm
}

/** Returns the second argument of zod's `refine` for a check whose message is in the catalogues. */
export const expects = (expected: CheckedForm) => ({ params: { expected } satisfies IssueParams })

const described = new WeakMap<object, CheckedForm>()

/** Registers a description of the expected value for a schema with vague issues. Returns the schema. */
export function describe<T extends object>(form: CheckedForm, schema: T): T {
  described.set(schema, form)
  return schema
}

const MAX_SHOWN = 60
const MAX_KEYS = 12

/**
 * Returns an error map for `safeParse`. `showsValues` adds the invalid value; do not use it for files that contain
 * secrets.
 */
export const issueErrors =
  (texts: ValueTexts, { showsValues = false } = {}): z.core.$ZodErrorMap =>
  (issue) =>
    issueText(issue, texts, showsValues)

/** Second argument of `safeParse` for English messages. */
export const inEnglish = { error: issueErrors(english) } as const

/** Returns the path, or `top level`, and the message of the first issue of a parse with `inEnglish`. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.map(String).join('.') || 'top level'}: ${issue?.message}`

/** Parses a value. Throws an error with the first issue as its message if the value does not match. */
export function parseInEnglish<T>(shape: z.ZodType<T>, value: unknown): T {
  const read = shape.safeParse(value, inEnglish)
  if (read.success) return read.data
  throw new Error(firstIssue(read.error))
}

/** Returns a line with path and message for each issue of a parse without `issueErrors`. */
export const issueLines = (issues: readonly z.core.$ZodIssue[], texts: ValueTexts): readonly string[] =>
  issues.map((issue) => withPath(issue.path, issueText(issue, texts)))

/** Prefixes a sentence with the path of its value: `gates.1.name: …`. */
export const withPath = (path: readonly PropertyKey[], sentence: string): string =>
  [path.map(String).join('.'), sentence].filter(Boolean).join(': ')

function issueText(issue: Issue, texts: ValueTexts, showsValue = false): string {
  const expect = (expected: string, input: unknown = 'input' in issue ? issue.input : undefined): string =>
    'input' in issue && input === undefined
      ? texts.missing(expected)
      : texts.expected(expected, showsValue ? shown(input) : '')
  if (definitionOf(issue).type === 'tuple') return expect(texts.kinds.tuple)
  const form = 'inst' in issue && issue.inst ? described.get(issue.inst) : undefined
  if (form) return expect(texts.checks[form])
  switch (issue.code) {
    case 'invalid_type':
      return expect(named(texts.kinds, issue.expected) ?? issue.expected)
    case 'invalid_value':
      return expect(oneOf(issue.values, texts))
    case 'invalid_format':
      return expect(formOf(issue, texts))
    case 'too_small':
      return expect(texts.atLeast(String(issue.minimum), measured(issue.origin), issue.inclusive !== false))
    case 'too_big':
      return expect(texts.atMost(String(issue.maximum), measured(issue.origin), issue.inclusive !== false))
    case 'not_multiple_of':
      return expect(texts.multipleOf(issue.divisor))
    case 'unrecognized_keys':
      return texts.unknownKeys(issue.keys.join(', '), possibleKeys(issue).join(', '))
    case 'invalid_union':
      return unionText(issue, texts, expect)
    case 'invalid_key':
    case 'invalid_element':
      return texts.key(issue.issues[0]?.message ?? texts.invalid)
    default:
      return customText(issue, texts, expect)
  }
}

type Expect = (expected: string, input?: unknown) => string

function customText(issue: Issue, texts: ValueTexts, expect: Expect): string {
  const { fault, expected }: IssueParams = (issue.code === 'custom' && issue.params) || {}
  if (fault) return texts.fault(fault)
  return expected ? expect(texts.checks[expected]) : (issue.message ?? texts.invalid)
}

function unionText(issue: Extract<Issue, { code: 'invalid_union' }>, texts: ValueTexts, expect: Expect): string {
  const { options, discriminator } = issue as Partial<z.core.$ZodIssueInvalidUnion & { options: readonly unknown[] }>
  if (options && discriminator !== undefined) {
    const { [discriminator]: input } = (issue.input ?? {}) as Record<string, unknown>
    return expect(oneOf(options, texts), input)
  }
  const firsts = issue.errors.flatMap(([first]) => (first ? [first] : []))
  const values = firsts.map((first) => (first.code === 'invalid_value' ? first.values : null))
  if (values.every((each) => each !== null) && values.length > 0) return expect(oneOf(values.flat(), texts))
  // `near` is the issue of the only schema in the union that accepts a value of the given kind.
  const [near, ...others] = firsts.filter(({ code, path }) => path.length > 0 || !code.startsWith('invalid_'))
  return near && others.length === 0 ? withPath(near.path, issueText(near, texts)) : texts.noMatch
}

const oneOf = (values: readonly unknown[], texts: ValueTexts): string =>
  values.length === 1 ? shown(values[0]) : texts.oneOf(values.map(String).join(', '))

function formOf(
  { pattern, format }: { readonly pattern?: string; readonly format: string },
  texts: ValueTexts,
): string {
  const form = (Object.keys(textForms) as TextForm[]).find((name) => String(textForms[name]) === pattern)
  return (form && texts.forms[form]) ?? named(texts.formats, format) ?? texts.form(pattern ?? format)
}

const measured = (origin: string): Measured =>
  origin === 'string' || origin === 'array' ? origin : origin === 'set' ? 'array' : 'number'

/** Returns the keys that a schema has and a value lacks; an empty list if there are too many to read. */
function possibleKeys(issue: Issue): readonly string[] {
  const { shape = {} } = definitionOf(issue)
  const given = ('input' in issue && issue.input) || {}
  const keys = Object.keys(shape).filter((key) => !Object.hasOwn(given, key))
  return keys.length > MAX_KEYS ? [] : keys
}

function definitionOf(issue: Issue): { readonly type?: string; readonly shape?: object } {
  return 'inst' in issue && issue.inst ? (issue.inst._zod.def as object) : {}
}

const named = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
