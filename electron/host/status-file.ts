import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { z } from 'zod'
import { blockers } from '../../shared/domain/fleet/fleet.ts'
import { readiness } from '../../shared/api/fleet/contract.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import { readJsonFile, writeFileAtomic } from './files/atomic-file.ts'

/** The update reads this file, and a program of another version may add fields. */
const schema = z.object({
  version: z.string(),
  mode: z.enum(['demo', 'live']),
  deviceId: z.string(),
  pid: z.int().min(1),
  startedUtc: z.string(),
  writtenUtc: z.string(),
  partner: z.enum(['up', 'down']),
  /** The reply by which the service refused a purchase permanently. No payment starts until purchases are resumed. */
  purchasesRefused: z.object({ status: z.int(), code: z.string() }).optional(),
  /** `ready`, the problem, or `unknown`. */
  printer: z.string(),
  /** True if the ledger accepts another sale. An update of the program waits for this value from any version. */
  canSell: z.boolean(),
  /** Whether it can sell, and if not, why. Undefined if a newer version reports an issue that is unknown here. */
  readiness: readiness.optional().catch(undefined),
  /** Problems of the ledger itself that staff must check: lost rows, a new key, a mismatch with the hub's record. */
  ledger: z.array(z.enum(['rows', 'key', 'hub'])).optional(),
  /** Number of notes that were put into the cashbox since it was emptied. Absent if the machine accepts none. */
  notesInBox: z.int().optional(),
  /** Number of unfinished sales, including those that wait for staff. */
  unfinished: z.int(),
  /** True while a customer is being served. */
  serving: z.boolean(),
  /**
   * Whether the program that shows the screen keeps Chromium's sandbox. Absent if unknown, such as for a browser that
   * was opened by hand.
   */
  screenSandboxed: z.boolean().optional(),
  /** Whether the venue is open according to the settings. Null if they have no opening hours. */
  open: z.boolean().nullable().optional(),
  settings: z
    .object({
      /** Version of the hub's settings in force; 0 if there are none from the hub. */
      running: z.int(),
      /** True if the settings file contains other settings. */
      waiting: z.boolean(),
      /** What blocks these settings, or newer ones at the hub. Null if nothing does. */
      waitsFor: z.enum(blockers).nullable(),
      /** Why the last change was rolled back at this start. Null if it was not. */
      settingsRolledBack: z.string().nullable(),
    })
    .optional(),
})

/** Status of the running program for other programs. */
export type ProgramStatus = z.infer<typeof schema>
/** The part of the status that the program itself observes. */
export type KioskStatus = Omit<ProgramStatus, 'pid' | 'startedUtc' | 'writtenUtc'>

const EVERY_MS = 5_000
/** Age of a status after which the program hangs or has ended. */
const STALE_MS = 20_000

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'status.json')

/**
 * Writes `status.json` into the data directory every five seconds until it is stopped. Then it removes the file and
 * observes nothing more. `onError` receives the error if a status could not be written.
 */
export function startStatusFile(
  dataDirectory: string,
  clock: Pick<Clock, 'sleep'>,
  observe: () => Promise<KioskStatus>,
  onError: (error: unknown) => void,
): { readonly stop: () => Promise<void> } {
  const startedUtc = new Date().toISOString()
  const ending = new AbortController()
  async function write(): Promise<void> {
    try {
      const observed = await observe()
      const writtenUtc = new Date().toISOString()
      writeFileAtomic(pathIn(dataDirectory), { ...observed, pid: process.pid, startedUtc, writtenUtc })
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

/** Returns null if there is no such file. Throws if the file is invalid. */
type Reader = (path: string, shape: z.ZodType<ProgramStatus>) => ProgramStatus | null

/** Returns the last status of the program. Null if none runs, or if it is older than 20 seconds. */
export function readStatus(dataDirectory: string, nowMs: number, read: Reader = readJsonFile): ProgramStatus | null {
  const status = read(pathIn(dataDirectory), schema)
  if (status === null) return null
  return Math.abs(nowMs - Date.parse(status.writtenUtc)) < STALE_MS ? status : null
}

/**
 * Returns whether a customer is being served with these data. False if no program runs; null if one runs but does not
 * report.
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
    // The process exists, but belongs to another account.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
