import { expect, test } from 'vitest'
import { type AccountEntry, owedBy } from '../../shared/domain/money/customer-account.ts'
import type { VoucherRequester } from '../../shared/domain/money/credit-voucher.ts'
import { onEachEngine, openStoreOf, world } from '../booking/service.ts'

const [A, B]: readonly VoucherRequester[] = ['a', 'b'].map((deviceId) => ({ deviceId, mode: 'live' }))
const open = { currency: 'GNF', limit: 100_000, state: 'open', mode: 'live' } as const
const ACCOUNT = { number: 'FGF', name: 'Fédération', ...open, by: 'x' } as const
const charge = (reference: string, amount = 40_000) => {
  return { account: 'FGF', reference, amount, currency: 'GNF', receipt: `N-${reference}` }
}
const entry = (kind: AccountEntry['kind'], reference: string, amount: number, items: readonly string[] = []) => ({
  ...charge(reference, amount),
  kind,
  items,
})

onEachEngine((engine) => {
  test('an open account is charged once for each reference, within its limit, even after a restart', async () => {
    const here = await world({}, engine)
    const store = await openStoreOf(here)
    expect(await store.chargeAccount({ ...charge('R0'), ...A! })).toEqual({ outcome: 'refused', reason: 'unknown' })
    await store.saveAccount(ACCOUNT)
    const charged = { outcome: 'charged', account: 'FGF', amount: 40_000, currency: 'GNF' }
    for (let time = 0; time < 2; time += 1) {
      expect(await store.chargeAccount({ ...charge('R1'), ...A! })).toEqual(charged)
      expect(await store.chargeAccount({ ...charge('R0'), ...A! })).toEqual({ outcome: 'refused', reason: 'unknown' })
    }
    expect(await store.chargeAccount({ ...charge('R1', 50_000), ...A! })).toMatchObject({ outcome: 'refused' })
    expect(await store.chargeAccount({ ...charge('R1'), ...B! })).toEqual(charged)
    const refused = { outcome: 'refused', reason: 'over-limit' }
    expect(await store.chargeAccount({ ...charge('R2'), ...A! })).toEqual(refused)
    expect(await store.chargeAccount({ ...charge('R3', 20_001), ...A! })).toEqual(refused)
    expect(await store.chargeAccount({ ...charge('R4', 20_000), ...A! })).toMatchObject({ outcome: 'charged' })
    expect(await store.chargeAccount({ ...charge('R5'), ...A!, mode: 'demo' })).toMatchObject({ reason: 'unknown' })
    await store.saveAccount({ ...ACCOUNT, limit: 1_000_000, state: 'closed' })
    expect(await store.chargeAccount({ ...charge('R6'), ...A! })).toMatchObject({ reason: 'closed' })
    const again = await openStoreOf(here)
    expect(await again.settleCharge({ reference: 'R1', ...A! })).toEqual(charged)
    expect(await again.settleCharge({ reference: 'R2', ...A! })).toEqual(refused)
    expect(await again.listAccounts({ mode: 'live' })).toMatchObject([{ number: 'FGF', balance: 100_000 }])
    expect(await again.saveAccount({ ...ACCOUNT, currency: 'EUR' })).toBe(false)
  })

  test('after the outcome void, nothing is ever charged under the reference', async () => {
    const store = await openStoreOf(await world({}, engine))
    await store.saveAccount(ACCOUNT)
    expect(await store.settleCharge({ reference: 'R1', ...A! })).toEqual({ outcome: 'void' })
    expect(await store.chargeAccount({ ...charge('R1'), ...A! })).toEqual({ outcome: 'void' })
    expect(await store.bookEntry({ ...entry('payment', 'R1', 1_000), ...A! })).toBe(false)
    expect(await store.listAccounts({ mode: 'live' })).toMatchObject([{ balance: 0 }])
  })

  test('a credit or payment is booked once, even to a closed account', async () => {
    const store = await openStoreOf(await world({}, engine))
    await store.saveAccount(ACCOUNT)
    await store.chargeAccount({ ...charge('R1'), ...A! })
    await store.saveAccount({ ...ACCOUNT, state: 'closed' })
    const paid = { ...entry('payment', 'P1', 15_000, ['R1']), ...B! }
    expect([await store.bookEntry(paid), await store.bookEntry(paid)]).toEqual([true, true])
    expect(await store.bookEntry({ ...paid, amount: 16_000 })).toBe(false)
    expect(await store.bookEntry({ ...paid, reference: 'P2', account: 'NONE' })).toBe(false)
    // The reference of an entry in live mode may be used again in demo mode.
    await store.saveAccount({ ...ACCOUNT, mode: 'demo' })
    expect(await store.bookEntry({ ...paid, mode: 'demo' })).toBe(true)
    expect(await store.listAccounts({ mode: 'demo' })).toMatchObject([{ balance: -15_000 }])
    expect(await store.listAccounts({ mode: 'live' })).toMatchObject([{ balance: 25_000 }])
    expect(await store.listEntries({ account: 'FGF', mode: 'live' })).toMatchObject([
      { kind: 'charge', reference: 'R1', amount: 40_000, deviceId: 'a', receipt: 'N-R1' },
      { kind: 'payment', reference: 'P1', amount: 15_000, deviceId: 'b', items: ['R1'] },
    ])
  })

  test('two desks on two connections never exceed the limit together, and a query returns the outcome of the charge', async () => {
    const here = await world({}, engine)
    const [store, beside] = [await openStoreOf(here), await openStoreOf(here)]
    await store.saveAccount(ACCOUNT)
    const wishes = Array.from({ length: 24 }, (_, index) => ({
      ...charge(`R${index}`, 9_000 + index),
      ...(index % 2 === 0 ? A! : B!),
    }))
    await Promise.all(
      wishes.flatMap((wish, index) => {
        const [one, other] = index % 2 === 0 ? [store, beside] : [beside, store]
        return [one.chargeAccount(wish), ...(index % 3 === 0 ? [other.settleCharge(wish)] : [])]
      }),
    )
    const ends = await Promise.all(wishes.map((wish) => beside.settleCharge(wish)))
    const charged = ends.flatMap((end) => (end.outcome === 'charged' ? [end.amount] : []))
    const [account] = await store.listAccounts({ mode: 'live' })
    const entries = await store.listEntries({ account: 'FGF', mode: 'live' })
    const balance = entries.reduce((sum, each) => sum + owedBy(each), 0)
    expect(account?.balance).toBe(balance)
    expect(charged.reduce((sum, amount) => sum + amount, 0)).toBe(balance)
    expect(balance).toBeLessThanOrEqual(100_000)
    expect(balance).toBeGreaterThan(80_000)
  })
})
