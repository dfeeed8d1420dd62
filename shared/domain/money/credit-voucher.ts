import { codeFrom, readCode } from '../sale/collection-code.ts'
import type { Minor } from './money.ts'

/** Credit voucher, spent or paid out only once and in full; a remainder becomes a new voucher. */
export interface IssuedSlip {
  /** Ten letters and digits; anyone with the number can spend the voucher. */
  readonly slipId: string
  readonly amount: Minor
  readonly currency: string
}

/** `taken`: a payment whose outcome is still open has claimed the voucher. */
export type SlipState = 'open' | 'taken' | 'spent' | 'paid-out'

/** Voucher in the ledger of the machine that issued it. */
export interface KnownSlip extends IssuedSlip {
  readonly saleId: string
  readonly state: SlipState
  /** Reference of the last payment that claimed the voucher; null if there was none. */
  readonly reference: string | null
  readonly issuedUtc: string
  /** Whether the voucher may have been spent in ledger rows that were lost. */
  readonly doubtful: boolean
  /** Key of the hub that manages the voucher; null if only this machine accepts the voucher. */
  readonly hub: string | null
  /** Number of reprints. */
  readonly copies: number
}

export const SLIP_NUMBER_LENGTH = 10

/** Derives a voucher number from a fresh UUID of version 4. */
export const slipNumber = (uuid: string): string => codeFrom(uuid, SLIP_NUMBER_LENGTH)

/** Returns the stored form of a typed number; null if the text is not a voucher number. */
export const readSlipNumber = (typed: string): string | null => readCode(typed, SLIP_NUMBER_LENGTH)

export interface SlipClaim extends IssuedSlip {
  /** `keyId`: identifier of the key that signs the voucher. */
  readonly register: string
  readonly issuedUtc: string
  readonly keyId: string
}

/** Returns the text to be signed; no field contains the separator `|`. */
export function slipClaimText({ slipId, amount, currency, register, issuedUtc, keyId }: SlipClaim): string {
  return ['GS1', slipId, amount, currency, encodeURIComponent(register), issuedUtc, keyId].join('|')
}

/** Parses a scanned code; null for other codes. Do not trust the result before `signature` is checked. */
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

export interface HubSlip extends IssuedSlip {
  readonly register: string
  readonly issuedUtc: string
}

/** The hub's attestation that a device has spent a voucher or charged an account under the given reference. */
export interface HubAttestation {
  /** Register that issued the voucher, or number of the customer account. */
  readonly register: string
  readonly deviceId: string
  readonly reference: string
  /** Base64 of the hub's key (DER, SPKI), and of its Ed25519 signature of `spendingText`. */
  readonly hubKey: string
  readonly sig: string
}

/** Returns the text that a hub signs after `guichet slip spent 1` and a line feed. */
export function spendingText(
  { slipId, amount, currency }: IssuedSlip,
  { register, deviceId, reference }: Pick<HubAttestation, 'register' | 'deviceId' | 'reference'>,
): string {
  return [slipId, amount, currency, register, deviceId, reference].join('\n')
}

/** `void` proves that nothing was or will be spent under the reference; the first outcome is final. */
export type SlipSpending =
  | { readonly outcome: 'spent'; readonly slip: HubSlip }
  | { readonly outcome: 'refused' | 'void' }

/** The calling machine; vouchers from training or a demo have no value on a live machine. */
export interface VoucherRequester {
  readonly deviceId: string
  readonly mode: 'demo' | 'live'
}

/** Store for the vouchers of a hub's machines; each operation is atomic, and durable when its promise resolves. */
export interface SlipStore {
  /** Stores a voucher, idempotently. Resolves to false if another voucher already has its number. */
  tellSlip(slip: HubSlip & VoucherRequester): Promise<boolean>
  /** Returns a voucher; null if the number is unknown. `free`: whether the voucher is unspent. */
  findSlip(wish: { readonly slipId: string } & VoucherRequester): Promise<(HubSlip & { readonly free: boolean }) | null>
  /** Spends a voucher once; repeated calls with a reference return the first outcome. */
  spendSlip(wish: { readonly slipId: string; readonly reference: string } & VoucherRequester): Promise<SlipSpending>
  /** Returns the outcome of the spending with a reference; after the call, the outcome is final. */
  settleSpending(wish: { readonly reference: string } & VoucherRequester): Promise<SlipSpending>
  /** Reverses a spending: the voucher is unspent again, and the reference can never be used for a spending. */
  releaseSpending(wish: { readonly reference: string } & VoucherRequester): Promise<void>
}
