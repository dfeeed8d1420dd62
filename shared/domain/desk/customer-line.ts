import { withoutBidiControls } from '../bidi-controls.ts'
import { MAX_CUSTOMER_TEXT, type Customer } from '../customer.ts'
import { GUINEA, internationalNumber, type Numbering, TELEPHONE } from '../money/telephone.ts'
import { inWesternDigits } from '../numerals.ts'
import { err, ok, type Result } from '../result.ts'
import { holdsCardNumber } from './card-number.ts'

export type CustomerLineError =
  /** What is typed here is not a payment card's number. */
  | { readonly type: 'card-number' }
  | { readonly type: 'not-a-number' }
  /** Which figures belong to the name and which to the number is ambiguous. */
  | { readonly type: 'which-figures'; readonly typed: string }
  | { readonly type: 'too-long'; readonly field: 'name' | 'note'; readonly limit: number }

/** Maximum figures beside each other in a name: `Lycée 28 Septembre`, `Groupe 1984`. */
const MAX_NAME_DIGITS = 4

/** Part of a line: words of a name, or a telephone number. */
type Part = { readonly name: string } | { readonly phone: string }

/**
 * A customer as a cashier types them: a name, a telephone number, or both, in either order; what stands behind a `#` is a
 * note. An empty line gives null. Names may have figures; a comma separates them from the number. Of several numbers, as in
 * `622112233 / 664445566`, the first is the customer's and the others go into the note.
 */
export function readCustomer(typed: string, numbering: Numbering = GUINEA): Result<Customer | null, CustomerLineError> {
  const [first = '', ...rest] = inWesternDigits(withoutBidiControls(typed)).split('#')
  const who = first
    .replaceAll(GLUED, ' ')
    .replaceAll(SLASH, (slash, before: string, after: string) =>
      [before, after].every((each) => internationalNumber(each, numbering)) ? ', ' : slash,
    )
  const typedNote = rest.join('#').trim()
  if (holdsCardNumber(who) || holdsCardNumber(typedNote)) return err({ type: 'card-number' })
  const parts: Part[] = []
  for (const piece of who.split(/[,;:·]/u)) {
    const read = readPiece(piece, numbering)
    if (!read.ok) return read
    parts.push(...read.value)
  }
  const phones = parts.flatMap((part) => ('phone' in part ? [part.phone] : []))
  const name = parts.flatMap((part) => ('name' in part ? [part.name] : [])).join(' ')
  const from = parts.findIndex((part) => 'phone' in part)
  // The numbers of two people: `Bah 622112233 Diallo 664445566`.
  if (parts.slice(from, from + phones.length).some((part) => 'name' in part)) return err({ type: 'not-a-number' })
  const [phone = '', ...others] = phones
  if ([name, ...phones].some(holdsCardNumber)) return err({ type: 'card-number' })
  const note = [...others, typedNote].filter((text) => text !== '').join(' · ')
  const long = name.length > MAX_CUSTOMER_TEXT ? 'name' : note.length > MAX_CUSTOMER_TEXT ? 'note' : null
  if (long) return err({ type: 'too-long', field: long, limit: MAX_CUSTOMER_TEXT })
  if (name === '' && phone === '' && note === '') return ok(null)
  return ok({ name, phone, ...(note !== '' && { note }) })
}

/** Between a name and a number that are typed in one word. */
const GLUED = /(?<=\p{L}[.\-/]*)(?=\+?\d{8})|(?<=\d{8})(?=\p{L})/gu

/** A slash between two groups of figures, with what stands before and behind it. */
const SLASH = /(?<=(\+?\d[\d .-]*))\s*\/\s*(?=(\+?\d[\d .-]*))/gu

const digitsIn = (words: readonly string[]): number => words.join('').replaceAll(/\D/gu, '').length
const bare = (words: readonly string[]): string => words.join('').replaceAll(/[.\-/()]/gu, '')

/** Words between two commas. */
function readPiece(piece: string, numbering: Numbering): Result<readonly Part[], CustomerLineError> {
  const words = piece.split(/\s+/u).filter((word) => word !== '')
  const runs = words.reduce<string[][]>((before, word) => {
    const last = before.at(-1)
    const begins = !last || isFigures(word) !== isFigures(last[0] ?? '') || /^\(?(?:\+|00\d)/u.test(word)
    return begins ? [...before, [word]] : [...before.slice(0, -1), [...last, word]]
  }, [])
  const parts: Part[] = []
  for (const [index, run] of runs.entries()) {
    const beside = { before: index > 0, after: index < runs.length - 1 }
    const read = isFigures(run[0] ?? '') ? readFigures(run, beside, numbering) : ok([{ name: run.join(' ') }])
    if (!read.ok) return read
    parts.push(...read.value)
  }
  return ok(parts)
}

/** Whether words of a name stand beside figures. */
interface Beside {
  readonly before: boolean
  readonly after: boolean
}

const isFigures = (word: string): boolean => /^[+\d.\-/()]+$/u.test(word)

/** Figures without a word between them: a number, and before or behind it figures of the name that stands there. */
function readFigures(
  run: readonly string[],
  beside: Beside,
  numbering: Numbering,
): Result<readonly Part[], CustomerLineError> {
  const number = bare(run)
  const digits = digitsIn(run)
  if (digits === 0 && !(beside.before && beside.after)) return ok([])
  if (digits <= MAX_NAME_DIGITS && !number.startsWith('+')) return ok([{ name: run.join(' ') }])
  if (internationalNumber(number, numbering)) return ok([{ phone: number }])
  const cuts = /^(?:\+|00)/u.test(number) ? [] : cutsOf(run, beside)
  const national = cuts.filter(({ middle }) => internationalNumber(bare(middle), numbering))
  const [only] = national
  if (only && national.length === 1)
    return ok([...nameOf(only.before), { phone: bare(only.middle) }, ...nameOf(only.after)])
  if (!TELEPHONE.test(number)) return err({ type: 'not-a-number' })
  const isWhole = number.startsWith('0') || !cuts.some(({ middle }) => TELEPHONE.test(bare(middle)))
  return isWhole ? ok([{ phone: number }]) : err({ type: 'which-figures', typed: run.join(' ') })
}

const nameOf = (words: readonly string[]): readonly Part[] => (words.length > 0 ? [{ name: words.join(' ') }] : [])

interface Cut {
  readonly before: readonly string[]
  readonly middle: readonly string[]
  readonly after: readonly string[]
}

/** Ways to take a few figures off a number for the names beside it. */
function cutsOf(run: readonly string[], beside: Beside): readonly Cut[] {
  const all = run.flatMap((_, start) =>
    run.map((__, end) => ({
      before: run.slice(0, start),
      middle: run.slice(start, end + 1),
      after: run.slice(end + 1),
    })),
  )
  const fits = (words: readonly string[], isBeside: boolean): boolean =>
    words.length === 0 || (isBeside && digitsIn(words) <= MAX_NAME_DIGITS)
  return all.filter(
    ({ before, middle, after }) =>
      middle.length > 0 && middle.length < run.length && fits(before, beside.before) && fits(after, beside.after),
  )
}
