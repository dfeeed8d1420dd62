/**
 * The register's secrets, behind whichever store keeps them. ECDSA on P-256 with SHA-256; signatures are r ‖ s,
 * 64 bytes (IEEE P1363).
 */
export interface Signer {
  /** SHA-256 of the public key's SPKI DER, the first 16 bytes in hexadecimal. */
  readonly keyId: string
  /** SPKI DER in base64. */
  readonly publicKey: string
  sign(bytes: Uint8Array): Uint8Array
  /** The key before this one, where it is still at hand: it vouches for this one. */
  readonly previous?: Pick<Signer, 'keyId' | 'sign'> | undefined
  /** 32 bytes that seal what names a customer (AES-256). */
  readonly sealingKey: Uint8Array
}
