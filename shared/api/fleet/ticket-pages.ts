import { z } from 'zod'
import { base64, deviceId, hash, instant } from './contract.ts'

/** Maximum size of the encrypted content of a ticket page in Base64 characters. */
export const MAX_PAGE_BOX = 4_000_000

/** Query whether a published page was opened. */
const pageQuery = z.strictObject({
  deviceId,
  /** SHA-256 of the unguessable part of the address, in hexadecimal. */
  link: hash,
})

/** Publication of the tickets of a sale. The hub cannot read `box`: only the customer's address decrypts it. */
const pagePublication = pageQuery.extend({
  untilUtc: instant,
  /** Nonce, ciphertext and tag of AES-256-GCM, in Base64. */
  box: z.base64().max(MAX_PAGE_BOX),
})
export type PagePublication = z.infer<typeof pagePublication>

export const pageCall = z.union([pagePublication, pageQuery])
export type PageCall = z.infer<typeof pageCall>

/**
 * `address`: start of the address, to which the device appends the unguessable part. `sig`: Ed25519 in Base64, over
 * `guichet ticket address 1`, a line feed, and the device, the link and the address, one per line. `opened`: set if a
 * browser has opened the page.
 */
export const pageReply = z.object({ address: z.url().max(300), sig: base64, opened: z.literal(true).optional() })
export type PageReply = z.infer<typeof pageReply>

export const pageAddressText = (device: string, link: string, address: string): string =>
  [device, link, address].join('\n')
