import type { Minor } from '../money/money.ts'
import { readSum, SUM_WORDS, type SumError } from '../money/typed-sum.ts'
import type { Overview } from '../seats/offer.ts'
import { err, ok, type Result } from '../result.ts'
import type { VenuePlan } from '../venue/venue-plan.ts'
import { folded, wordsOf } from './folded.ts'
import { asksAnotherPrice } from './one-price.ts'
import { asksWheelchair } from './wheelchair-words.ts'
import { type PlaceError, sectionsCalled } from './places-called.ts'

/**
 * What a cashier types: `4 tribune nord` (the best four there), `4 nord max 50000`, `2 pmr` (a space for a wheelchair and a
 * companion's seat), `N3 F 12-15` (exactly these seats).
 * Accents, capitals and the order of words do not matter, and the beginning of a word is enough.
 */
export type DeskCommand = BestSeats | NamedSeats

export interface BestSeats {
  readonly type: 'best'
  readonly count: number
  /** Where; null: anywhere. */
  readonly sectionIds: readonly string[] | null
  readonly maxPrice: Minor | null
  /** A space for a wheelchair; for more than one with a companion's seat. */
  readonly wheelchair: boolean
}

/** Row and numbers are read with the rows of the section (`seatsNamed`): a row's name may have digits and spaces. */
export interface NamedSeats {
  readonly type: 'seats'
  readonly sectionId: string
  /** Code of the section, as it is compared. */
  readonly section: string
  /** Row and numbers in the form of `folded`. */
  readonly seats: string
  /** Other meaning of the line, and a line that has no other; null if there is none. */
  readonly otherwise: { readonly best: BestSeats; readonly line: string } | null
}

export type DeskCommandError =
  | PlaceError
  | { readonly type: 'no-count'; readonly limit: number }
  /** More seats than a sale may have here. */
  | { readonly type: 'too-many-seats'; readonly limit: number }
  | SumError
  /** Complimentary, reduced, a voucher: the service sells a seat at its price, and at no other. */
  | { readonly type: 'one-price' }

/** The venue and limits that a line is read by. */
export interface DeskSale {
  readonly overview: Overview
  readonly plan: VenuePlan | null
  /** Currency of a price limit, which is typed as people say sums (`readSum`). */
  readonly currency: string
  /** Maximum number of seats in a sale at this desk. */
  readonly maxSeats: number
}

/** Reads a cashier's search for seats. */
export function readDeskCommand(typed: string, sale: DeskSale): Result<DeskCommand, DeskCommandError> {
  const line = folded(typed)
  const limit = LIMIT.exec(line)
  const most = limit ? readSum(limit[1] ?? '', sale.currency) : ok(null)
  if (!most.ok) return most
  const text = line.replace(limit?.[0] ?? '', ' ').trim()
  const best = bestSeats(text, most.value, sale)
  const named = namedSeats(text, sale.overview)
  if (!named) return best
  return ok({ ...named, otherwise: best.ok ? otherwiseOf(best.value, text, sale.overview) : null })
}

function bestSeats(
  text: string,
  maxPrice: Minor | null,
  { overview, plan, maxSeats }: DeskSale,
): Result<BestSeats, DeskCommandError> {
  const typedWords = wordsOf(text)
  const words = typedWords.filter((word) => !asksWheelchair(word))
  const wheelchair = words.length < typedWords.length
  const at = countAt(words)
  const count = Number(words[at])
  const place = words.filter((_, index) => index !== at)
  const called = place.length === 0 ? ok(null) : sectionsCalled(place, overview, plan)
  if (!called.ok && called.error.type === 'unknown-place' && asksAnotherPrice(text)) return err({ type: 'one-price' })
  if (!(count >= 1)) return err({ type: 'no-count', limit: maxSeats })
  if (count > maxSeats) return err({ type: 'too-many-seats', limit: maxSeats })
  return called.ok ? ok({ type: 'best', count, sectionIds: called.value, maxPrice, wheelchair }) : called
}

/** `max 50000`, `<50000` or `≤ 50k`, anywhere. */
const LIMIT = new RegExp(String.raw`(?:\bmax\b|[<≤])\s*=?\s*(${SUM_WORDS})`, 'u')

/** A row, then numbers: `f 12-15`, `f12,14`, `4 12 14`. Which part is the row depends on the rows of the section. */
const ROW_AND_NUMBERS = /^\S.*?(?:[\s,;:]+|(?<=[^\d\s,;:–-]))\d[\d\s,;–-]*$/u

/** `<section> <row> <numbers>`, by the longest code that the line begins with. */
function namedSeats(text: string, { sections }: Overview): Omit<NamedSeats, 'otherwise'> | null {
  const words = text.split(/\s+/u)
  const readings = words.flatMap((_, count) => {
    const code = words.slice(0, count).join(' ')
    const seats = words.slice(count).join(' ')
    const section = sections.find((each) => folded(each.code) === code)
    if (!section || !ROW_AND_NUMBERS.test(seats)) return []
    return [{ type: 'seats' as const, sectionId: section.sectionId, section: code, seats }]
  })
  return readings.at(-1) ?? null
}

/**
 * Returns the other meaning of a line that may name seats: the best ones, if their count comes first (`4 N3`, where there
 * is a section 4), if all before the last number is a section (`VIP 1 5`, where there are sections VIP and VIP 1), or if
 * the line asks for a wheelchair space. Null if there is none, as in a line with a colon, which names seats only.
 */
function otherwiseOf(best: BestSeats, text: string, { sections }: Overview): NamedSeats['otherwise'] {
  const words = text.split(/\s+/u)
  const [first = '', ...rest] = words
  const place = words.slice(0, -1).join(' ')
  if (text.includes(':')) return null
  if (/^\d+$/u.test(first)) return { best, line: `${rest.join(' ')} ${first}` }
  if (best.wheelchair || sections.some((each) => folded(each.code) === place))
    return { best, line: `${words.at(-1) ?? ''} ${place}` }
  return null
}

/** The number that says how many stands first or last; a section may be called by a number, too. */
function countAt(words: readonly string[]): number {
  const isNumber = (word: string | undefined): boolean => /^\d+$/u.test(word ?? '')
  return isNumber(words[0]) ? 0 : isNumber(words.at(-1)) ? words.length - 1 : -1
}
