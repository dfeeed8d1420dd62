import type { SeatOffer } from '../seats/offer.ts'
import { err, ok, type Result } from '../result.ts'
import type { SeatRow } from '../seats/choice/index.ts'
import type { NamedSeats } from './desk-command.ts'
import { folded } from './folded.ts'

export type SeatsNamedError =
  | { readonly type: 'unknown-row'; readonly row: string }
  | { readonly type: 'unknown-seat'; readonly numbers: readonly number[] }
  /** No numbers, or a range without an end. */
  | { readonly type: 'not-seats'; readonly typed: string }
  /** Several meanings, each as it can be typed without doubt. */
  | { readonly type: 'which-line'; readonly typed: string; readonly lines: readonly string[] }
  /** Codes of those that somebody else has. */
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }

/** From one number to another along the row, both included; a single seat begins and ends at itself. */
interface SeatSpan {
  readonly from: number
  readonly to: number
}

/** A way to divide a text into a row and numbers. */
interface Reading {
  readonly row: SeatRow
  readonly numbers: string
}

/**
 * The seats that a row and numbers mean, in the row's own order. A span runs along the row, whatever its numbering: where
 * seats are 11, 13, 15, `11-15` is three of them. All or none.
 */
export function seatsNamed(rows: readonly SeatRow[], named: NamedSeats): Result<readonly SeatOffer[], SeatsNamedError> {
  const reading = readRow(rows, named)
  if (!reading.ok) return reading
  const { row, numbers } = reading.value
  const spans = readSpans(numbers)
  if (!spans) return err({ type: 'not-seats', typed: numbers })
  const seats = row.seats.map(({ seat }) => seat)
  const indexOf = (number: number): number => seats.findIndex((seat) => seat.number === number)
  const unknown = spans.flatMap(({ from, to }) => [from, to]).filter((number) => indexOf(number) < 0)
  if (unknown.length > 0) return err({ type: 'unknown-seat', numbers: [...new Set(unknown)] })
  if (named.otherwise) return whichLine(named, [lineOf(named, reading.value), named.otherwise.line])
  const meant = seats.filter((_, index) =>
    spans.some(({ from, to }) => {
      const [first, last] = [indexOf(from), indexOf(to)].toSorted((a, b) => a - b)
      return index >= (first ?? 0) && index <= (last ?? -1)
    }),
  )
  const taken = meant.filter(({ status }) => status !== 'available')
  return taken.length > 0 ? err({ type: 'seat-taken', seatCodes: taken.map(({ code }) => code) }) : ok(meant)
}

/** Between a row and its numbers: blanks, commas, a colon; or nothing, after what is no digit. */
const CUT = /[\s,;:]+(?=\d)|(?<=[^\d\s,;:–-])(?=\d)/gu

/**
 * Finds the row with the longest name that the text begins with. A colon ends the name of the row. Without a colon, a text
 * that may be a shorter name with more numbers has several meanings: `A1,5` and `A1-5`, where there are rows A and A1.
 */
function readRow(rows: readonly SeatRow[], named: NamedSeats): Result<Reading, SeatsNamedError> {
  const rowsCalled = (name: string): readonly SeatRow[] => rows.filter(({ label }) => folded(label) === name)
  const cuts = [...named.seats.matchAll(CUT)].map(({ index, input, 0: gap }) => {
    return { name: input.slice(0, index), gap, numbers: input.slice(index + gap.length) }
  })
  const colon = cuts.find(({ gap }) => gap.includes(':'))
  const readings = (colon ? [colon] : cuts).flatMap((cut) => rowsCalled(cut.name).map((row) => ({ ...cut, row })))
  const longest = readings.at(-1)
  if (!longest) {
    if (rowsCalled(named.seats).length > 0) return err({ type: 'not-seats', typed: named.seats.toUpperCase() })
    const called = cuts.find(({ gap }) => gap !== '') ?? cuts[0]
    return err({ type: 'unknown-row', row: called?.name ?? named.seats })
  }
  const { name, gap, numbers } = longest
  const others = readings.filter(
    (each) => each !== longest && (each.name === name || (/[,;]/u.test(gap) && readSpans(each.numbers))),
  )
  const [first = ''] = /^\d+/u.exec(numbers) ?? []
  const after = numbers.slice(first.length).replace(/^[\s,;–-]+/u, '')
  const longer = colon ? [] : rowsCalled(`${name}${gap}${first}`).map((row) => ({ row, numbers: after }))
  const meanings = [...others, longest, ...longer]
  if (meanings.length === 1) return ok(longest)
  return whichLine(
    named,
    meanings.map((each) => lineOf(named, each)),
  )
}

function whichLine(
  { section, seats }: NamedSeats,
  lines: readonly string[],
): Result<never, Extract<SeatsNamedError, { readonly type: 'which-line' }>> {
  return err({ type: 'which-line', typed: `${section} ${seats}`.toUpperCase(), lines })
}

/** A line that means these seats and nothing else. */
function lineOf({ section }: NamedSeats, { row, numbers }: Reading): string {
  return `${section.toUpperCase()} ${row.label}: ${numbers === '' ? '…' : numbers}`
}

/** `12-15`, `12,14 16`; null if a range has no beginning or end. */
function readSpans(numbers: string): readonly SeatSpan[] | null {
  const pieces = numbers.replaceAll(/\s*[–-]\s*/gu, '-').split(/[\s,;]+/u)
  const spans = pieces
    .filter((piece) => piece !== '')
    .map((piece) => /^(?<from>\d+)(?:-(?<to>\d+))?$/u.exec(piece)?.groups)
  if (spans.length === 0) return null
  const read = spans.flatMap((span): SeatSpan[] =>
    span?.['from'] === undefined ? [] : [{ from: Number(span['from']), to: Number(span['to'] ?? span['from']) }],
  )
  return read.length === spans.length ? read : null
}
