import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { createdShape, keyShape, misfit, registerCodes, type Row, saleCodes, vouchShape } from './format.ts'
import { canonical, type Findings } from './report.ts'

/** Checks I7 and `key`. Takes the rows in the order of the file. */
export interface ChainCheck extends KeyHistory {
  /** Returns the payload as a value; null if it is not the canonical JSON of an object. */
  take(row: Row): object | null
  readonly ledgerId: string | null
  readonly register: string | null
  /** Time of row 1. */
  readonly createdUtc: string | null
  /** Staff ids, each with the first row that names it. */
  readonly staff: ReadonlyMap<string, number>
  readonly length: number
  readonly headHash: string
}

const NOTHING = '0'.repeat(64)

export function checkChain(findings: Findings): ChainCheck {
  const keys = followKeys(findings)
  const finishedBoots = new Set<string>()
  const staff = new Map<string, number>()
  let createdUtc: string | null = null
  let last: Row | null = null

  function checkPlace(row: Row): void {
    const expected = (last?.seq ?? 0) + 1
    if (row.seq !== expected) findings.error('I7', row.seq, 'seq', `row ${expected} was expected here`)
    if (row.prev_hash !== (last?.hash ?? NOTHING))
      findings.error('I7', row.seq, 'prev_hash', 'not the hash of the row before')
    if ((row.seq === 1) !== (row.code === 'CREATED'))
      findings.error('I7', row.seq, 'code', 'CREATED is row 1 and only that')
    if (last && row.register !== last.register) findings.error('I7', row.seq, 'register', `was ${last.register} before`)
    if (!(row.sale_id === null ? registerCodes : saleCodes).has(row.code)) {
      findings.error('I7', row.seq, 'code', `${row.code} is no code of this kind of row`)
    }
    if (last === null || last.boot_id !== row.boot_id) {
      if (finishedBoots.has(row.boot_id)) findings.error('I7', row.seq, 'boot_id', 'this start had ended before')
      if (last) finishedBoots.add(last.boot_id)
    } else if (row.mono_ms < last.mono_ms) {
      findings.error('I7', row.seq, 'mono_ms', 'goes back within one start')
    }
  }

  function checkHash(row: Row): void {
    const { hash, sig: _sig, ...rest } = row
    if (sha256(canonical(rest)) !== hash) findings.error('I7', row.seq, 'hash', 'is not the hash of this row')
    keys.checkSignature(row)
  }

  return {
    take(row) {
      const payload = parsePayload(row.payload)
      if (payload === null) findings.error('state', row.seq, 'payload', 'not canonical JSON of an object')
      checkPlace(row)
      if (payload) keys.take(row, payload)
      checkHash(row)
      createdUtc ??= row.wall_utc
      if (row.staff_id !== null && !staff.has(row.staff_id)) staff.set(row.staff_id, row.seq)
      last = row
      return payload
    },
    get ledgerId() {
      return keys.ledgerId()
    },
    get register() {
      return last?.register ?? null
    },
    get createdUtc() {
      return createdUtc
    },
    staff,
    keys: keys.known,
    handovers: keys.handovers,
    vouches: keys.vouches,
    get length() {
      return last?.seq ?? 0
    },
    get headHash() {
      return last?.hash ?? NOTHING
    },
  }
}

function parsePayload(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) && canonical(value) === text
      ? value
      : null
  } catch {
    return null
  }
}

/** The keys that signed the rows, and their attestations. */
interface KeyHistory {
  readonly keys: ReadonlyMap<string, { readonly key: VerifyKey; readonly publicKey: string; readonly firstSeq: number }>
  /** Changes of the key that the previous key signed. */
  readonly handovers: readonly { readonly from: string; readonly to: string }[]
  /** Keys attested by a hub, whether or not the hub is trusted. */
  readonly vouches: readonly { readonly keyId: string; readonly hubKey: string }[]
}

/** Checks `key`: tracks the register's key from row to row. */
function followKeys(findings: Findings) {
  const known = new Map<string, { key: VerifyKey; publicKey: string; firstSeq: number }>()
  const handovers: { from: string; to: string }[] = []
  const vouches: { keyId: string; hubKey: string }[] = []
  let ledgerId: string | null = null
  let current = ''

  function introduce(row: Row, keyId: string, publicKey: string): void {
    const key = readKey(publicKey)
    if (key?.keyId !== keyId) {
      findings.error('key', row.seq, `key ${keyId}`, 'the public key is not the one of this id')
      return
    }
    known.set(keyId, { key, publicKey, firstSeq: row.seq })
    current = keyId
  }

  function takeChange(row: Row, payload: object): void {
    const changed = keyShape.safeParse(payload)
    if (!changed.success) return findings.error('state', row.seq, 'KEY_CHANGED', misfit(changed.error, payload))
    const { keyId, publicKey, previousSig } = changed.data
    const from = current
    introduce(row, keyId, publicKey)
    if (previousSig === undefined) {
      const why = 'the register signs with another key from here on, and the key before does not say so'
      return findings.notice('key', row.seq, `key ${keyId}`, why)
    }
    const message = labelled('guichet-key-1', `${ledgerId}\n${row.seq}\n${keyId}`)
    if (!known.get(from)?.key.holds(message, previousSig))
      return findings.error('key', row.seq, `key ${keyId}`, 'the signature of the key before does not hold')
    handovers.push({ from, to: keyId })
    findings.notice('key', row.seq, `key ${keyId}`, 'the register signs with another key from here on')
  }

  function takeVouch(row: Row, payload: object): void {
    const vouched = vouchShape.safeParse(payload)
    if (!vouched.success) return findings.error('state', row.seq, 'KEY_VOUCHED', misfit(vouched.error, payload))
    const { keyId, hubKey, sig } = vouched.data
    if (!known.has(keyId)) findings.error('key', row.seq, `key ${keyId}`, 'no row before names this key')
    if (!hubHolds(hubKey, labelled('guichet-vouch-1', `${ledgerId}\n${keyId}`), sig))
      return findings.error('key', row.seq, `key ${keyId}`, 'the signature of the hub does not hold')
    vouches.push({ keyId, hubKey })
  }

  function take(row: Row, payload: object): void {
    if (row.code === 'CREATED') {
      const created = createdShape.safeParse(payload)
      if (!created.success) return findings.error('state', row.seq, 'CREATED', misfit(created.error, payload))
      ledgerId = created.data.ledgerId
      introduce(row, created.data.keyId, created.data.publicKey)
    }
    if (row.code === 'KEY_CHANGED') takeChange(row, payload)
    if (row.code === 'KEY_VOUCHED') takeVouch(row, payload)
  }

  function checkSignature(row: Row): void {
    const entry = known.get(row.key_id)
    if (!entry) return findings.error('key', row.seq, `key ${row.key_id}`, 'no row names this key')
    if (current !== row.key_id) findings.error('key', row.seq, `key ${row.key_id}`, 'another key was in use by then')
    if (!entry.key.holds(labelled('guichet-journal-1', Buffer.from(row.hash, 'hex')), row.sig)) {
      findings.error('I7', row.seq, 'sig', 'does not hold')
    }
  }

  return { take, checkSignature, ledgerId: () => ledgerId, known, handovers, vouches }
}

/** A register's public key and its id as computed from the key itself. */
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
      return sig.length === 64 && verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, sig)
    },
  }
}

/** Returns whether this is a valid signature of that hub. False if the key is not an Ed25519 key. */
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
