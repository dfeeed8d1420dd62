import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { z } from 'zod'
import { isWeakPin } from '../../shared/domain/staff.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import {
  asJson,
  readFileWithBackup,
  type Report,
  setAsideKept,
  writeFileWithBackup,
} from '../host/files/atomic-file.ts'
import { sameBytes } from '../host/secrets/same-secret.ts'

/** Stored PIN hash (scrypt, RFC 7914) with its parameters, so that later hashes can be stronger. */
export const pinHashShape = z.strictObject({
  n: z
    .int()
    .min(1 << 10)
    .max(1 << 20),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  salt: z.base64(),
  hash: z.base64(),
})
export type PinHash = z.infer<typeof pinHashShape>

/** A hash takes 32 MiB and about 80 ms, so finding a six-digit PIN in a stolen file takes up to a day. */
const PARAMETERS = { n: 1 << 15, r: 8, p: 1 } as const
const HASH_BYTES = 32

export const hashPin = (pin: string): Promise<PinHash> => hashed(pin, PARAMETERS)

/** Hashes a PIN that is shown on a screen anyway, with the cheapest parameters. */
export const hashShownPin = (pin: string): Promise<PinHash> => hashed(pin, { n: 1 << 10, r: 1, p: 1 })

async function hashed(pin: string, parameters: Omit<PinHash, 'salt' | 'hash'>): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, parameters)
  return { ...parameters, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Returns a hash that no PIN matches, and whose comparison takes as long as any other comparison. */
export function decoyHash(): PinHash {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64')
  return { ...PARAMETERS, salt: random(16), hash: random(HASH_BYTES) }
}

export async function pinMatches(pin: string, kept: PinHash): Promise<boolean> {
  const wanted = Buffer.from(kept.hash, 'base64')
  const found = await derive(pin, Buffer.from(kept.salt, 'base64'), kept)
  return sameBytes(found, wanted)
}

/** Returns six random digits that are not easy to guess. */
export function newPin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  return isWeakPin(pin) ? newPin() : pin
}

function derive(pin: string, salt: Buffer, { n, r, p }: Pick<PinHash, 'n' | 'r' | 'p'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

const FREE_TRIES = 3
const FIRST_LOCK_MS = 15_000
/** Limits a lock to 17 hours, which is longer than any shift. */
const MAX_DOUBLINGS = 12

/**
 * ID of the shared attempt count. After the counts were lost, it applies to everyone without a count of their own, and
 * the first lock lasts a minute.
 */
const ANYBODY = '*'
const LOST_TRIES = FREE_TRIES + 2

const shape = z.strictObject({ wrong: z.record(z.string(), z.int().min(0)) })

/**
 * Locks a PIN after three wrong attempts in a row; each further wrong attempt doubles the lock. The count is written to
 * disk before the reply, so that a restart begins the lock again.
 */
export interface PinLocks {
  /** Returns the whole seconds until the next attempt; 0 if an attempt is allowed now. */
  secondsLeft(id: string): number
  failed(id: string): void
  passed(id: string): void
}

export function openPinLocks(path: string, clock: Clock, report: Report): PinLocks {
  const wrong = new Map(Object.entries(readCounts(path, report)))
  const lockedUntil = new Map<string, number>()
  const keep = (): void => writeFileWithBackup(path, { wrong: Object.fromEntries(wrong) })
  const lock = (id: string, tries: number): void => {
    if (tries < FREE_TRIES) return
    const lockMs = FIRST_LOCK_MS * 2 ** Math.min(tries - FREE_TRIES, MAX_DOUBLINGS)
    lockedUntil.set(id, clock.now().monoMs + lockMs)
  }
  for (const [id, tries] of wrong) lock(id, tries)
  return {
    secondsLeft(id) {
      const until = lockedUntil.get(wrong.has(id) ? id : ANYBODY) ?? 0
      return Math.max(0, Math.ceil((until - clock.now().monoMs) / 1000))
    },
    failed(id) {
      const tries = (wrong.get(id) ?? wrong.get(ANYBODY) ?? 0) + 1
      wrong.set(id, tries)
      keep()
      lock(id, tries)
    },
    passed(id) {
      lockedUntil.delete(id)
      const before = wrong.get(id)
      if (wrong.has(ANYBODY)) wrong.set(id, 0)
      else wrong.delete(id)
      if (wrong.get(id) !== before) keep()
    },
  }
}

/** Returns locks that check both `own` and `others`, but count attempts only in `own`. */
export function combinePinLocks(others: Pick<PinLocks, 'secondsLeft'>, own: PinLocks): PinLocks {
  return { ...own, secondsLeft: (id) => Math.max(others.secondsLeft(id), own.secondsLeft(id)) }
}

/** If the counts and their copy are lost, all PINs are locked, so that damage never unlocks a PIN. */
function readCounts(path: string, report: Report): Record<string, number> {
  try {
    return readFileWithBackup(path, asJson(shape), report)?.wrong ?? {}
  } catch (error) {
    const wrong = { [ANYBODY]: LOST_TRIES }
    report(`${(error as Error).message}. Each PIN is locked for one minute until its first use`)
    setAsideKept(path)
    writeFileWithBackup(path, { wrong })
    return wrong
  }
}
