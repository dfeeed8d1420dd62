import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { z } from 'zod'
import { guessablePin } from '../../shared/domain/staff.ts'
import { sameBytes } from '../host/secrets/same-secret.ts'

/** What is kept of a PIN (RFC 7914); the parameters stand beside it, so that stronger ones can follow. */
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

/** 32 MiB and some 80 ms on a till of today: a stolen file of six-digit PINs still costs a day for each of them. */
const PARAMETERS = { n: 1 << 15, r: 8, p: 1 } as const
const HASH_BYTES = 32

export const hashPin = (pin: string): Promise<PinHash> => hashed(pin, PARAMETERS)

/** Of a PIN that stands on a screen anyway: it costs nothing. */
export const hashShownPin = (pin: string): Promise<PinHash> => hashed(pin, { n: 1 << 10, r: 1, p: 1 })

async function hashed(pin: string, parameters: Omit<PinHash, 'salt' | 'hash'>): Promise<PinHash> {
  const salt = randomBytes(16)
  const hash = await derive(pin, salt, parameters)
  return { ...parameters, salt: salt.toString('base64'), hash: hash.toString('base64') }
}

/** Takes as long to compare as any other, and no PIN matches it. */
export function decoyHash(): PinHash {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64')
  return { ...PARAMETERS, salt: random(16), hash: random(HASH_BYTES) }
}

export async function pinMatches(pin: string, kept: PinHash): Promise<boolean> {
  const wanted = Buffer.from(kept.hash, 'base64')
  const found = await derive(pin, Buffer.from(kept.salt, 'base64'), kept)
  return sameBytes(found, wanted)
}

/** Six digits, told once; none that are guessed. */
export function newPin(): string {
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  return guessablePin(pin) ? newPin() : pin
}

function derive(pin: string, salt: Buffer, { n, r, p }: Pick<PinHash, 'n' | 'r' | 'p'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
