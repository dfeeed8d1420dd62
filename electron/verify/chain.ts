import { canonical } from './canonical.ts'
import { createdShape, keyShape, misfit, registerCodes, type Row, saleCodes } from './format.ts'
import type { Findings } from './report.ts'
import { labelled, readKey, sha256, type VerifyKey } from './signatures.ts'

/** I7 and `key`: takes the rows in the order they are found. */
export interface ChainCheck {
  /** The payload as a value; null when it is not canonical JSON of an object. */
  take(row: Row): object | null
  readonly ledgerId: string | null
  readonly register: string | null
  /** Time of row 1. */
  readonly createdUtc: string | null
  /** Who is named, and by which row first. */
  readonly staff: ReadonlyMap<string, number>
  readonly keys: ReadonlyMap<string, { readonly key: VerifyKey; readonly publicKey: string; readonly firstSeq: number }>
  readonly length: number
  readonly headHash: string
}

const NOTHING = '0'.repeat(64)

/** `trusted`: key ids that may sign; null when nobody said. */
export function checkChain(findings: Findings, trusted: ReadonlySet<string> | null): ChainCheck {
  const keys = new Map<string, { key: VerifyKey; publicKey: string; firstSeq: number }>()
  const finishedBoots = new Set<string>()
  const staff = new Map<string, number>()
  let ledgerId: string | null = null
  let createdUtc: string | null = null
  let last: Row | null = null

  function introduce(row: Row, keyId: string, publicKey: string): void {
    const key = readKey(publicKey)
    if (key?.keyId !== keyId) {
      findings.error('key', row.seq, `key ${keyId}`, 'the public key is not the one of this id')
      return
    }
    keys.set(keyId, { key, publicKey, firstSeq: row.seq })
    if (trusted && !trusted.has(keyId)) findings.error('key', row.seq, `key ${keyId}`, 'this key is not trusted')
    if (row.code === 'KEY_CHANGED') {
      findings.notice('key', row.seq, `key ${keyId}`, 'the register signs with another key from here on')
    }
  }

  function takeKeys(row: Row, payload: object): void {
    if (row.code === 'CREATED') {
      const created = createdShape.safeParse(payload)
      if (!created.success) return findings.error('state', row.seq, 'CREATED', misfit(created.error))
      ledgerId = created.data.ledgerId
      introduce(row, created.data.keyId, created.data.publicKey)
    }
    if (row.code === 'KEY_CHANGED') {
      const changed = keyShape.safeParse(payload)
      if (!changed.success) return findings.error('state', row.seq, 'KEY_CHANGED', misfit(changed.error))
      introduce(row, changed.data.keyId, changed.data.publicKey)
    }
  }

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
    const { hash, sig, ...rest } = row
    if (sha256(canonical(rest)) !== hash) findings.error('I7', row.seq, 'hash', 'is not the hash of this row')
    const entry = keys.get(row.key_id)
    if (!entry) return findings.error('key', row.seq, `key ${row.key_id}`, 'no row names this key')
    const current = [...keys.keys()].at(-1)
    if (current !== row.key_id) findings.error('key', row.seq, `key ${row.key_id}`, 'another key was in use by then')
    if (!entry.key.holds(labelled('guichet-journal-1', Buffer.from(hash, 'hex')), sig)) {
      findings.error('I7', row.seq, 'sig', 'does not hold')
    }
  }

  return {
    take(row) {
      const payload = parsePayload(row.payload)
      if (payload === null) findings.error('state', row.seq, 'payload', 'not canonical JSON of an object')
      checkPlace(row)
      if (payload) takeKeys(row, payload)
      checkHash(row)
      createdUtc ??= row.wall_utc
      if (row.staff_id !== null && !staff.has(row.staff_id)) staff.set(row.staff_id, row.seq)
      last = row
      return payload
    },
    get ledgerId() {
      return ledgerId
    },
    get register() {
      return last?.register ?? null
    },
    get createdUtc() {
      return createdUtc
    },
    staff,
    keys,
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
