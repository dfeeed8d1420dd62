import type { Unread } from '../../shared/partner-api/reading.ts'
import type { Log } from '../core/ports/ports.ts'

/** Something of a reply that is not offered because it cannot be read, or not be priced exactly; the rest is. */
export interface LeftOut extends Unread {
  readonly what: 'event' | 'zone' | 'section' | 'seat'
}

export type OnLeftOut = (leftOut: LeftOut) => void

/** A partner that invents a new id each time must not fill the log. */
const MOST_SAID = 1_000

/** Says each of them once. */
export function logLeftOut(log: Log): OnLeftOut {
  const said = new Set<string>()
  return ({ what, which, field }) => {
    const key = `${what} ${which} ${field}`
    if (said.has(key) || said.size >= MOST_SAID) return
    said.add(key)
    log.warn('partner.offer-left-out', { what, which, field: field || 'all of it' })
  }
}
