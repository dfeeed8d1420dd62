import type { Countdown, Instant, LastLook } from './sale.ts'

/** A refund is possible only this long after the holds have run out (sale safety, "Refund fence"). */
export const REFUND_FENCE_MS = 30_000

/**
 * Milliseconds the holds still have; negative after expiry. A hold clock of another boot counts as if the whole time
 * were left when this one started: too long is safe for a refund fence, and no payment starts on a resumed sale.
 */
export function holdRemainingMs(hold: Countdown, now: Instant): number {
  return hold.remainingMs - (hold.bootId === now.bootId ? now.monoMs - hold.monoMs : now.monoMs)
}

/** The service surely still keeps the seats for us: no longer known after a restart, and near the end. */
export function surelyHeld(hold: Countdown, now: Instant): boolean {
  return hold.bootId === now.bootId && holdRemainingMs(hold, now) > REFUND_FENCE_MS
}

export function pastRefundFence(hold: Countdown, now: Instant): boolean {
  return holdRemainingMs(hold, now) < -REFUND_FENCE_MS
}

/** So long the service's last word stands: somebody counts money meanwhile. */
const LOOK_LASTS_MS = 600_000

export function lookStands(look: LastLook | undefined, now: Instant): look is LastLook {
  if (!look || look.state === 'asking' || look.asked.bootId !== now.bootId) return false
  return now.monoMs - look.asked.monoMs <= LOOK_LASTS_MS
}
