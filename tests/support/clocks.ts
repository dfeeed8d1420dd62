import { createSystemClock } from '../../electron/host/system.ts'
import type { Clock } from '../../electron/kiosk/ports/ports.ts'

const clock = createSystemClock()

/** Clock that runs five times as fast, for a simulated device and its driver, which wait for one another. */
export const fastClock: Clock = {
  now: () => ({ ...clock.now(), monoMs: clock.now().monoMs * 5 }),
  sleep: (ms, signal) => clock.sleep(ms / 5, signal),
}

/** Intervals of the shortest heartbeat and of the status file. */
const repeatedMs: readonly number[] = [1_000, 5_000]

/** System clock on which the one-second heartbeat and the status file are due every tenth of a second. */
export const beatingClock: Clock = {
  ...clock,
  sleep: (ms, signal) => clock.sleep(repeatedMs.includes(ms) ? 100 : ms, signal),
}
