import { expect, test } from 'vitest'
import { saleView, type ViewContext } from '../../../electron/kiosk/sale/sale-view.ts'
import { moneyOf, type SaleMoney } from '../../../renderer/app/problem.ts'
import type { Sale, SaleState } from '../../../shared/domain/sale/sale.ts'
import { after, at, inDoubt, serviceUnreachable, states, unreconciled } from '../../domain/sale-samples.ts'

type Around = Readonly<{ leavesOpen?: boolean; is?: Partial<ViewContext['sales']> }>

function known(sale: Sale, { leavesOpen = false, is = {} }: Around = {}): SaleMoney {
  const sales = { faulted: () => false, waitsForRoom: () => false, refusal: () => null, progress: () => null, ...is }
  const screen = { tenders: [], notesTaken: [], attended: [], blocked: null, slow: false, slip: null, credits: [] }
  const printer = { state: 'ready', reason: '' } as const
  const answers = { leavesOpen: () => leavesOpen, pageOf: () => undefined }
  const context = { ...screen, ...answers, printer, takesSlips: false, now: at(2_000), sales }
  return moneyOf(saleView(sale, context))
}

const of: Readonly<Record<SaleState, SaleMoney>> = {
  choosing: 'none',
  holding: 'none',
  held: 'none',
  priced: 'none',
  paying: 'pending',
  paid: 'paid',
  confirming: 'paid',
  unknown: 'paid',
  confirmed: 'paid',
  printing: 'paid',
  'print-unknown': 'paid',
  done: 'paid',
  releasing: 'none',
  abandoned: 'none',
  'refund-due': 'owed',
  refunded: 'closed',
  'needs-staff': 'pending',
}

test.each(Object.entries(of))('%s: what is known about its money is %s', (state, money) => {
  expect(known(states[state as SaleState])).toBe(money)
})

const { tender } = states.paid
const partly = { ...states.priced, parts: [{ ...tender, amount: 1_000 }] }

test('a part that was taken is known, and goes back with the seats', () => {
  expect(known(partly)).toBe('partly')
  expect(known(after(partly, [{ type: 'abandoned', reason: 'cancelled' }]))).toBe('owed')
})

test('a sale that went on without a payment does not say that nothing was paid', () => {
  const tried = { ...states.priced, tenderAttempts: 1 }
  for (const sale of [tried, states.choosing, states.abandoned])
    expect(known(sale, { leavesOpen: true })).toBe('left-open')
  expect(known(tried)).toBe('none')
})

test('only a sale whose money the ledger has is paid for, whatever stopped it', () => {
  expect(known(serviceUnreachable)).toBe('paid')
  for (const lost of [inDoubt, unreconciled]) expect(known(lost)).toBe('pending')
  for (const stop of ['faulted', 'waitsForRoom'] as const) {
    const halted = (sale: Sale) => known(sale, { is: { [stop]: () => true } })
    expect(halted(states.paying)).toBe('pending')
    expect(halted(states.confirming)).toBe('paid')
    expect(halted(inDoubt)).toBe('pending')
  }
})
