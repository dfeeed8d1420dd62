import type { SeatOffer } from '../seats/offer.ts'
import { err, ok, type Result } from '../result.ts'
import type { SeatRow } from '../seats/choice/index.ts'
import type { SeatSpan } from './desk-command.ts'

export type SeatsNamedError =
  | { readonly type: 'unknown-row'; readonly row: string }
  | { readonly type: 'unknown-seat'; readonly numbers: readonly number[] }
  /** Codes of those that somebody else has. */
  | { readonly type: 'seat-taken'; readonly seatCodes: readonly string[] }

/**
 * The seats that a row and numbers mean, in the row's own order. A span runs along the row, whatever its numbering: where
 * seats are 11, 13, 15, `11-15` is three of them. All or none.
 */
export function seatsNamed(
  rows: readonly SeatRow[],
  label: string,
  spans: readonly SeatSpan[],
): Result<readonly SeatOffer[], SeatsNamedError> {
  const row = rows.find((each) => each.label.toLowerCase() === label.toLowerCase())
  if (!row) return err({ type: 'unknown-row', row: label })
  const seats = row.seats.map(({ seat }) => seat)
  const indexOf = (number: number): number => seats.findIndex((seat) => seat.number === number)
  const unknown = spans.flatMap(({ from, to }) => [from, to]).filter((number) => indexOf(number) < 0)
  if (unknown.length > 0) return err({ type: 'unknown-seat', numbers: [...new Set(unknown)] })
  const meant = seats.filter((_, index) =>
    spans.some(({ from, to }) => {
      const [first, last] = [indexOf(from), indexOf(to)].toSorted((a, b) => a - b)
      return index >= (first ?? 0) && index <= (last ?? -1)
    }),
  )
  const taken = meant.filter(({ status }) => status !== 'available')
  return taken.length > 0 ? err({ type: 'seat-taken', seatCodes: taken.map(({ code }) => code) }) : ok(meant)
}
