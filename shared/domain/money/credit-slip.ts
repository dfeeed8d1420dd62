import { COLLECTION_LETTERS } from '../sale/collection-code.ts'
import type { Minor } from './money.ts'

/**
 * Money of a customer's that a machine owes: what was over, or what was put in for a sale that came to nothing. It is spent or paid out
 * whole, once; what is over then is another slip.
 */
export interface IssuedSlip {
  /** Ten letters and digits, on the paper and by telephone. Who knows it can spend it. */
  readonly slipId: string
  readonly amount: Minor
  readonly currency: string
}

/** `taken`: a payment has it, and nothing is decided. */
export type SlipState = 'open' | 'taken' | 'spent' | 'paid-out'

/** A slip as the ledger that wrote it knows it. */
export interface KnownSlip extends IssuedSlip {
  /** The sale whose money it is. */
  readonly saleId: string
  readonly state: SlipState
  /** Of the payment that has it, or had. */
  readonly reference: string | null
  /** Wall time, ISO 8601 UTC. */
  readonly issuedUtc: string
  /** Rows were lost since: it may have been spent in them. */
  readonly doubtful: boolean
  /** The key of the hub that was told of it, and has the only word about it since; null: it is spent here and nowhere else. */
  readonly hub: string | null
  /** Papers of it after the first. */
  readonly copies: number
}

export const SLIP_NUMBER_LENGTH = 10

/** A slip's number from a fresh UUID of version 4: its last 48 bits, which are random. */
export function slipNumber(uuid: string): string {
  let rest = Number.parseInt(`0${uuid.replaceAll('-', '').slice(-12)}`, 16) || 0
  return Array.from({ length: SLIP_NUMBER_LENGTH }, () => {
    const letter = COLLECTION_LETTERS.charAt(rest % COLLECTION_LETTERS.length)
    rest = Math.floor(rest / COLLECTION_LETTERS.length)
    return letter
  }).join('')
}

/** The number as it is kept, from what was typed; null where that is none. */
export function readSlipNumber(typed: string): string | null {
  const number = typed.toUpperCase().replaceAll(/[\s-]/gu, '')
  const known = Array.from(number).every((letter) => COLLECTION_LETTERS.includes(letter))
  return known && number.length === SLIP_NUMBER_LENGTH ? number : null
}

/** In two halves, as people read it out. */
export function slipInHalves(slipId: string): string {
  return `${slipId.slice(0, SLIP_NUMBER_LENGTH / 2)} ${slipId.slice(SLIP_NUMBER_LENGTH / 2)}`
}

/** What the code on a slip's paper says. */
export interface SlipClaim extends IssuedSlip {
  /** The machine that issued it, and the key that signed this. */
  readonly register: string
  readonly issuedUtc: string
  readonly keyId: string
}

/** Its text, to be signed; each member is free of the bar between them. */
export function slipClaimText({ slipId, amount, currency, register, issuedUtc, keyId }: SlipClaim): string {
  return ['GS1', slipId, amount, currency, encodeURIComponent(register), issuedUtc, keyId].join('|')
}

/** What was scanned, taken apart; null where it is no slip. Nothing of it is believed before `signature` is checked. */
export function readSlipCode(text: string): (SlipClaim & { readonly signature: string }) | null {
  const form =
    /^GS1\|([2-9A-Z]{10})\|(\d{1,15})\|([A-Z]{3})\|([\w.!~*'()%-]{1,200})\|([\dTZ:.-]{20,24})\|([\da-f]{32})\|([\w-]{86})$/u
  const found = form.exec(text.trim())
  if (!found) return null
  const [, typed = '', amount = '', currency = '', register = '', issuedUtc = '', keyId = '', signature = ''] = found
  const slipId = readSlipNumber(typed)
  if (slipId === null) return null
  try {
    return {
      slipId,
      amount: Number(amount),
      currency,
      register: decodeURIComponent(register),
      issuedUtc,
      keyId,
      signature,
    }
  } catch {
    return null
  }
}

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
