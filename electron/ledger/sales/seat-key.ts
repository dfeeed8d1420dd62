import type { Place } from '../../../shared/domain/seats/place.ts'

/** A seat as people type it, `N3 F 12` or `n3-f-12`: without what stands between. The first migration for it says the same. */
export function seatKey(text: string): string {
  return text.replaceAll(/[ -]/gu, '')
}

export function placeKey({ sector, row, seatNumber }: Place): string {
  return seatKey(`${sector}${row}${seatNumber}`)
}
