import { type KeyObject, sign, verify } from 'node:crypto'

/**
 * ECDSA on P-256 with SHA-256, signatures as r ‖ s of 32 bytes each (IEEE P1363). Node makes this form itself, but only
 * by way of an options object, which doubles the time of a signature: so the DER that it makes anyway is taken apart here.
 */
export function signP256(bytes: Uint8Array, key: KeyObject): Buffer {
  const der = sign('sha256', bytes, key)
  const signature = Buffer.alloc(2 * SCALAR_BYTES)
  // SEQUENCE { INTEGER r, INTEGER s }: lengths below 128 take one byte, integers have no more bytes than they need.
  const sAt = putInteger(der, 2, signature, 0)
  putInteger(der, sAt, signature, SCALAR_BYTES)
  return signature
}

export function verifyP256(bytes: Uint8Array, signature: Uint8Array, key: KeyObject): boolean {
  return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

const SCALAR_BYTES = 32

/** Copies the integer at `at` right-aligned into 32 bytes; returns where the next element begins. */
function putInteger(der: Buffer, at: number, target: Buffer, offset: number): number {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  // A leading zero keeps the sign positive and carries no value.
  const from = end - Math.min(length, SCALAR_BYTES)
  der.copy(target, offset + SCALAR_BYTES - (end - from), from, end)
  return end
}
