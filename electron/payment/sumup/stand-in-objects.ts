import type { Stand } from '../stand-in/acts.ts'
import type { Remembered } from '../stand-in/stand-in.ts'

/** What a checkout asks for, and what has become of it. */
export interface SumupWanted {
  readonly reference: string
  readonly clientId: string
  /** Of the transaction. */
  readonly id: string
  readonly at: string
  readonly value: number
  readonly currency: string
  readonly minor_unit: number
  /** The reader was told to give up, and heard it. */
  isTerminated: boolean
  /** Of it, in its own units. */
  refunded: number
}

export type KeptCheckout = Remembered<SumupWanted>

const words: Readonly<Record<Exclude<Stand, 'forgotten'>, string>> = {
  waiting: 'PENDING',
  approved: 'SUCCESSFUL',
  refused: 'FAILED',
  // With the bank.
  cancelled: 'PENDING',
  expired: 'FAILED',
}

const codeOf = ({ receipt }: KeptCheckout): string => `T${receipt}`

/** What moved, in the checkout's own units. */
export function takenOf({ act: { name }, what: { value } }: KeptCheckout): number {
  if (name === 'wrong-amount') return value + 1
  return name === 'partial' ? Math.max(1, Math.floor(value / 2)) : value
}

function base(kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>) {
  const { what, act } = kept
  const isBack = what.refunded > 0 && what.refunded === what.value
  return {
    transaction_code: codeOf(kept),
    // Major units, as SumUp writes them.
    amount: takenOf(kept) / 10 ** what.minor_unit,
    currency: act.name === 'wrong-currency' ? 'USD' : what.currency,
    timestamp: what.at,
    status: isBack ? 'REFUNDED' : words[stand],
    payment_type: 'POS',
    installments_count: 1,
  }
}

export const transactionOf = (kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>, merchantCode: string) => ({
  ...base(kept, stand),
  id: kept.what.id,
  merchant_code: merchantCode,
  foreign_transaction_id: kept.what.reference,
  client_transaction_id: kept.what.clientId,
  entry_mode: 'CONTACTLESS',
  ...(stand === 'approved' && {
    auth_code: kept.receipt.slice(0, 6),
    card: { last_4_digits: '3456', type: 'MASTERCARD' },
  }),
})

/** Taken twice, it is there twice. */
export function historyItemOf(kept: KeptCheckout, stand: Exclude<Stand, 'forgotten'>, merchantCode: string) {
  const { what, act } = kept
  const item = {
    ...base(kept, stand),
    transaction_id: what.id,
    client_transaction_id: what.clientId,
    merchant_code: merchantCode,
    type: 'PAYMENT',
    refunded_amount: what.refunded / 10 ** what.minor_unit,
  }
  const again = { ...item, transaction_id: `${what.id}-2`, refunded_amount: 0 }
  return act.name === 'duplicate' && stand === 'approved' ? [item, again] : [item]
}

export const readerOf = (id: string) => ({
  id,
  name: 'Simulator',
  status: 'paired',
  device: { identifier: 'SIMULATOR', model: 'virtual-solo' },
})
