import type { Blocker } from '../../../shared/domain/fleet/blocker.ts'
import { ok } from '../../../shared/domain/result.ts'
import type { KioskApi } from '../../../shared/kiosk-api/contract.ts'
import type { Commands } from './access.ts'
import type { Clock } from '../ports/ports.ts'

/** For how long nobody is to have touched the screen, where the settings do not say. */
const QUIET_MS = 60_000

/** A page that has not said so again by then is gone, and so is whoever used it. */
const IN_USE_MS = 90_000

/** Whether somebody stands at the screen, as far as the screen says so, and what is being done for them. */
export interface Attendance {
  readonly commands: Pick<Commands, 'noteAttention'>
  /** The same commands, known of while they are carried out. */
  watched(api: KioskApi): KioskApi
  blocker(): Extract<Blocker, 'work' | 'attention'> | null
}

/** Whoever starts the machine stands before it. */
export function createAttendance(clock: Pick<Clock, 'now'>, quietMs = QUIET_MS): Attendance {
  let seenMs = clock.now().monoMs
  let inUseUntilMs = 0
  let inHand = 0
  type Carry = (input: unknown) => Promise<unknown>
  const watch =
    (carry: Carry): Carry =>
    async (input) => {
      inHand += 1
      try {
        return await carry(input)
      } finally {
        inHand -= 1
      }
    }
  return {
    commands: {
      async noteAttention({ inUse }) {
        seenMs = clock.now().monoMs
        inUseUntilMs = inUse ? seenMs + IN_USE_MS : 0
        return ok(null)
      },
    },
    watched: (api) =>
      Object.fromEntries(
        Object.entries(api).map(([name, carry]) => [name, watch(carry as Carry)]),
      ) as unknown as KioskApi,
    blocker() {
      if (inHand > 0) return 'work'
      const nowMs = clock.now().monoMs
      return nowMs < inUseUntilMs || nowMs - seenMs < quietMs ? 'attention' : null
    },
  }
}
