import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { z } from 'zod'
import { blockers } from '../../shared/domain/fleet/fleet.ts'
import { readiness } from '../../shared/api/fleet/contract.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import { readJsonFile, writeFileAtomic } from './files/atomic-file.ts'

/** The schema is not strict, because the updater reads the file, and a program of another version may add fields. */
const schema = z.object({
  version: z.string(),
  mode: z.enum(['demo', 'live']),
  deviceId: z.string(),
  pid: z.int().min(1),
  startedUtc: z.string(),
  writtenUtc: z.string(),
  partner: z.enum(['up', 'down']),
  /** Reply with which the service permanently refused a purchase. No payment starts until purchases are resumed. */
  purchasesRefused: z.object({ status: z.int(), code: z.string() }).optional(),
  /** State of the printer: `ready`, `unknown`, or the name of the problem. */
  printer: z.string(),
  /** Whether the ledger accepts another sale. Updaters of every program version wait for `canSell`. */
  canSell: z.boolean(),
  /** Whether tickets can be sold, and if not, why. Undefined if a newer version reports an unsupported issue. */
  readiness: readiness.optional().catch(undefined),
  /** Problems of the ledger that staff must check: lost rows, a new key, or a mismatch with the hub's record. */
  ledger: z.array(z.enum(['rows', 'key', 'hub'])).optional(),
  /** Number of notes put into the cashbox since it was emptied; absent without a note acceptor. */
  notesInBox: z.int().optional(),
  /** Number of unfinished sales, including sales that need staff. */
  unfinished: z.int(),
  serving: z.boolean(),
  /** Whether the screen uses Chromium's sandbox; absent if unknown, for example in a browser opened by hand. */
  screenSandboxed: z.boolean().optional(),
  /** Whether the venue is open according to the settings; null if no opening hours are set. */
  open: z.boolean().nullable().optional(),
  settings: z
    .object({
      /** Version of the hub's settings in use; 0 if there are none. */
      running: z.int(),
      /** Whether the settings file contains settings that are not in use yet. */
      waiting: z.boolean(),
      /** Reason why new settings cannot be applied now; null if nothing blocks them. */
      waitsFor: z.enum(blockers).nullable(),
      /** Reason why the last change of settings was rolled back at the start; null if not rolled back. */
      settingsRolledBack: z.string().nullable(),
    })
    .optional(),
})

export type ProgramStatus = z.infer<typeof schema>
/** Status without the fields that `startStatusFile` adds. */
export type KioskStatus = Omit<ProgramStatus, 'pid' | 'startedUtc' | 'writtenUtc'>

const EVERY_MS = 5_000
/** Maximum age of a status in milliseconds. An older status means that the program hangs or has ended. */
const STALE_MS = 20_000

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'status.json')

/** Writes `status.json` every five seconds until `stop` removes the file. `onError` receives write errors. */
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

/** Returns the last status; null if the program is not running, or if the status is older than 20 seconds. */
export function readStatus(dataDirectory: string, nowMs: number, read: Reader = readJsonFile): ProgramStatus | null {
  const status = read(pathIn(dataDirectory), schema)
  if (status === null) return null
  return Math.abs(nowMs - Date.parse(status.writtenUtc)) < STALE_MS ? status : null
}

/** Returns whether a customer is being served; false if the program is not running, null if it reports no status. */
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
