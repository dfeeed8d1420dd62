import type { Instant } from '../../../shared/domain/sale/sale.ts'

/** The wall clock moved other than time did. */
export interface ClockJump {
  /** Milliseconds the wall clock gained (positive) or lost. */
  readonly byMs: number
  /** Last known point and this one, as people read them. */
  readonly from: string
  readonly to: string
}

/** A quartz clock corrected by the network moves less than this in one go. */
const TOLERANCE_MS = 2_000

/**
 * Compares two readings. Within one start of the program the monotonic clock says how far the wall clock should have
 * come; across a restart only a step back can be told, because nobody knows how long the machine was off.
 */
export function clockJump(last: Instant, now: Instant): ClockJump | null {
  const wallMs = Date.parse(now.wallUtc) - Date.parse(last.wallUtc)
  const byMs = last.bootId === now.bootId ? wallMs - (now.monoMs - last.monoMs) : Math.min(0, wallMs)
  return Math.abs(byMs) > TOLERANCE_MS ? { byMs, from: last.wallUtc, to: now.wallUtc } : null
}
