import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { Clock } from './ports.ts'

const FREE_TRIES = 3
const FIRST_LOCK_MS = 15_000

export type PinRefusal = { readonly type: 'wrong-pin' } | { readonly type: 'pin-locked'; readonly seconds: number }

/**
 * Staff's word at a counter. After three wrong tries the pad locks, and each further wrong try doubles the lock.
 * `matches` compares in constant time; the PIN itself never leaves the main process.
 */
export function createPinGuard(
  matches: (pin: string) => boolean,
  clock: Clock,
): (pin: string) => Result<null, PinRefusal> {
  let wrong = 0
  let lockedUntil = 0
  return (pin) => {
    const now = clock.now().monoMs
    if (now < lockedUntil) return err({ type: 'pin-locked', seconds: Math.ceil((lockedUntil - now) / 1000) })
    if (matches(pin)) {
      wrong = 0
      return ok(null)
    }
    wrong += 1
    if (wrong >= FREE_TRIES) lockedUntil = now + FIRST_LOCK_MS * 2 ** (wrong - FREE_TRIES)
    return err({ type: 'wrong-pin' })
  }
}
