import { createHash, randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
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

/** Creates a clock whose `monoMs` counts from the call and is independent of the wall clock. */
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
