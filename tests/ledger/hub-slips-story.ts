import { generateKeyPairSync, sign } from 'node:crypto'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { type HubAttestation, type IssuedSlip, spendingText } from '../../shared/domain/money/credit-voucher.ts'
import type { Instant, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, handOver, pricedSale, type Walk } from './sales.ts'

/** Creates a simulated hub that signs a confirmation for every voucher that is spent. */
export function handHub() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const hubKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    hubKey,
    word(slip: IssuedSlip, reference: string, register = 'kiosk-2'): HubAttestation {
      const of = { register, deviceId: 'porte-1', reference }
      const text = Buffer.from(`guichet slip spent 1\n${spendingText(slip, of)}`)
      return { ...of, hubKey, sig: sign(null, text, privateKey).toString('base64') }
    },
  }
}

export const atHub = (slipId: string, reference: string, amount?: number): SaleEvent => ({
  type: 'tender-started',
  kind: 'credit-slip',
  ...(amount !== undefined && { amount }),
  provider: { driver: 'credit-slip', host: 'https://hub', reference, token: slipId },
})

export const spentAtHub = ({ amount: received }: IssuedSlip, word: HubAttestation, slip?: IssuedSlip): SaleEvent => {
  return { type: 'tender-approved', received, change: 0, approval: 'A', word, ...(slip && { slip }) }
}

/** Records a voucher of the hub, reprinted and paid out, and a payment with another machine's voucher. */
export function slipsAndHub(ledger: Ledger, now: () => Instant): void {
  const hub = handHub()
  const own = { slipId: 'HUBS223344', amount: 15_000, currency: 'GNF' }
  const sale = (seat: string) => pricedSale(ledger, now, [chosenSeat(seat)])
  const bought = (walk: Walk, ...paid: readonly SaleEvent[]) => handOver(walk.next(...paid))
  const over = { type: 'tender-approved', received: 50_000, change: 0, approval: 'A', slip: own } as const
  bought(sale('3201'), { type: 'tender-started', kind: 'card' }, over)
  ledger.note('VOUCHERS_REGISTERED', { slips: [own.slipId], hubKey: hub.hubKey }, now())
  const payout = { ...own, register: 'kiosk-1', second: 'staff-9' }
  const ask = (reference: string) => ledger.note('VOUCHER_PAYOUT_REQUESTED', { ...payout, reference }, now(), 'staff-7')
  ask('P1')
  ledger.note('VOUCHER_PAYOUT_CANCELLED', { reference: 'P1' }, now())
  ledger.note('CREDIT_SLIP_COPIED', { slipId: own.slipId, copyNumber: 1 }, now(), 'staff-7')
  const purchase = { orderId: 'order-of-another-machine', ticketNumber: '7-00000042', reason: 'Billet perdu' }
  for (const copyNumber of [1, 2]) ledger.note('PURCHASE_COPIED', { ...purchase, copyNumber }, now(), 'staff-7')
  ask('P2')
  const word = hub.word(own, 'P2', 'kiosk-1')
  ledger.recordDrawer({ type: 'slip-paid-out', ...own, second: 'staff-9', word }, 'staff-7', now())
  const foreign = { slipId: 'HUBS223355', amount: 40_000, currency: 'GNF' }
  const rest = { slipId: 'HUBS223366', amount: 5_000, currency: 'GNF' }
  bought(
    sale('3202'),
    atHub(foreign.slipId, 'S1'),
    { type: 'tender-cancelled' },
    atHub(foreign.slipId, 'S2'),
    spentAtHub(foreign, hub.word(foreign, 'S2'), rest),
  )
}
