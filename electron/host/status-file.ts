import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { z } from 'zod'
import { blockers } from '../../shared/domain/fleet/fleet.ts'
import { readiness } from '../../shared/fleet-api/contract.ts'
import type { Clock } from '../core/ports/ports.ts'
import { readWhole, writeWhole } from './files/whole-file.ts'

/** A program of another version may say more: the update reads it. */
const schema = z.object({
  version: z.string(),
  mode: z.enum(['demo', 'live']),
  deviceId: z.string(),
  pid: z.int().min(1),
  startedUtc: z.string(),
  writtenUtc: z.string(),
  partner: z.enum(['up', 'down']),
  /** How the service refused a purchase for good: no payment begins until it is resumed. */
  purchasesRefused: z.object({ status: z.int(), code: z.string() }).optional(),
  /** `ready`, what is wrong, or `unknown`. */
  printer: z.string(),
  /** The ledger takes another sale: what an update of the program waits for, of whatever version. */
  canSell: z.boolean(),
  /** Whether it can sell, and if not why. Undefined where a newer version names an obstacle that is unknown here. */
  readiness: readiness.optional().catch(undefined),
  /** What people have to look into of the ledger itself: rows that are lost, a new key, what the hub remembers. */
  ledger: z.array(z.enum(['rows', 'key', 'hub'])).optional(),
  /** Notes that its device put into the box since that was emptied; absent: it takes none. */
  notesInBox: z.int().optional(),
  /** Sales that are not at their end, those that wait for staff among them. */
  unfinished: z.int(),
  /** Somebody is being served. */
  serving: z.boolean(),
  /**
   * Whether the program that shows the screen keeps Chromium's sandbox; absent: it is not known, as for a browser that was
   * opened by hand.
   */
  screenSandboxed: z.boolean().optional(),
  /** By the settings' opening hours; null where there are none. */
  open: z.boolean().nullable().optional(),
  settings: z
    .object({
      /** The hub's version that is in force; 0: none of the hub's. */
      running: z.int(),
      /** Others lie in the file. */
      waiting: z.boolean(),
      /** What they, or others at the hub, wait for; null: for nothing. */
      waitsFor: z.enum(blockers).nullable(),
      /** Why the last change was taken back at this start; null: it was not. */
      givenUp: z.string().nullable(),
    })
    .optional(),
})

/** How the running program is, for those who look at it from outside. */
export type ProgramStatus = z.infer<typeof schema>
/** What the program itself knows of it. */
export type Observed = Omit<ProgramStatus, 'pid' | 'startedUtc' | 'writtenUtc'>

const EVERY_MS = 5_000
/** A program that has not written for so long hangs, or is gone. */
const STALE_MS = 20_000

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'status.json')

/**
 * Writes `status.json` into the data directory every five seconds, until stopped; then there is none, and nothing is
 * observed any more. `onError` hears of a status that could not be told.
 */
export function keepStatus(
  dataDirectory: string,
  clock: Pick<Clock, 'sleep'>,
  observe: () => Promise<Observed>,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const startedUtc = new Date().toISOString()
  const ending = new AbortController()
  async function write(): Promise<void> {
    try {
      const observed = await observe()
      const writtenUtc = new Date().toISOString()
      writeWhole(pathIn(dataDirectory), { ...observed, pid: process.pid, startedUtc, writtenUtc })
    } catch (error) {
      onError(error)
    }
  }
  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      await write()
      await clock.sleep(EVERY_MS, ending.signal)
    }
  }
  const kept = keep()
  return {
    async stop() {
      ending.abort()
      await kept
      rmSync(pathIn(dataDirectory), { force: true })
    },
  }
}

/** Null where there is no such file; throws where there is another thing. */
type Reader = (path: string, shape: z.ZodType<ProgramStatus>) => ProgramStatus | null

/** What the program last said of itself; null where none runs, or none has said anything for 20 seconds. */
export function readStatus(dataDirectory: string, nowMs: number, read: Reader = readWhole): ProgramStatus | null {
  const status = read(pathIn(dataDirectory), schema)
  if (status === null) return null
  return Math.abs(nowMs - Date.parse(status.writtenUtc)) < STALE_MS ? status : null
}

/**
 * Whether a customer is being served on these data: false also where no program runs; null where one runs and says nothing.
 */
export function isServing(dataDirectory: string, nowMs: number, read: Reader): boolean | null {
  const fresh = readStatus(dataDirectory, nowMs, read)
  if (fresh !== null) return fresh.serving
  const last = read(pathIn(dataDirectory), schema)
  return last !== null && isAlive(last.pid) ? null : false
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
