import { codeFrom, readCode } from '../sale/collection-code.ts'
import type { Minor } from './money.ts'

/**
 * Credit voucher: customer money that a machine owes, from an overpayment or a sale that was not completed. The voucher
 * is spent or paid out only once and in full; an amount left over becomes another voucher.
 */
export interface IssuedSlip {
  /**
   * Number of ten letters and digits, printed on the voucher and given by telephone. Anyone with this number can spend
   * the voucher.
   */
  readonly slipId: string
  readonly amount: Minor
  readonly currency: string
}

/** State of a voucher; `taken`: a payment whose outcome is still open has claimed the voucher. */
export type SlipState = 'open' | 'taken' | 'spent' | 'paid-out'

/** A voucher in the ledger that issued it. */
export interface KnownSlip extends IssuedSlip {
  /** The sale that the amount comes from. */
  readonly saleId: string
  readonly state: SlipState
  /** Reference of the payment that claims the voucher, or last claimed it; null if there was none. */
  readonly reference: string | null
  /** Wall time, ISO 8601 UTC. */
  readonly issuedUtc: string
  /** Whether ledger rows were lost after the voucher was issued, so that it may have been spent in them. */
  readonly doubtful: boolean
  /**
   * Key of the hub to which the voucher was reported; null if the voucher can only be spent at this machine. Once
   * reported, only the hub decides about the voucher.
   */
  readonly hub: string | null
  /** Number of reprints. */
  readonly copies: number
}

export const SLIP_NUMBER_LENGTH = 10

/** Derives a voucher number from a fresh UUID of version 4. */
export const slipNumber = (uuid: string): string => codeFrom(uuid, SLIP_NUMBER_LENGTH)

/** Returns the stored form of a typed number; null if it is not a voucher number. */
export const readSlipNumber = (typed: string): string | null => readCode(typed, SLIP_NUMBER_LENGTH)

/** Content of the code on a voucher. */
export interface SlipClaim extends IssuedSlip {
  /** The machine that issued it; `keyId` is the key of its signature. */
  readonly register: string
  readonly issuedUtc: string
  readonly keyId: string
}

/** Returns the text to be signed; no member contains the `|` that separates them. */
export function slipClaimText({ slipId, amount, currency, register, issuedUtc, keyId }: SlipClaim): string {
  return ['GS1', slipId, amount, currency, encodeURIComponent(register), issuedUtc, keyId].join('|')
}

/** Parses a scanned code; null if it is not a voucher. Do not trust the result before `signature` is checked. */
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

/** A credit voucher at the hub, as reported by the machine that issued it. */
export interface HubSlip extends IssuedSlip {
  /** Name of the register in the ledger that issued it. */
  readonly register: string
  /** Wall time, ISO 8601 UTC. */
  readonly issuedUtc: string
}

/** The hub's attestation that this device has spent a voucher, under a reference of the device. */
export interface HubAttestation {
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

/**
 * Outcome of a spending in a hub's store. The outcome of the first request with a reference is final: `void` proves
 * that nothing was or will be spent under that reference.
 */
export type SlipSpending =
  { readonly outcome: 'spent'; readonly slip: HubSlip } | { readonly outcome: 'refused' | 'void' }

/** The calling machine; vouchers from training or a demo are worthless on a live machine. */
export interface VoucherRequester {
  readonly deviceId: string
  readonly mode: 'demo' | 'live'
}

/** Vouchers of a hub's machines. Each operation is atomic, and durable when its promise resolves. */
export interface SlipStore {
  /** Stores a voucher. Resolves to false if another voucher has that number. A repeated call has no further effect. */
  tellSlip(slip: HubSlip & VoucherRequester): Promise<boolean>
  /** Returns a voucher; null if there is none with this number. `free`: whether it is unspent. */
  findSlip(wish: { readonly slipId: string } & VoucherRequester): Promise<(HubSlip & { readonly free: boolean }) | null>
  /** Spends a voucher, once. The same reference always gets the same outcome. */
  spendSlip(wish: { readonly slipId: string; readonly reference: string } & VoucherRequester): Promise<SlipSpending>
  /** Returns the outcome of the spending with this reference and makes it final. */
  settleSpending(wish: { readonly reference: string } & VoucherRequester): Promise<SlipSpending>
  /** Reverses a spending: the voucher is free again, and nothing can ever be spent under the given reference. */
  releaseSpending(wish: { readonly reference: string } & VoucherRequester): Promise<void>
}
