import { createHash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { ReferenceForm } from '../../shared/domain/money/tender.ts'
import type { Clock } from '../kiosk/ports/ports.ts'

/** Returns the platform's folder for a program's own data. */
export function defaultDataDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Guichet')
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'guichet')
}

/**
 * Returns the folder in which `guichet demo` sells by default. It is separate from that of a demo that may be running.
 */
export const demoSaleDirectory = (): string => join(defaultDataDirectory(), 'demo-sale')

/** A folder that belongs to another account, whose user ID is `uid`. */
interface ForeignFolder {
  readonly path: string
  readonly uid: number
}

/**
 * Returns the topmost folder on this path that belongs to another account. Root must not work in such a folder, because
 * that account's links and settings would take effect. Null if there is no such folder, or if this process does not run
 * as root.
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

/** Returns the path of the ledger of the register with this data directory. */
export const ledgerFile = (directory: string): string => join(directory, 'ledger.db')

/** Returns the path of the database with venues, events and holds of the built-in ticket service. */
export const bookingFile = (directory: string): string => join(directory, 'booking-service.db')

/** Returns the language of the account that runs this program; French if that language is not supported. */
export function accountLanguage(): Language {
  const named = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || ''
  return languages.find((each) => named.startsWith(each)) ?? 'fr'
}

/** Maximum duration of a timer. A longer timer fires immediately, because its duration is stored in 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Creates the machine's clock. `monoMs` counts from this call and is independent of the wall clock. */
export function createSystemClock(): Clock {
  const bootId = randomUUID()
  const startedMs = performance.now()
  return {
    now: () => ({ monoMs: Math.round(performance.now() - startedMs), bootId, wallUtc: new Date().toISOString() }),
    async sleep(ms, signal) {
      if (signal?.aborted) return
      try {
        for (let left = ms; left >= 0; left -= MAX_TIMER_MS) {
          await wait(Math.min(left, MAX_TIMER_MS), undefined, { ...(signal && { signal }), ref: true })
        }
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'AbortError') throw error
      }
    },
  }
}

/** Returns the default name of a machine: its host name, limited to the characters allowed in a name. */
export function defaultDeviceId(): string {
  return hostname()
    .replaceAll(/[^\w-]/gu, '-')
    .slice(0, 32)
}

/** Characters of base32 (RFC 4648), which omits the easily confused 0 and 1. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * Derives a payment's reference in a provider's form from `ours`: its SHA-256 as a UUID of version 4 (RFC 9562) or in
 * base32. `ours` begins with a random order id, so the reference cannot be guessed. A program that still has the order
 * can query the payment again.
 */
export function referenceFor(ours: string, form: ReferenceForm): string {
  const hash = createHash('sha256').update(`guichet-payment-1\n${ours}`).digest()
  if (form !== 'uuid4')
    return [...hash.subarray(0, form === 'short26' ? 26 : 10)].map((byte) => ALPHABET[byte % 32]).join('')
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
