import { createHmac, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import type { SigningKey } from './keys.ts'
import { readRecord, type RecordStore } from './records.ts'
import { sameText } from '../host/secrets/same-secret.ts'

const SESSION_MS = 12 * 3_600_000
const HASH = { N: 1 << 15, r: 8, p: 1, maxmem: 1 << 26 } as const

const shape = z.strictObject({ salt: z.string(), hash: z.string() })

/** Those who look after a fleet. */
export interface Administrators {
  /** Adds them, or gives them another password, told once: all their sessions end. */
  add(name: string): Promise<string>
  remove(name: string): Promise<boolean>
  names(): Promise<readonly string[]>
  /** A session's token where name and password fit; else null. */
  signIn(name: string, password: string): Promise<string | null>
  /** Whose token it is; null: nobody's, or not any more. */
  whoHas(token: string): Promise<string | null>
}

/** Tokens are computed, not kept: every hub with the same key and store knows them, and a new password ends them. */
export function createAdministrators(
  store: RecordStore,
  hubKey: () => SigningKey,
  nowMs: () => number,
): Administrators {
  const find = async (name: string) => readRecord(await store.findRecord({ kind: 'administrator', name }), shape)
  const seal = (name: string, untilMs: number, hash: string): string =>
    createHmac('sha256', hubKey().derive('fleet sessions')).update(`${name}\n${untilMs}\n${hash}`).digest('base64url')

  return {
    async add(name) {
      const password = randomBytes(15).toString('base64url')
      const salt = randomBytes(16)
      const hash = (await derive(password, salt)).toString('base64')
      const document = JSON.stringify({ salt: salt.toString('base64'), hash })
      await store.removeRecord({ kind: 'administrator', name })
      await store.keepRecord({ kind: 'administrator', name, version: 0, document })
      return password
    },

    remove: (name) => store.removeRecord({ kind: 'administrator', name }),
    names: async () => (await store.listRecords('administrator')).map(({ name }) => name),

    async signIn(name, password) {
      const kept = await find(name)
      // As much work for a name that nobody has.
      const found = await derive(password, Buffer.from(kept?.salt ?? '', 'base64'))
      if (kept === null || !sameText(found.toString('base64'), kept.hash)) return null
      const untilMs = nowMs() + SESSION_MS
      return [Buffer.from(name).toString('base64url'), untilMs, seal(name, untilMs, kept.hash)].join('.')
    },

    async whoHas(token) {
      const [named = '', until = '', sealed = ''] = token.split('.')
      const [name, untilMs] = [Buffer.from(named, 'base64url').toString(), Number(until)]
      if (!(untilMs > nowMs())) return null
      const kept = await find(name)
      return kept !== null && sameText(sealed, seal(name, untilMs, kept.hash)) ? name : null
    },
  }
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, 32, HASH, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
