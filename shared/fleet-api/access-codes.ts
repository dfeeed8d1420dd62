import { z } from 'zod'
import { base64, deviceId } from './fields.ts'

/** What a device tells that takes its access codes from the hub. */
export const toldCodes = z.strictObject({
  /** Its X25519 key, to which they are sealed: Base64 of the DER (SPKI). */
  key: base64,
  /** `mark` of those that it has; null: none. */
  mark: z.string().max(64).nullable(),
})
export type ToldCodes = z.infer<typeof toldCodes>

/** What the hub signs. */
export const codesDocument = z.strictObject({
  format: z.literal(1),
  /** The one device that may take it. */
  deviceId,
  /** Of the heartbeat that it answers: with another one it is not taken. */
  number: z.int().min(1),
  /** The hub's X25519 key for this once: Base64 of the DER (SPKI). */
  key: base64,
  /** Base64: `codesInside` as JSON, encrypted. */
  box: z.base64(),
})
export type CodesDocument = z.infer<typeof codesDocument>

/** What a box is sealed for: one device, in answer to one heartbeat. */
export const codesUse = (device: string, number: number): string => `guichet access codes 1\n${device}\n${number}`

export const codesInside = z.strictObject({
  /** Another one with every change of a code. */
  mark: z.string(),
  /** Of all events on sale, by event id. */
  codes: z.record(z.string(), z.string().min(1)),
})
export type CodesInside = z.infer<typeof codesInside>

/** `document` as it was signed: Base64 of the Ed25519 signature over `guichet access codes 1`, a line feed, and its bytes (UTF-8). */
export const signedCodes = z.strictObject({ document: z.string().max(1_000_000), signature: base64 })
export type SignedCodes = z.infer<typeof signedCodes>
