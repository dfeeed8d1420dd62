import { expect, test } from 'vitest'
import { noEvent, NOTHING_CHOSEN, type Work, workAfter, type WorkEvent } from '../../../renderer/cashier/state/work.ts'
import type { SaleStage, SaleView, TakenView } from '../../../shared/kiosk-api/views.ts'
import { events, proposals, review, sale, visit } from '../../world/scenes/answers.ts'

const [match] = events
const after = (...happened: readonly WorkEvent[]): Work => happened.reduce(workAfter, noEvent)
const told = (stage: SaleStage, more: Partial<SaleView> = {}): WorkEvent => ({
  type: 'sale-told',
  sale: { ...sale(stage), ...more },
})

const begun: WorkEvent = { type: 'visit-begun', event: match! }
const opened: WorkEvent = { type: 'visit-opened', visit }
const found: WorkEvent = { type: 'offers-found', offers: proposals }
const atSeats = [begun, opened]
const atPayment = [...atSeats, told(review)]
const back: WorkEvent = { type: 'back' }
const answered: WorkEvent = { type: 'answered' }
const choosing: SaleStage = { name: 'choosing', notice: null }
const payer: WorkEvent = { type: 'payer-asked', tender: 'orange-money', amount: null }
const giveUp: Partial<Work> = { step: 'question', question: { type: 'give-up' } }
const card: TakenView = { reference: 'r', tender: 'card', amount: 210_000, due: 210_000 }
const paying: Extract<SaleStage, { name: 'paying' }> = {
  name: 'paying',
  tender: 'card',
  phase: 'waiting',
  reference: 'r',
  due: 210_000,
}

test.each<[SaleStage, Work['step'], Partial<SaleView>?]>([
  [choosing, 'seats'],
  [{ name: 'ended', reason: 'cancelled' }, 'seats'],
  [{ name: 'holding' }, 'under-way'],
  [{ name: 'releasing' }, 'under-way'],
  [review, 'payment'],
  [paying, 'under-way'],
  [{ ...paying, attended: true }, 'attended'],
  [{ name: 'confirming', slow: false }, 'under-way'],
  [{ name: 'printing', tickets: [] }, 'under-way'],
  [{ name: 'done', tickets: [] }, 'under-way'],
  [{ name: 'print-problem', tickets: [], reference: 'r', printer: { state: 'ready', reason: '' } }, 'problem'],
  [{ name: 'needs-staff', reference: 'r', amount: 1, reason: 'payment-unknown', asked: card }, 'question'],
  [{ name: 'needs-staff', reference: 'r', amount: 1, reason: 'payment-unknown' }, 'problem'],
  [{ name: 'refund-due', reference: 'r', amount: 1, next: 'r' }, 'question', { taken: [card] }],
  [{ name: 'refund-due', reference: 'r', amount: 1, next: 'another' }, 'problem', { taken: [card] }],
])('where the sale stands says what the desk does: %o', (stage, step, more) => {
  expect(after(...atSeats, told(stage, more))).toMatchObject({ step, visit, sale: { stage } })
})

test('an event is chosen before seats are, and the next customer begins with the same one', () => {
  expect(after()).toMatchObject({ step: 'events', chosen: 0 })
  expect(after(begun)).toMatchObject({ step: 'seats', event: match, visit: null, search: { offers: null } })
  expect(after(...atPayment, begun)).toEqual(after(begun))
  expect(after(...atPayment, { type: 'visit-begun', event: null })).toEqual(noEvent)
})

test('seats that could not be held lead back to what was offered; held ones do not', () => {
  const holding = [...atSeats, found, { type: 'chosen', index: 1 } as const, told({ name: 'holding' })]
  expect(after(...holding, told(choosing))).toMatchObject({ step: 'seats', search: { offers: proposals, chosen: 1 } })
  const held = after(...holding, told(review), { type: 'search-ended' }, told(choosing))
  expect(held).toMatchObject({ step: 'seats', visit, search: { offers: null, chosen: 0, picked: [] } })
})

test('back leaves the offers first, then the section that was open under them', () => {
  const picked = [
    ...atSeats,
    { type: 'section-opened', sectionId: 'O5' },
    { type: 'seats-picked', picked: ['a'] },
    found,
  ]
  const search = { offers: null, sectionId: 'O5', picked: ['a'] }
  expect(after(...(picked as WorkEvent[]), back)).toMatchObject({ search })
  expect(after(...(picked as WorkEvent[]), back, back)).toEqual(after(...atSeats))
})

test('what the line asks for at the payment stays while the sale is told again, and ends with its answer', () => {
  for (const [asked, shown] of [
    [payer, { step: 'payer', tender: 'orange-money', amount: null }],
    [{ type: 'customer-asked' }, { step: 'customer' }],
    [back, giveUp],
  ] as const) {
    expect(after(...atPayment, asked, told({ ...review, tendersOffered: [] }))).toMatchObject({
      ...shown,
      sale: { stage: { tendersOffered: [] } },
    })
    expect(after(...atPayment, asked, answered)).toEqual(after(...atPayment))
    if (asked !== back) expect(after(...atPayment, asked, back)).toEqual(after(...atPayment))
  }
})

test('it is gone with the payment, and not back at the next one', () => {
  for (const asked of [payer, back, { type: 'customer-asked' } as const])
    expect(after(...atPayment, asked, told(choosing), told(review))).toMatchObject({ step: 'payment' })
})

test('nothing was charged on the device: asked until it is answered, or the device was right', () => {
  const attended = [...atPayment, told({ ...paying, attended: true })]
  const asked = [...attended, back]
  const question = { step: 'question', question: { type: 'not-paid' } }
  expect(after(...asked, told({ ...paying, attended: true, phase: 'asking-again' }))).toMatchObject(question)
  expect(after(...asked, back)).toEqual(after(...attended))
  expect(after(...asked, told(review), answered)).toMatchObject({ step: 'payment' })
  expect(after(...asked, told({ name: 'confirming', slow: false }), answered)).toMatchObject({ step: 'under-way' })
})

test('the questions that the main process asks are left by its word alone', () => {
  const asked = after(
    ...atPayment,
    told({ name: 'needs-staff', reference: 'r', amount: 1, reason: 'payment-unknown', asked: card }),
  )
  for (const happened of [back, answered]) expect(workAfter(asked, happened)).toEqual(asked)
})

test('a refused sum chooses none, a card that was refused after it does not change that, a part that was taken does', () => {
  const refused = [...atPayment, { type: 'sum-refused', doubted: '9' } as const]
  expect(after(...refused)).toMatchObject({ sums: { chosen: NOTHING_CHOSEN, doubted: '9' } })
  const carded = [...refused, { type: 'payment-asked' } as const, told(paying), told(review)]
  expect(after(...carded)).toMatchObject({ step: 'payment', sums: { chosen: NOTHING_CHOSEN, doubted: null } })
  expect(after(...carded, { type: 'cash-taken' })).toMatchObject({ sums: { chosen: 0 } })
})

test('the list of parked sales lies over the desk, takes its news in, and goes when the sale moves on', () => {
  const listed = { type: 'parked-listed' } as const
  expect(after(listed, { type: 'chosen', index: 1 })).toEqual({ step: 'parked', chosen: 1, over: noEvent })
  expect(after(begun, listed, opened)).toMatchObject({ step: 'parked', over: { step: 'seats', visit } })
  expect(after(begun, listed, opened, back)).toEqual(after(...atSeats))
  expect(after(...atSeats, found, { type: 'chosen', index: 2 }, listed, back)).toMatchObject({ search: { chosen: 0 } })
  expect(after(...atSeats, listed, told(review))).toMatchObject({ step: 'parked', over: { step: 'payment' } })
  expect(after(...atPayment, listed, told({ name: 'releasing' }))).toMatchObject({ step: 'under-way' })
  expect(after(...atPayment, listed, begun)).toEqual(after(begun))
  for (const asked of [payer, back, told(paying)])
    expect(after(...atPayment, asked, listed)).toEqual(after(...atPayment, asked))
})

test('a parked sale that is called back brings its own visit, and nothing of the one before', () => {
  const recalled = { type: 'recalled', sale: sale(review), visit: null } as const
  const shown = { step: 'payment', visit: null, search: { offers: null }, sums: { chosen: 0 } }
  expect(after(...atSeats, found, { type: 'parked-listed' }, recalled)).toMatchObject(shown)
  expect(after(...atPayment, { type: 'sum-refused', doubted: '9' }, recalled)).toMatchObject(shown)
})

test('an answer for another step changes nothing', () => {
  for (const late of [opened, found, { type: 'section-opened', sectionId: 'O5' } as const])
    expect(after(late)).toEqual(noEvent)
  for (const late of [payer, { type: 'customer-asked' } as const, { type: 'sum-refused', doubted: '9' } as const])
    expect(after(...atSeats, late)).toEqual(after(...atSeats))
})
