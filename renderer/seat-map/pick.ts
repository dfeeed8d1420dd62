import { blockAt } from '../../shared/domain/seats/hand-picking.ts'
import type { SeatRow } from '../../shared/domain/seats/seat-rows.ts'
import { placeAt } from '../../shared/domain/seats/wheelchair-places.ts'

/** `block`: one tap takes as many neighbours as the party still needs. `single`: one tap, one seat. */
export type PickMode = 'block' | 'single'

export interface PickRules {
  readonly mode: PickMode
  readonly partySize: number
  readonly maxSeats: number
  /** A tap takes a space for a wheelchair with its companion's seat, whatever the mode. */
  readonly wheelchair?: boolean
}

export type Pick =
  | { readonly type: 'changed'; readonly seatIds: readonly string[] }
  | { readonly type: 'refused'; readonly reason: 'taken' | 'limit' }

/**
 * What a tap on a seat does to the selection. A selected seat is given back. While the party is not complete, a block adds the
 * neighbours it still needs; once it is, the whole block moves to where the tap is.
 */
export function pickSeat(
  rows: readonly SeatRow[],
  selected: ReadonlySet<string>,
  seatId: string,
  { mode, partySize, maxSeats, wheelchair = false }: PickRules,
): Pick {
  if (wheelchair) {
    const place = placeAt(rows, seatId)
    if (place.length === 0) return { type: 'refused', reason: 'taken' }
    return { type: 'changed', seatIds: selected.has(seatId) ? [] : place }
  }
  if (selected.has(seatId)) return { type: 'changed', seatIds: [...selected].filter((id) => id !== seatId) }
  if (mode === 'single') {
    if (blockAt(rows, seatId, 1).length === 0) return { type: 'refused', reason: 'taken' }
    return selected.size >= maxSeats
      ? { type: 'refused', reason: 'limit' }
      : { type: 'changed', seatIds: [...selected, seatId] }
  }
  const wanted = Math.min(partySize, maxSeats)
  const kept = selected.size < wanted ? selected : new Set<string>()
  const block = blockAt(rows, seatId, wanted - kept.size, kept)
  return block.length === 0 ? { type: 'refused', reason: 'taken' } : { type: 'changed', seatIds: [...kept, ...block] }
}
