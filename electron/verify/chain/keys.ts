import { createdShape, keyShape, type Row, vouchShape } from '../format/format.ts'
import { misfit } from '../format/misfit.ts'
import type { Findings } from '../format/report.ts'
import { hubHolds, labelled, readKey, type VerifyKey } from './signatures.ts'

/** Which keys signed the rows, and on whose word. */
export interface KeyHistory {
  readonly keys: ReadonlyMap<string, { readonly key: VerifyKey; readonly publicKey: string; readonly firstSeq: number }>
  /** Changes of the key that the key before signed. */
  readonly handovers: readonly { readonly from: string; readonly to: string }[]
  /** Keys that a hub signed, whether it is trusted or not. */
  readonly vouches: readonly { readonly keyId: string; readonly hubKey: string }[]
}

/** `key`: follows the register's key from row to row. */
export function followKeys(findings: Findings) {
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
