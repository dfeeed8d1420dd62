import { describe, expect, test } from 'vitest'
import { CHECKOUT_ASKS, nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import { after, at, checkout, events, inState, states } from './sale-samples.ts'

describe('a parked sale', () => {
  const parked = inState('priced', after(states.priced, ['parked']))

  test('takes no payment before it is recalled, and then as if nothing had been', () => {
    expect(() => after(parked, ['tender-started'])).toThrow(/cannot happen/u)
    expect(() => after(parked, ['parked'])).toThrow(/cannot happen/u)
    expect(() => after(states.priced, ['recalled'])).toThrow(/cannot happen/u)
    expect(after(parked, ['recalled'])).toEqual(states.priced)
  })

  test('gives its seats back when the holds run out', () => {
    expect(after(parked, ['hold-expired', 'released'])).toMatchObject({
      state: 'choosing',
      notice: { type: 'hold-expired' },
    })
  })

  test('asks after a restart how long its holds still stand, and is parked as before', () => {
    const resumed = after(parked, ['resumed'], at(0, 'boot-2'))
    expect(nextEffect(resumed)).toMatchObject({ type: 'read-checkout', delayMs: 0 })
    const again = { ...events['checkout-ready'], checkout: { ...checkout, remainingSeconds: 60 } }
    const { order, ...known } = inState('priced', after(resumed, [again], at(500, 'boot-2')))
    expect(known).toMatchObject({ parked: true, tenderAttempts: 0 })
    expect(order.hold).toEqual({ remainingMs: 60_000, monoMs: 500, bootId: 'boot-2' })
  })

  test('waits a while for a service out of reach, and ends where it says no', () => {
    const resumed = after(parked, ['resumed'])
    const waiting = after(resumed, ['checkout-failed'])
    expect(nextEffect(waiting)).toMatchObject({ type: 'read-checkout', delayMs: 15_000 })
    const refused = { type: 'checkout-failed', notice: { type: 'hold-expired' } } as const
    expect(after(waiting, [refused, 'released'])).toMatchObject({ state: 'abandoned', reason: 'hold-expired' })
    const silence = Array.from({ length: CHECKOUT_ASKS - 1 }, () => 'checkout-failed' as const)
    expect(after(resumed, silence).state).toBe('held')
    expect(after(resumed, [...silence, 'checkout-failed']).state).toBe('releasing')
  })
})
