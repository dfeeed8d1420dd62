import { describe, expect, test } from 'vitest'
import { renewFileSigner, openFileSigner } from '../../electron/ledger/signer.ts'
import type { Ledger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { IssuedSlip } from '../../shared/domain/money/credit-voucher.ts'
import type { Instant, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { corruptLedger } from './gap-scenario.ts'
import { chosenSeat, handOver, pricedSale, type Walk } from './sales.ts'
import { freshLedger, openForTest, textWith } from './fixtures.ts'

const slipOf = (slipId: string, amount: number): IssuedSlip => ({ slipId, amount, currency: 'GNF' })
const FIRST = slipOf('2345678922', 15_000)
const SECOND = slipOf('2345678933', 5_000)

const spending = (slipId: string, amount?: number): SaleEvent => ({
  type: 'tender-started',
  kind: 'credit-slip',
  ...(amount !== undefined && { amount }),
  provider: { driver: 'credit-slip', host: '', reference: `S${slipId}${Math.random()}`, token: slipId },
})
const took = (received: number, slip?: IssuedSlip): SaleEvent => {
  return { type: 'tender-approved', received, change: 0, approval: 'A', ...(slip && { slip }) }
}

let seat = 1_000
function shopOver(ledger: Ledger, now: () => Instant) {
  return {
    ledger,
    now,
    priced: (price: number) => pricedSale(ledger, now, [chosenSeat(String(seat++), price)]),
    stateOf: (slipId: string) => {
      const slip = ledger.slips.find(slipId)
      return [slip?.state, slip?.reference]
    },
  }
}

async function shopWithSlip() {
  const { ledger, options, now } = await freshLedger()
  const shop = shopOver(ledger, now)
  const paid = shop.priced(35_000).next({ type: 'tender-started', kind: 'card' }, took(50_000, FIRST))
  return { ...shop, options, paid }
}

const reference = ({ sale }: Walk): string => ('tender' in sale ? sale.tender.reference : '')

describe('a credit slip in the ledger', () => {
  test('is there with the very step that took the money, and stays when its sale ends', async () => {
    const { ledger, now, paid } = await shopWithSlip()
    const opened = { saleId: paid.sale.saleId, issuedUtc: textWith('2025-05-17T14:00'), state: 'open', copies: 0 }
    const expected = { ...FIRST, ...opened, reference: null, doubtful: false, hub: null }
    expect(ledger.slips.open()).toEqual([expected])
    handOver(paid)
    expect(ledger.slips.ofSale(paid.sale.saleId)).toHaveLength(1)
    expect(ledger.shiftReport(ledger.closeShift('X', '7', now()).seq)?.currencies).toMatchObject([
      {
        sold: { tickets: 1, amount: 35_000 },
        openSlips: { count: 1, amount: 15_000 },
        tenders: [
          { kind: 'card', amount: 50_000 },
          { kind: 'credit-slip', count: 0, amount: -15_000 },
        ],
      },
    ])
  })

  test('is listed after those that were issued before it', async () => {
    const { ledger, priced } = await shopWithSlip()
    const later = slipOf('2345678911', 5_000)
    priced(35_000).next({ type: 'tender-started', kind: 'card' }, took(40_000, later))
    expect(ledger.slips.open().map(({ slipId }) => slipId)).toEqual([FIRST.slipId, later.slipId])
  })

  test('is taken by one payment at a time, and by none once it is spent', async () => {
    const { ledger, priced, stateOf } = await shopWithSlip()
    const one = priced(10_000).next(spending(FIRST.slipId))
    expect(stateOf(FIRST.slipId)).toEqual(['taken', reference(one)])
    const other = priced(15_000)
    expect(() => other.next(spending(FIRST.slipId))).toThrow(/is not "open" here/u)
    const spent = one.next(took(15_000, SECOND))
    expect([stateOf(FIRST.slipId)[0], stateOf(SECOND.slipId)[0]]).toEqual(['spent', 'open'])
    expect(() => other.next(spending(FIRST.slipId))).toThrow(/is not "open" here/u)
    expect(spent.sale.state).toBe('paid')
    expect(other.next(spending(SECOND.slipId, 5_000), took(5_000)).sale).toMatchObject({ state: 'priced', parts: [{}] })
    expect(ledger.slips.open()).toEqual([])
  })

  test.each<[string, SaleEvent]>([
    ['cancelled', { type: 'tender-cancelled' }],
    ['refused', { type: 'tender-refused', reason: 'declined' }],
    ['unavailable', { type: 'tender-unavailable' }],
  ])('is free again once its payment is %s', async (_, event) => {
    const { priced, stateOf } = await shopWithSlip()
    priced(15_000).next(spending(FIRST.slipId), event)
    expect(stateOf(FIRST.slipId)).toEqual(['open', null])
    expect(priced(15_000).next(spending(FIRST.slipId), took(15_000)).sale.state).toBe('paid')
  })

  test('is still taken after a restart, by the payment that took it', async () => {
    const { options, ledger, priced } = await shopWithSlip()
    const begun = priced(15_000).next(spending(FIRST.slipId))
    ledger.close()
    const again = await openForTest(options)
    const known = { state: 'taken', reference: reference(begun), doubtful: false }
    expect(again.slips.find(FIRST.slipId)).toMatchObject(known)
  })

  test('goes back as another one when its sale is given up, for exactly what it paid', async () => {
    const { ledger, priced, stateOf } = await shopWithSlip()
    const given = priced(40_000)
      .next(spending(FIRST.slipId, 15_000), took(15_000))
      .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    expect(() => given.next({ type: 'voucher-issued', slip: { ...SECOND, amount: 14_999 } })).toThrow(/cannot happen/u)
    expect(() => given.next({ type: 'refunded', refundReference: 'R-1', staffId: '7' })).toThrow(/cannot happen/u)
    const credited = given.next({ type: 'voucher-issued', slip: { ...SECOND, amount: 15_000 } })
    expect(credited.sale).toMatchObject({ state: 'refunded', refundReference: SECOND.slipId })
    expect([stateOf(FIRST.slipId)[0], stateOf(SECOND.slipId)[0]]).toEqual(['spent', 'open'])
    expect(ledger.slips.open()).toMatchObject([{ slipId: SECOND.slipId, amount: 15_000 }])
  })

  test('is paid out once, from the drawer', async () => {
    const { ledger, now, priced, options } = await shopWithSlip()
    const act = { type: 'slip-paid-out', ...FIRST, second: '90' } as const
    ledger.recordDrawer(act, '7', now())
    expect(() => ledger.recordDrawer(act, '7', now())).toThrow(/is not "open" here/u)
    expect(() => priced(15_000).next(spending(FIRST.slipId))).toThrow(/is not "open" here/u)
    expect(ledger.shiftReport(ledger.closeShift('X', '7', now()).seq)?.currencies[0]).toMatchObject({
      openSlips: { count: 0, amount: 0 },
      drawer: { slipsPaid: 15_000, paidOut: 0, cash: 0, expected: -15_000 },
    })
    ledger.close()
    const { findings } = await verifyLedger({ path: options.path })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('is told apart in X and Z once a hub has the word about it; a report of before says what it said', async () => {
    const { ledger, now } = await shopWithSlip()
    const x = () => ledger.closeShift('X', '7', now()).seq
    const sums = (seq: number) => {
      const [report] = ledger.shiftReport(seq)?.currencies ?? []
      return [report?.openSlips, report?.hubSlips]
    }
    const [owed, nothing] = [
      { count: 1, amount: 15_000 },
      { count: 0, amount: 0 },
    ]
    const before = x()
    expect(sums(before)).toEqual([owed, nothing])
    ledger.note('VOUCHERS_REGISTERED', { slips: [FIRST.slipId], hubKey: 'K' }, now())
    expect(sums(x())).toEqual([owed, owed])
    expect(sums(before)).toEqual([owed, nothing])
  })

  test('is in doubt where rows are gone that may have spent it, and not where it was written after them', async () => {
    const { options, ledger, now, priced } = await shopWithSlip()
    await ledger.backup(now())
    priced(15_000).next(spending(FIRST.slipId), took(15_000))
    ledger.close()
    corruptLedger(options.path)
    const restored = await openForTest(options)
    expect(restored.slips.find(FIRST.slipId)).toMatchObject({ state: 'open', doubtful: true })
    shopOver(restored, now).priced(35_000).next({ type: 'tender-started', kind: 'card' }, took(40_000, SECOND))
    expect(restored.slips.find(SECOND.slipId)).toMatchObject({ state: 'open', doubtful: false })
  })

  test('has a code that only keys of this register can have signed, whichever it had', async () => {
    const { options, ledger } = await shopWithSlip()
    const slip = ledger.slips.open()[0]!
    const code = ledger.slips.codeOf(slip)
    expect(ledger.slips.isOurs(code)).toBe(true)
    expect(ledger.slips.isOurs(code.replace('|15000|', '|95000|'))).toBe(false)
    expect(ledger.slips.isOurs(code.replace('kiosk-1', 'kiosk-2'))).toBe(false)
    const { ledger: other } = await freshLedger()
    expect(other.slips.isOurs(code)).toBe(false)
    expect(ledger.slips.isOurs(other.slips.codeOf(slip))).toBe(false)
    other.close()
    ledger.close()
    const keyFile = options.path.replace('ledger.db', 'ledger-key.json')
    renewFileSigner(keyFile)
    const renewed = await openForTest({ ...options, signer: openFileSigner(keyFile) })
    expect(renewed.slips.isOurs(code)).toBe(true)
    expect(renewed.slips.isOurs(renewed.slips.codeOf(slip))).toBe(true)
  })
})
