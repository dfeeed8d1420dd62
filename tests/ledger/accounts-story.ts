import { generateKeyPairSync, sign } from 'node:crypto'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import type { HubAttestation } from '../../shared/domain/money/credit-voucher.ts'
import { type AccountEntryKind, entryText } from '../../shared/domain/money/customer-account.ts'
import { accountCreditReference } from '../../shared/domain/money/tender.ts'
import type { Instant, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, handOver, pricedSale } from './sales.ts'

/** Creates a simulated hub that signs every entry of the account FGF. */
export function accountHub() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hubKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return (kind: AccountEntryKind, amount: number, reference: string): HubAttestation => {
    const text = entryText({ kind, account: 'FGF', amount, currency: 'GNF', reference }, 'porte-1')
    const sig = sign(null, Buffer.from(`guichet account 1\n${text}`), privateKey).toString('base64')
    return { register: 'FGF', deviceId: 'porte-1', reference, hubKey, sig }
  }
}

export const onAccount = (reference: string, amount?: number, second = 'staff-9'): SaleEvent => ({
  type: 'tender-started',
  kind: 'account',
  ...(amount !== undefined && { amount }),
  staffId: 'staff-7',
  second,
  provider: { driver: 'hub-account', host: 'https://hub', reference, token: 'FGF' },
})

export const charged = (received: number, word?: HubAttestation): SaleEvent => {
  const approval = { change: 0, approval: 'FGF', staffId: 'staff-7' }
  return { type: 'tender-approved', received, ...approval, ...(word && { word }) }
}

const inCash = { tender: 'cash', received: 25_000, change: 5_000, approval: 'staff-7' } as const
const paidEntry = { reference: '7c9e6679-7425-40de-944b-e07fc1f90ae7', account: 'FGF', currency: 'GNF' } as const
const charges = { items: ['A1'], receipts: ['kiosk-1-000001'] } as const
export const accountPaid = { ...paidEntry, amount: 20_000, ...inCash, ...charges } as const

/** Records a sale on account, a returned ticket, a charge without tickets, and a confirmed payment. */
export function salesOnAccount(ledger: Ledger, now: () => Instant): void {
  const word = accountHub()
  const confirm = (kind: 'credit' | 'payment', reference: string, amount: number): void =>
    ledger.note(
      'ACCOUNT_ENTRY_CONFIRMED',
      { reference, kind, account: 'FGF', amount, currency: 'GNF', word: word(kind, amount, reference) },
      now(),
    )
  const seats = [chosenSeat('3301'), chosenSeat('3302')]
  const unknown = { type: 'tender-unknown' } as const
  const { sale } = handOver(
    pricedSale(ledger, now, seats, onAccount('A1'), unknown, charged(70_000, word('charge', 70_000, 'A1'))),
  )
  const reference = `${sale.order.orderId}-R1`
  const back = { saleId: sale.saleId, reference, currency: 'GNF', amount: 35_000 }
  const why = { reason: 'malade', second: '90', ticketIds: ['t-3302'] }
  const ways = [{ kind: 'account', amount: 35_000 }] as const
  ledger.recordAfterSale({ type: 'tickets-refunded', ...back, ...why, back: ways }, '7', now())
  ledger.recordAfterSale({ type: 'refund-paid', ...back, kind: 'account', receipt: reference }, '7', now())
  const part = pricedSale(ledger, now, [chosenSeat('3303')], onAccount('A2', 10_000)).next(
    charged(10_000, word('charge', 10_000, 'A2')),
    { type: 'abandoned', reason: 'cancelled' },
    { type: 'released', holdIds: [] },
  )
  if (part.sale.state !== 'refund-due') throw new Error(part.sale.state)
  const refundReference = accountCreditReference(part.sale.tender)
  part.next({ type: 'refunded', refundReference })
  confirm('credit', refundReference, 10_000)
  ledger.recordDrawer({ type: 'account-paid', ...accountPaid }, 'staff-7', now())
  confirm('payment', accountPaid.reference, accountPaid.amount)
}
