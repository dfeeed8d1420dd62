import { createHash } from 'node:crypto'
import type { ReferenceForm } from '../../shared/domain/money/tender.ts'

/** Without letters and digits that people take for one another (RFC 4648 has 0 and 1 left out, too). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * A payment's reference in a provider's form, from ours: SHA-256 of it, written as a UUID of version 4 (RFC 9562) or in base32.
 * Ours begins with a random order id, so nobody can guess it; and a program that still knows the order can ask again.
 */
export function referenceFor(ours: string, form: ReferenceForm): string {
  const hash = createHash('sha256').update(`guichet-payment-1\n${ours}`).digest()
  if (form !== 'uuid4')
    return [...hash.subarray(0, form === 'short26' ? 26 : 10)].map((byte) => ALPHABET[byte % 32]).join('')
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x40, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}
