import { z } from 'zod'
import { ledgerDoubts } from '../domain/fleet/ledger-doubt.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/u, 'expected 64 hexadecimal digits')
const row = z.strictObject({ seq: z.int().min(1), hash })

/** The end of a device's ledger: which one it is, whose key signs it, and its last row. */
export const ledgerHead = z.strictObject({
  /** The name in every row of it. */
  register: z.string().min(1).max(200),
  ledgerId: z.string().min(1).max(100),
  keyId: z.string().regex(/^[0-9a-f]{32}$/u, 'expected 32 hexadecimal digits'),
  seq: z.int().min(1),
  hash,
})
export type LedgerHead = z.infer<typeof ledgerHead>

/** What a device tells of its ledger, once its hub has said that it wants to know. */
export const toldLedger = z.strictObject({
  head: ledgerHead,
  /** The row of the last head that the hub named, as this ledger has it; `hash` null: it has no such row. Null: the hub named none. */
  known: z.strictObject({ seq: z.int().min(1), hash: hash.nullable() }).nullable(),
})
export type ToldLedger = z.infer<typeof toldLedger>

const vouch = z.strictObject({
  keyId: z.string(),
  hubKey: z.base64(),
  /** Base64 of the Ed25519 signature by `hubKey` over `guichet-vouch-1`, a line feed, the ledger's id, a line feed, and `keyId`. */
  sig: z.base64(),
})

/** What the hub answers about it. */
export const ledgerReply = z.object({
  /** The last head that it keeps, and of which ledger; null: none. */
  head: row.extend({ ledgerId: z.string() }).nullable(),
  /** What an administrator has to settle; null: nothing. */
  doubt: z.enum(ledgerDoubts).nullable(),
  /** For the key that it pinned, or that an administrator vouched for; null: not for the key that was told. */
  vouch: vouch.nullable(),
})
export type LedgerReply = z.infer<typeof ledgerReply>

/** A device's ledger as the hub's page shows it. */
export const ledgerView = z.object({
  head: ledgerHead.extend({ atUtc: z.iso.datetime() }),
  doubt: z
    .object({
      type: z.enum(ledgerDoubts),
      sinceUtc: z.iso.datetime(),
      /** What the device told instead; null: it has told since what fits again. */
      told: ledgerHead.nullable(),
    })
    .nullable(),
})
export type LedgerView = z.infer<typeof ledgerView>

/** An administrator takes what the device tells for true: just this, and nothing that it told since. */
export const ledgerForm = z.strictObject({ device: z.string(), told: ledgerHead.nullable() })

/** What `guichet ledger verify --trust` reads: see docs/integrating/ledger-format.md. */
export interface TrustFile {
  readonly format: 'guichet-trust-1'
  readonly hubs: readonly string[]
  readonly registers: readonly {
    readonly register: string
    readonly keys: readonly string[]
    readonly heads: readonly { readonly seq: number; readonly hash: string }[]
  }[]
}
