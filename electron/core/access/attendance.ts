import type { Blocker } from '../../../shared/domain/fleet/fleet.ts'
import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { Clock } from '../ports/ports.ts'

/** For how long nobody is to have touched the screen, where the settings do not say. */
const QUIET_MS = 60_000

/** A page that has not said so again by then is gone, and so is its user. */
const IN_USE_MS = 90_000

/** Whether somebody stands at the screen, as far as the screen says so, and what is being done for them. */
export interface Attendance {
  /** What the screen says of the person who stands there. */
  note(said: CommandInput<'noteAttention'>): void
  /** A command, known of while it is carried out. */
  during<T>(command: () => Promise<T>): Promise<T>
  blocker(): Extract<Blocker, 'work' | 'attention'> | null
}

/** The person who started the machine is before it. */
export function createAttendance(clock: Pick<Clock, 'now'>, quietMs = QUIET_MS): Attendance {
  let seenMs = clock.now().monoMs
  let inUseUntilMs = 0
  let inHand = 0
  return {
    note({ inUse }) {
      seenMs = clock.now().monoMs
      inUseUntilMs = inUse ? seenMs + IN_USE_MS : 0
    },
    async during(command) {
      inHand += 1
      try {
        return await command()
      } finally {
        inHand -= 1
      }
    },
    blocker() {
      if (inHand > 0) return 'work'
      const nowMs = clock.now().monoMs
      return nowMs < inUseUntilMs || nowMs - seenMs < quietMs ? 'attention' : null
    },
  }
}
