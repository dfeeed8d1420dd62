import { describe, expect, test } from 'vitest'
import { TENDER_ASKS } from '../../shared/domain/sale/sale-effects.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { after, at, events, HOLD_SECONDS, inState, ORDER_ID, states } from './sale-samples.ts'

describe('a payment that staff settle while the customer still stands there', () => {
  const here = { ...events['staff-answered'], customerWaits: true } as const
  const no = { ...here, moneyMoved: false }
  const lost = (started: SaleEvent) =>
    inState(
      'needs-staff',
      after(states.priced, [started, ...Array<'tender-unknown'>(TENDER_ASKS + 1).fill('tender-unknown')]),
    )
  const asked = lost({ type: 'tender-started', kind: 'card' })
  const askedOfPart = lost({ type: 'tender-started', kind: 'card', amount: 30_000 })

  test('and that did not happen lets them pay otherwise, under a reference of its own', () => {
    const again = inState('priced', after(asked, [no]))
    expect(again).toMatchObject({ notice: { type: 'payment-cancelled' }, order: states.priced.order })
    const { tender } = inState('paying', after(again, [{ type: 'tender-started', kind: 'cash' }]))
    expect([tender.reference, tender.amount]).toEqual([`${ORDER_ID}-2`, 70_000])
  })

  test('goes on with what is left when it was a part that did happen', () => {
    const [part] = inState('priced', after(askedOfPart, [here])).parts ?? []
    expect(part).toMatchObject({ kind: 'card', reference: ORDER_ID, amount: 30_000 })
  })

  test('ends once the holds are over, after a restart, and when nobody stands there', () => {
    const over = at(1_000 + HOLD_SECONDS * 1_000)
    const alone = { ...events['staff-answered'], moneyMoved: false }
    for (const ended of [after(asked, [no], over), after(asked, [no], at(1_000, 'boot-2')), after(asked, [alone])])
      expect(ended).toMatchObject({ state: 'releasing', afterwards: { go: 'end' } })
    expect(after(askedOfPart, [here], over)).toMatchObject({ state: 'releasing', afterwards: { go: 'pay-back' } })
  })
})
