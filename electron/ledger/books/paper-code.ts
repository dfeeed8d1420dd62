import { canonicalJson } from '../chain/canonical-json.ts'
import type { Closure } from './closures.ts'
import type { Signer } from '../chain/signer.ts'

/** What the code of a printed Z says beside the closure's own figures. */
export interface PaperFacts {
  readonly register: string
  readonly ledgerId: string
  /** Hash of the closure's row, hexadecimal. */
  readonly hash: string
}

/**
 * The text of the code on a printed Z: someone who keeps the paper holds the row, the sums and the key fast against the
 * machine that wrote them. See docs/integrating/ledger-format.md, "The Z report's code". Signed with the present key when it is
 * printed: a reprint says the same, under a signature of its own.
 */
export function paperCode(closure: Closure, { register, ledgerId, hash }: PaperFacts, signer: Signer): string {
  const { shiftNo, seq, perpetualNet, perpetualAbs } = closure
  const payload = canonicalJson({
    v: 1,
    register,
    ledger: ledgerId,
    closure: shiftNo,
    seq,
    hash,
    net: perpetualNet,
    abs: perpetualAbs,
    key: signer.keyId,
  })
  const sig = signer.sign(Buffer.from(`guichet-paper-1\n${payload}`))
  return ['GZ1', Buffer.from(payload).toString('base64url'), Buffer.from(sig).toString('base64url')].join('.')
}
