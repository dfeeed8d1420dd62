import { canonical } from '../format/canonical.ts'
import { registerCodes, type Row, saleCodes } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { followKeys, type KeyHistory } from './keys.ts'
import { sha256 } from './signatures.ts'

/** I7 and `key`: takes the rows in the order they are found. */
export interface ChainCheck extends KeyHistory {
  /** The payload as a value; null when it is not canonical JSON of an object. */
  take(row: Row): object | null
  readonly ledgerId: string | null
  readonly register: string | null
  /** Time of row 1. */
  readonly createdUtc: string | null
  /** Who is named, and by which row first. */
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
