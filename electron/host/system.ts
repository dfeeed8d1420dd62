import { createHash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { homedir, hostname, uptime } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { ReferenceForm } from '../../shared/domain/money/tender.ts'
import type { Clock } from '../kiosk/ports/ports.ts'

export function defaultDataDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Guichet')
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'guichet')
}

/** Returns the default folder of `guichet demo`, separate from the folder of a demo that may be running. */
export const demoSaleDirectory = (): string => join(defaultDataDirectory(), 'demo-sale')

interface ForeignFolder {
  readonly path: string
  readonly uid: number
}

/**
 * Returns the topmost folder on the path that belongs to another account; null if there is none, or if the process does
 * not run as root. Links and settings in a foreign folder would take effect with root's rights.
 */
export function foreignFolder(folder: string): ForeignFolder | null {
  if (process.geteuid?.() !== 0) return null
  const path = resolve(folder)
  if (dirname(path) === path) return null
  const above = foreignFolder(dirname(path))
  if (above !== null) return above
  const uid = lstatSync(path, { throwIfNoEntry: false })?.uid ?? 0
  return uid === 0 ? null : { path, uid }
}

export const ledgerFile = (directory: string): string => join(directory, 'ledger.db')

export const bookingFile = (directory: string): string => join(directory, 'booking-service.db')

/** Returns the language of the account that runs the program; French if the account's language is not supported. */
export function accountLanguage(): Language {
  const named = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || ''
  return languages.find((each) => named.startsWith(each)) ?? 'fr'
}

/** Maximum duration of a timer in Node, which stores the duration in 31 bits. A longer timer fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Minimum difference that counts as sleep. The system's uptime has a resolution of one second. */
const MIN_SLEEP_MS = 2_000

interface TimeSources {
  /** Milliseconds of a monotonic clock that may stop while the computer sleeps. */
  readonly awakeMs: () => number
  /** Milliseconds since the computer started, including the time asleep, independent of the wall clock. */
  readonly uptimeMs: () => number
}

/** Measures how long the computer slept. Timers stop during that time on most systems. */
export class SleepMeter {
  /** Total time asleep since the program started, in milliseconds. Updated by `look`. */
  asleepMs = 0
  readonly #sources: TimeSources
  readonly #pauses = new Set<() => void>()
  #aheadMs: number

  constructor(sources: TimeSources = { awakeMs: () => performance.now(), uptimeMs: () => uptime() * 1000 }) {
    this.#sources = sources
    this.#aheadMs = sources.uptimeMs() - sources.awakeMs()
  }

  /** Milliseconds since the program started, including the time asleep. */
  nowMs(): number {
    return this.#sources.awakeMs() + this.asleepMs
  }

  /**
   * Returns whether the computer has slept since the last call. If so, ends all pauses, so that deadlines are checked.
   */
  look(): boolean {
    // The difference is compared between calls, because the two clocks drift apart by a few seconds a day.
    const before = this.#aheadMs
    this.#aheadMs = this.#sources.uptimeMs() - this.#sources.awakeMs()
    const sleptMs = this.#aheadMs - before
    if (sleptMs < MIN_SLEEP_MS) return false
    this.asleepMs += sleptMs
    for (const end of this.#pauses) end()
    return true
  }

  /** Resolves after `ms` milliseconds, when `signal` aborts, or when the computer wakes from sleep. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#pauses.delete(end)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      this.#pauses.add(end)
      signal?.addEventListener('abort', end, { once: true })
    })
  }
}

/** Sleep meter of this computer, shared by all clocks of the program. */
export const computerSleep = new SleepMeter()

/** Creates a clock whose `monoMs` counts from its creation, including time asleep, independent of the wall clock. */
export function createSystemClock(sleep: SleepMeter = computerSleep): Clock {
  const bootId = randomUUID()
  const startedMs = sleep.nowMs()
  return {
    now: () => ({ monoMs: Math.round(sleep.nowMs() - startedMs), bootId, wallUtc: new Date().toISOString() }),
    async sleep(ms, signal) {
      const until = sleep.nowMs() + ms
      const isOver = (): boolean => signal?.aborted === true || until - sleep.nowMs() < 1
      if (signal?.aborted) return
      do await sleep.pause(Math.min(Math.max(until - sleep.nowMs(), 0), MAX_TIMER_MS), signal)
      while (!isOver())
    },
  }
}

/** Returns the host name, limited to the characters that are allowed in a device id. */
export function defaultDeviceId(): string {
  return hostname()
    .replaceAll(/[^\w-]/gu, '-')
    .slice(0, 32)
}

/** Characters of base32 (RFC 4648), which omits the easily confused 0 and 1. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Derives the reference that a provider receives for a payment from our own reference `ours`, as a UUID of version 4
 * (RFC 9562) or in base32. The random order id in `ours` makes the reference unguessable.
 */
export function referenceFor(ours: string, form: ReferenceForm): string {
  const hash = createHash('sha256').update(`guichet-payment-1\n${ours}`).digest()
  if (form !== 'uuid4')
    return [...hash.subarray(0, form === 'short26' ? 26 : 10)].map((byte) => ALPHABET[byte % 32]).join('')
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
