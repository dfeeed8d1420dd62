import type { IssuedSlip } from './credit-slip.ts'

/** A credit slip as a hub knows it, from the machine that wrote it. */
export interface HubSlip extends IssuedSlip {
  /** The name in the ledger that wrote it. */
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly issuedUtc: string
}

/** The hub's word that this device has spent a slip, under a reference of its own. */
export interface HubWord {
  readonly register: string
  readonly deviceId: string
  readonly reference: string
  /** Base64 of the hub's key (DER, SPKI), and of its Ed25519 signature over `spendingText`. */
  readonly hubKey: string
  readonly sig: string
}

/** What a hub signs behind `guichet slip spent 1` and a line feed. */
export function spendingText(
  { slipId, amount, currency }: IssuedSlip,
  { register, deviceId, reference }: Pick<HubWord, 'register' | 'deviceId' | 'reference'>,
): string {
  return [slipId, amount, currency, register, deviceId, reference].join('\n')
}

/**
 * What a hub's store says of a spending. The first thing that is asked under a reference holds for ever: `void` is proof that nothing was
 * spent under it, and nothing ever will be.
 */
export type SlipSpending =
  { readonly outcome: 'spent'; readonly slip: HubSlip } | { readonly outcome: 'refused' | 'void' }

/** Who asks: slips of training or of a demonstration are worth nothing to a machine that sells. */
export interface SlipAsker {
  readonly deviceId: string
  readonly mode: 'demo' | 'live'
}

/** The slips of a hub's machines. Each operation is atomic, and durable when its promise resolves. */
export interface SlipStore {
  /** False where another slip has that number. Told twice is told once. */
  tellSlip(slip: HubSlip & SlipAsker): Promise<boolean>
  /** `free`: nobody has spent it. */
  findSlip(wish: { readonly slipId: string } & SlipAsker): Promise<(HubSlip & { readonly free: boolean }) | null>
  /** Once for each slip; the same answer to the same reference. */
  spendSlip(wish: { readonly slipId: string; readonly reference: string } & SlipAsker): Promise<SlipSpending>
  /** What became of that spending; nothing more becomes of it. */
  settleSpending(wish: { readonly reference: string } & SlipAsker): Promise<SlipSpending>
  /** Takes it back: the slip is free again, and nothing is ever spent under that reference. */
  releaseSpending(wish: { readonly reference: string } & SlipAsker): Promise<void>
}
