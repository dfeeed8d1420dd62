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
export type DeskCommand =
  | {
      readonly type: 'best'
      readonly count: number
      /** Where; null: anywhere. */
      readonly sectionIds: readonly string[] | null
      readonly maxPrice: Minor | null
      /** A space for a wheelchair; for more than one with a companion's seat. */
      readonly wheelchair: boolean
    }
  | {
      readonly type: 'seats'
      readonly sectionId: string
      readonly row: string
      /** From one number to another along the row, both included; a single seat begins and ends at itself. */
      readonly spans: readonly SeatSpan[]
    }

export interface SeatSpan {
  readonly from: number
  readonly to: number
}

export type DeskCommandError =
  | PlaceError
  | { readonly type: 'no-count' }
  | SumError
  /** Complimentary, reduced, a voucher: the service sells a seat at its price, and at no other. */
  | { readonly type: 'one-price' }

const MOST_SEATS = 50

/** `currency`: of a limit, which is typed as people say sums (`readSum`). */
export function readDeskCommand(
  typed: string,
  overview: Overview,
  plan: VenuePlan | null,
  currency: string,
): Result<DeskCommand, DeskCommandError> {
  const line = folded(typed)
  const limit = LIMIT.exec(line)
  const most = limit ? readSum(limit[1] ?? '', currency) : ok(null)
  if (!most.ok) return most
  const maxPrice = most.value
  const text = line.replace(limit?.[0] ?? '', ' ').trim()
  const named = exactSeats(text, overview)
  if (named) return ok(named)
  const typedWords = wordsOf(text)
  const words = typedWords.filter((word) => !asksWheelchair(word))
  const wheelchair = words.length < typedWords.length
  const at = countAt(words)
  const count = Number(words[at])
  const place = words.filter((_, index) => index !== at)
  const counted = count >= 1 && count <= MOST_SEATS
  const called = place.length === 0 ? ok(null) : sectionsCalled(place, overview, plan)
  if (!called.ok && called.error.type === 'unknown-place' && asksAnotherPrice(text)) return err({ type: 'one-price' })
  if (!counted) return err({ type: 'no-count' })
  return called.ok ? ok({ type: 'best', count, sectionIds: called.value, maxPrice, wheelchair }) : called
}

/** `max 50000`, `<50000` or `≤ 50k`, anywhere. */
const LIMIT = new RegExp(String.raw`(?:\bmax\b|[<≤])\s*=?\s*(${SUM_WORDS})`, 'u')

/** `<section> <row> <seats>`: `n3 f 12-15`, `n3 f12,14`, `n3 4 12 14`. */
function exactSeats(text: string, { sections }: Overview): DeskCommand | null {
  const found = /^(\S+)\s+(\p{L}+|\d+(?=[\s,:]))[\s,:]*(\d[\d\s,;-]*)$/u.exec(text)
  const section = sections.find(({ code }) => folded(code) === found?.[1])
  const row = found?.[2]
  if (!section || row === undefined) return null
  const spans = (found?.[3] ?? '').split(/[\s,;]+/u).flatMap((piece): SeatSpan[] => {
    const [from, to = from] = piece.split('-').map(Number)
    return from !== undefined && to !== undefined && piece !== '' ? [{ from, to }] : []
  })
  return { type: 'seats', sectionId: section.sectionId, row, spans }
}

/** The number that says how many stands first or last; a section may be called by a number, too. */
function countAt(words: readonly string[]): number {
  const isNumber = (word: string | undefined): boolean => /^\d+$/u.test(word ?? '')
  return isNumber(words[0]) ? 0 : isNumber(words.at(-1)) ? words.length - 1 : -1
}
