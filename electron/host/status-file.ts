import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { z } from 'zod'
import { blockers } from '../../shared/domain/fleet/fleet.ts'
import { readiness } from '../../shared/api/fleet/contract.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import { readJsonFile, writeFileAtomic } from './files/atomic-file.ts'

/** Not strict: the updater reads this file, and a program of another version may add fields. */
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
  /**
   * True if the ledger accepts another sale. The updater waits for this value, whatever the version of the running
   * program.
   */
  canSell: z.boolean(),
  /**
   * Whether the machine can sell, and if not, why. Undefined if a newer version reports an issue that this version does
   * not support.
   */
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
   * Whether the program that shows the screen uses Chromium's sandbox. Absent if unknown, for example if a browser was
   * opened by hand.
   */
  screenSandboxed: z.boolean().optional(),
  /** Whether the venue is open according to the settings. Null if no opening hours are set. */
  open: z.boolean().nullable().optional(),
  settings: z
    .object({
      /** Version of the hub's settings in force; 0 if there are none from the hub. */
      running: z.int(),
      /** True if the settings file contains settings that are not yet in force. */
      waiting: z.boolean(),
      /**
       * Reason why these settings, or newer settings of the hub, cannot be applied now. Null if nothing blocks them.
       */
      waitsFor: z.enum(blockers).nullable(),
      /** Reason why the last change of settings was rolled back at this start. Null if it was not rolled back. */
      settingsRolledBack: z.string().nullable(),
    })
    .optional(),
})

/** Status of the running program for other programs. */
export type ProgramStatus = z.infer<typeof schema>
/** The part of the status that the program itself observes. */
export type KioskStatus = Omit<ProgramStatus, 'pid' | 'startedUtc' | 'writtenUtc'>

const EVERY_MS = 5_000
/** Maximum age of a status in milliseconds. An older status means that the program hangs or has ended. */
const STALE_MS = 20_000

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'status.json')

/**
 * Writes `status.json` into the data directory every five seconds until it is stopped. Then removes the file and no
 * longer calls `observe`. `onError` receives the error if a status could not be written.
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

/** Reads a status file. Returns null if the file does not exist. Throws if the file is invalid. */
type Reader = (path: string, shape: z.ZodType<ProgramStatus>) => ProgramStatus | null

/**
 * Returns the last status of the program. Returns null if the program does not run, or if the status is older than 20
 * seconds.
 */
export function readStatus(dataDirectory: string, nowMs: number, read: Reader = readJsonFile): ProgramStatus | null {
  const status = read(pathIn(dataDirectory), schema)
  if (status === null) return null
  return Math.abs(nowMs - Date.parse(status.writtenUtc)) < STALE_MS ? status : null
}

/**
 * Returns whether the program that uses this data directory is serving a customer. Returns false if no program runs;
 * null if a program runs but does not report.
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
