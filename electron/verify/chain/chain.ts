import { canonical } from '../format/canonical.ts'
import { createdShape, keyShape, misfit, registerCodes, type Row, saleCodes, vouchShape } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { hubHolds, labelled, readKey, sha256, type VerifyKey } from './signatures.ts'

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
  /** Changes of the key that the key before signed. */
  readonly handovers: readonly { readonly from: string; readonly to: string }[]
  /** Keys that a hub signed, whether it is trusted or not. */
  readonly vouches: readonly { readonly keyId: string; readonly hubKey: string }[]
  readonly length: number
  readonly headHash: string
}

const NOTHING = '0'.repeat(64)

export function checkChain(findings: Findings): ChainCheck {
  const keys = new Map<string, { key: VerifyKey; publicKey: string; firstSeq: number }>()
  const handovers: { from: string; to: string }[] = []
  const vouches: { keyId: string; hubKey: string }[] = []
  const finishedBoots = new Set<string>()
  const staff = new Map<string, number>()
  let ledgerId: string | null = null
  let createdUtc: string | null = null
  let current = ''
  let last: Row | null = null

  function introduce(row: Row, keyId: string, publicKey: string): void {
    const key = readKey(publicKey)
    if (key?.keyId !== keyId) {
      findings.error('key', row.seq, `key ${keyId}`, 'the public key is not the one of this id')
      return
    }
    keys.set(keyId, { key, publicKey, firstSeq: row.seq })
    current = keyId
  }

  function takeChange(row: Row, payload: object): void {
    const changed = keyShape.safeParse(payload)
    if (!changed.success) return findings.error('state', row.seq, 'KEY_CHANGED', misfit(changed.error))
    const { keyId, publicKey, previousSig } = changed.data
    const from = current
    introduce(row, keyId, publicKey)
    if (previousSig === undefined) {
      const why = 'the register signs with another key from here on, and the key before does not say so'
      return findings.notice('key', row.seq, `key ${keyId}`, why)
    }
    const message = labelled('guichet-key-1', `${ledgerId}\n${row.seq}\n${keyId}`)
    if (!keys.get(from)?.key.holds(message, previousSig))
      return findings.error('key', row.seq, `key ${keyId}`, 'the signature of the key before does not hold')
    handovers.push({ from, to: keyId })
    findings.notice('key', row.seq, `key ${keyId}`, 'the register signs with another key from here on')
  }

  function takeVouch(row: Row, payload: object): void {
    const vouched = vouchShape.safeParse(payload)
    if (!vouched.success) return findings.error('state', row.seq, 'KEY_VOUCHED', misfit(vouched.error))
    const { keyId, hubKey, sig } = vouched.data
    if (!keys.has(keyId)) findings.error('key', row.seq, `key ${keyId}`, 'no row before names this key')
    if (!hubHolds(hubKey, labelled('guichet-vouch-1', `${ledgerId}\n${keyId}`), sig))
      return findings.error('key', row.seq, `key ${keyId}`, 'the signature of the hub does not hold')
    vouches.push({ keyId, hubKey })
  }

  function takeKeys(row: Row, payload: object): void {
    if (row.code === 'CREATED') {
      const created = createdShape.safeParse(payload)
      if (!created.success) return findings.error('state', row.seq, 'CREATED', misfit(created.error))
      ledgerId = created.data.ledgerId
      introduce(row, created.data.keyId, created.data.publicKey)
    }
    if (row.code === 'KEY_CHANGED') takeChange(row, payload)
    if (row.code === 'KEY_VOUCHED') takeVouch(row, payload)
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
    handovers,
    vouches,
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
