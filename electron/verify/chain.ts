import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Entry, registerCodes, type Row, saleCodes } from './format.ts'
import { canonical, type Findings } from './report.ts'

const NOTHING = '0'.repeat(64)

/** Checks invariant I7 and `key` for rows in the order of the file. */
export class ChainCheck {
  readonly keys = new Map<string, { readonly key: VerifyKey; readonly publicKey: string; readonly firstSeq: number }>()
  /** Key changes that were signed by the previous key. */
  readonly handovers: { readonly from: string; readonly to: string }[] = []
  /** Keys attested by a hub, whether or not the hub is trusted. */
  readonly vouches: { readonly keyId: string; readonly hubKey: string }[] = []
  /** Staff IDs, each with the first row that contains it. */
  readonly staff = new Map<string, number>()
  ledgerId: string | null = null
  createdUtc: string | null = null
  readonly #findings: Findings
  readonly #finishedBoots = new Set<string>()
  #last: Row | null = null
  #keyId = ''

  constructor(findings: Findings) {
    this.#findings = findings
  }

  get register(): string | null {
    return this.#last?.register ?? null
  }

  get length(): number {
    return this.#last?.seq ?? 0
  }

  get headHash(): string {
    return this.#last?.hash ?? NOTHING
  }

  take(row: Row, entry: Entry | null): void {
    this.#checkPlace(row)
    if (entry) this.#followKeys(entry)
    const { hash, sig: _sig, ...rest } = row
    if (sha256(canonical(rest)) !== hash) this.#findings.error('I7', row.seq, 'hash', 'is not the hash of this row')
    this.#checkSignature(row)
    this.createdUtc ??= row.wall_utc
    if (row.staff_id !== null && !this.staff.has(row.staff_id)) this.staff.set(row.staff_id, row.seq)
    this.#last = row
  }

  #checkPlace(row: Row): void {
    const last = this.#last
    const bad = (what: string, why: string): void => this.#findings.error('I7', row.seq, what, why)
    const expected = this.length + 1
    if (row.seq !== expected) bad('seq', `row ${expected} was expected here`)
    if (row.prev_hash !== this.headHash) bad('prev_hash', 'not the hash of the row before')
    if ((row.seq === 1) !== (row.code === 'CREATED')) bad('code', 'CREATED is row 1 and only that')
    if (last && row.register !== last.register) bad('register', `was ${last.register} before`)
    if (!(row.sale_id === null ? registerCodes : saleCodes).has(row.code))
      bad('code', `${row.code} is not a valid code for this row`)
    if (last === null || last.boot_id !== row.boot_id) {
      if (this.#finishedBoots.has(row.boot_id)) bad('boot_id', 'this boot had already ended')
      if (last) this.#finishedBoots.add(last.boot_id)
    } else if (row.mono_ms < last.mono_ms) bad('mono_ms', 'decreases within one boot')
  }

  #followKeys({ code, row, said }: Entry): void {
    const { seq } = row
    if (code === 'CREATED') {
      this.ledgerId = said.ledgerId
      this.#introduce(seq, said)
    }
    if (code === 'KEY_CHANGED') {
      const { keyId, previousSig } = said
      const from = this.#keyId
      this.#introduce(seq, said)
      if (previousSig === undefined) {
        const why = 'the register changes its key without a signature of the previous key'
        return this.#findings.notice('key', seq, `key ${keyId}`, why)
      }
      const message = labelled('guichet-key-1', `${this.ledgerId}\n${seq}\n${keyId}`)
      if (!this.keys.get(from)?.key.holds(message, previousSig))
        return this.#findings.error('key', seq, `key ${keyId}`, 'the signature by the previous key is invalid')
      this.handovers.push({ from, to: keyId })
      this.#findings.notice('key', seq, `key ${keyId}`, 'the register changes its key')
    }
    if (code === 'KEY_ATTESTED') {
      const { keyId, hubKey, sig } = said
      const bad = (why: string): void => this.#findings.error('key', seq, `key ${keyId}`, why)
      if (!this.keys.has(keyId)) bad('no earlier row names this key')
      if (!hubHolds(hubKey, labelled('guichet-vouch-1', `${this.ledgerId}\n${keyId}`), sig))
        return bad("the hub's signature is invalid")
      this.vouches.push({ keyId, hubKey })
    }
  }

  #introduce(seq: number, { keyId, publicKey }: { readonly keyId: string; readonly publicKey: string }): void {
    const key = readKey(publicKey)
    if (key?.keyId !== keyId)
      return this.#findings.error('key', seq, `key ${keyId}`, 'the public key does not match this id')
    this.keys.set(keyId, { key, publicKey, firstSeq: seq })
    this.#keyId = keyId
  }

  #checkSignature({ seq, key_id, hash, sig }: Row): void {
    const entry = this.keys.get(key_id)
    if (!entry) return this.#findings.error('key', seq, `key ${key_id}`, 'no row names this key')
    if (this.#keyId !== key_id) this.#findings.error('key', seq, `key ${key_id}`, 'another key was in use at that time')
    if (!entry.key.holds(labelled('guichet-journal-1', Buffer.from(hash, 'hex')), sig))
      this.#findings.error('I7', seq, 'sig', 'does not hold')
  }
}

/** Returns null if the text is not the canonical JSON of an object. */
export function parsePayload(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) && canonical(value) === text
      ? value
      : null
  } catch {
    return null
  }
}

/** Public key of a register, with the ID computed from the key. */
export interface VerifyKey {
  readonly keyId: string
  holds(message: Uint8Array, sigBase64: string): boolean
}

/** Returns null if the text is not a P-256 public key. */
export function readKey(spkiBase64: string): VerifyKey | null {
  const der = Buffer.from(spkiBase64, 'base64')
  let key: KeyObject
  try {
    key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return null
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return null
  return {
    keyId: createHash('sha256').update(der).digest('hex').slice(0, 32),
    holds(message, sigBase64) {
      const sig = Buffer.from(sigBase64, 'base64')
      return sig.length === 64 && verify('sha256', message, key, derOf(sig))
    },
  }
}

/** Converts a signature r ‖ s of 64 bytes to DER, which Node checks in three fifths of the time. */
function derOf(sig: Uint8Array): Uint8Array {
  const integers = [sig.subarray(0, 32), sig.subarray(32)].flatMap((bytes) => {
    const minimal = bytes.subarray(
      Math.max(
        0,
        bytes.findIndex((byte) => byte !== 0),
      ),
    )
    const digits = (minimal[0] ?? 0) >= 0x80 ? [0, ...minimal] : [...minimal]
    return [0x02, digits.length, ...digits]
  })
  return Uint8Array.of(0x30, integers.length, ...integers)
}

/** Returns whether a hub's signature is valid; false if the key is not an Ed25519 key. */
export function hubHolds(spkiBase64: string, message: Uint8Array, sigBase64: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, message, key, Buffer.from(sigBase64, 'base64'))
  } catch {
    return false
  }
}

/** Returns `label`, a line feed, and the parts to sign. */
export function labelled(label: string, ...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat([Buffer.from(`${label}\n`), ...parts.map((part) => Buffer.from(part))])
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
