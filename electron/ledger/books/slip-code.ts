import type { Database } from 'better-sqlite3'
import { type KnownSlip, readSlipCode, slipClaimText } from '../../../shared/domain/money/credit-slip.ts'
import { publicKey } from '../evidence/check.ts'
import { verifyP256 } from '../chain/ecdsa.ts'
import type { Signer } from '../chain/signer.ts'

const LABEL = 'guichet-slip-1\n'

/** The text of the code on a slip's paper, signed with the present key. See docs/integrating/ledger-format.md, "A credit slip's code". */
export function slipCode({ slipId, amount, currency, issuedUtc }: KnownSlip, register: string, signer: Signer): string {
  const text = slipClaimText({ slipId, amount, currency, register, issuedUtc, keyId: signer.keyId })
  return `${text}|${Buffer.from(signer.sign(Buffer.from(LABEL + text))).toString('base64url')}`
}

/** Whether a key that this ledger was ever signed with signed it. */
export function signedSlip(db: Database, code: string): boolean {
  const claim = readSlipCode(code)
  if (!claim) return false
  const key = db.prepare('SELECT public_key FROM signing_key WHERE key_id = ?').pluck().get(claim.keyId)
  if (typeof key !== 'string') return false
  const signed = Buffer.from(LABEL + slipClaimText(claim))
  return verifyP256(signed, Buffer.from(claim.signature, 'base64url'), publicKey(key))
}
