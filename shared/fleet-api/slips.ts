import { z } from 'zod'
import { textForms } from '../domain/text-forms.ts'
import { base64, deviceId } from './fields.ts'

const slipId = z.string().regex(/^[2-9A-Z]{10}$/u, 'expected ten letters and digits')
const reference = z.string().min(1).max(64)

/** A credit slip as the machine that wrote it tells of it. */
const told = z.strictObject({
  slipId,
  amount: z.int().min(1),
  currency: z.string().regex(textForms.currency),
  /** The name in the ledger that wrote it. */
  register: z.string().min(1).max(200),
  issuedUtc: z.iso.datetime(),
})

/**
 * What a device asks. `spend`: once for each slip; the same answer to the same reference. `settle`: what became of that; nothing more
 * becomes of it. `release`: it is taken back, and the slip is free.
 */
export const slipAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tell'), slips: z.array(told).min(1).max(100) }),
  z.strictObject({ type: z.literal('find'), slipId }),
  z.strictObject({ type: z.literal('spend'), slipId, reference }),
  z.strictObject({ type: z.literal('settle'), reference }),
  z.strictObject({ type: z.literal('release'), reference }),
])
export type SlipAct = z.infer<typeof slipAct>

export const slipCall = z.strictObject({
  deviceId,
  /** Slips of a demonstration are known to demonstrations alone. */
  mode: z.enum(['demo', 'live']),
  act: slipAct,
})
export type SlipCall = z.infer<typeof slipCall>

/** `sig`: Base64 of the Ed25519 signature over `guichet slip spent 1` and the text, each member on a line, of docs/integrating/fleet-api.md. */
export const slipReply = z.discriminatedUnion('type', [
  /** Numbers under which the hub has other slips, and does not take these. */
  z.object({ type: z.literal('told'), others: z.array(slipId) }),
  /** Null: the hub knows no such slip. `free`: nobody has spent it. */
  z.object({ type: z.literal('found'), slip: told.extend({ free: z.boolean() }).nullable() }),
  z.object({ type: z.literal('spent'), slip: told, sig: base64 }),
  /** Somebody else has spent it, or nobody told the hub of it. */
  z.object({ type: z.literal('refused') }),
  /** Nothing was spent under that reference, and nothing will be. */
  z.object({ type: z.literal('void') }),
])
export type SlipReply = z.infer<typeof slipReply>
