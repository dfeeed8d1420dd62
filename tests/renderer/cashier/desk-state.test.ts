import { describe, expect, test } from 'vitest'
import { deskReducer, initialDesk, stepOn } from '../../../renderer/desk/state/desk-state.ts'
import type { DeskEvent, DeskState } from '../../../renderer/desk/state/desk-state.ts'
import { noEvent, NOTHING_CHOSEN, taskReducer } from '../../../renderer/desk/state/desk-task.ts'
import type { DeskTask, WorkEvent } from '../../../renderer/desk/state/desk-task.ts'
import { events, proposals, review, sale, visit } from '../../world/scenes/answers.ts'
import type { SaleStage, SaleView, TakenView } from '../../../shared/api/kiosk/views.ts'
import { LineHistory } from '../../../renderer/desk/state/desk-line.ts'

const desk: DeskState = { ...initialDesk, events }
const after = (...happened: readonly DeskEvent[]): DeskState => happened.reduce(deskReducer, desk)
const signedIn = (number: string): DeskEvent => {
  const person = { number, name: number, role: 'cashier' } as const
  return { type: 'signed-in', who: { person, credentials: { handle: `of ${number}` } } }
}
const begun: DeskEvent = { type: 'visit-begun', event: events[0]! }
const atSeats: readonly DeskEvent[] = [signedIn('7'), begun, { type: 'visit-opened', visit }]
const atPayment: readonly DeskEvent[] = [...atSeats, { type: 'sale-updated', sale: sale(review) }]
const left: DeskEvent = { type: 'signed-out', offered: '7' }
const files: DeskEvent = { type: 'files-toggled' }
const office: DeskEvent = { type: 'office-toggled' }
const arrow = (by: number): DeskEvent => ({ type: 'arrow', by })

test('nothing but a sign-in opens a desk, and the work waits for it', () => {
  expect([files, office, left].map((happened) => stepOn(after(happened)))).toEqual(Array(3).fill('signed-out'))
  const found: DeskEvent = { type: 'offers-found', offers: proposals, varied: null }
  const locked = after(...atSeats, found, left)
  expect([stepOn(locked), locked.screen]).toMatchObject(['signed-out', { who: null, offered: '7' }])
  expect(deskReducer(locked, signedIn('8')).work).toEqual(after(...atSeats, found).work)
})

test('what a locked screen must not show is gone: the customer, and the line that asks for them', () => {
  const known = { ...after(...atPayment, { type: 'customer-asked' }), customer: { name: 'Aïssatou', phone: '' } }
  expect(stepOn(known)).toBe('customer')
  expect(deskReducer(known, left)).toMatchObject({ customer: null, work: { step: 'payment' } })
  const opened = after(...atSeats, files, office, left, signedIn('8'))
  expect(opened.screen).toMatchObject({ name: 'work', office: false })
})

test('the office lies over what is on the screen, and leads back to it', () => {
  expect(after(...atSeats, files, office)).toMatchObject({ screen: { name: 'files', office: true } })
  expect(after(...atSeats, files, office, office).screen).toEqual(after(...atSeats, files).screen)
  expect(stepOn(after(...atSeats, office))).toBe('seats')
  expect(stepOn(after(...atSeats, files, files))).toBe('seats')
})

test('a handle that is worth nothing closes the desk, and keeps it for who signs in again', () => {
  const expired: DeskEvent = { type: 'expired' }
  expect(stepOn(after(expired))).toBe('signed-out')
  const kept = after(...atPayment, files, office, expired)
  expect([stepOn(kept), kept.work]).toMatchObject(['signed-out', { step: 'payment' }])
  for (const key of [files, office, expired]) expect(deskReducer(kept, key).screen).toEqual(kept.screen)
  expect(deskReducer(kept, signedIn('7')).screen).toEqual(after(...atPayment, files, office).screen)
  expect(deskReducer(kept, signedIn('8')).screen).toEqual(after(signedIn('8')).screen)
  expect(deskReducer(kept, left).screen).toEqual(after(...atPayment, left).screen)
})

test('the last five people are offered at the next sign-in, each of them once', () => {
  const { recent } = after(...['1', '2', '3', '4', '5', '6', '4'].map(signedIn))
  expect(recent.map(({ number }) => number)).toEqual(['4', '6', '5', '3', '2'])
})

test('the next customer is nobody known yet, and finds no ticket of the one before', () => {
  const met = { ...after(...atPayment), customer: { name: 'Aïssatou', phone: '' }, busy: true }
  const next: DeskEvent = { type: 'visit-begun', event: events[1]! }
  expect(deskReducer(met, next)).toMatchObject({ customer: null, found: null, busy: false })
})

test('the arrows go round what there is to choose', () => {
  const last = events.length - 1
  expect(after(arrow(-1)).work).toMatchObject({ chosen: last })
  expect(after(arrow(-1), arrow(1)).work).toMatchObject({ chosen: 0 })
  const offered = after(...atSeats, { type: 'offers-found', offers: proposals, varied: null }, arrow(-1))
  expect(offered.work).toMatchObject({ search: { chosen: proposals.length - 1 } })
  const seen = { sale: sale(review), seenAt: 0 }
  const keys: readonly DeskEvent[] = [{ type: 'parked-listed' }, arrow(1), arrow(1), arrow(1)]
  const { work } = keys.reduce(deskReducer, { ...after(...atSeats), parked: [seen, seen] })
  expect(work).toMatchObject({ step: 'parked', chosen: 1 })
})

test('after a refused sum they begin at either end; where there is nothing to choose they do nothing', () => {
  const refused = [...atPayment, { type: 'sum-refused', doubted: null } as const]
  const chosen = (...happened: readonly DeskEvent[]) => {
    const { work } = after(...happened)
    return work.step === 'payment' ? work.sums.chosen : null
  }
  expect(chosen(...refused)).toBe(NOTHING_CHOSEN)
  expect(chosen(...refused, arrow(1))).toBe(0)
  expect(chosen(...refused, arrow(-1))).toBe(chosen(...atPayment, arrow(-1)))
  expect(after(...atSeats, arrow(1))).toEqual(after(...atSeats))
})

describe('the work at the desk', () => {
  const [match] = events
  const after = (...happened: readonly WorkEvent[]): DeskTask => happened.reduce(taskReducer, noEvent)
  const told = (stage: SaleStage, more: Partial<SaleView> = {}) =>
    ({ type: 'sale-updated', sale: { ...sale(stage), ...more } }) satisfies WorkEvent

  const begun: WorkEvent = { type: 'visit-begun', event: match! }
  const opened: WorkEvent = { type: 'visit-opened', visit }
  const found: WorkEvent = { type: 'offers-found', offers: proposals, varied: null }
  const atSeats = [begun, opened]
  const atPayment = [...atSeats, told(review)]
  const back: WorkEvent = { type: 'back' }
  const answered: WorkEvent = { type: 'answered' }
  const choosing: SaleStage = { name: 'choosing', notice: null }
  const payer: WorkEvent = { type: 'payer-asked', tender: 'orange-money', amount: null }
  const giveUp: Partial<DeskTask> = { step: 'question', question: { type: 'give-up' } }
  const card: TakenView = { reference: 'r', tender: 'card', amount: 210_000, due: 210_000 }
  const paying = { name: 'paying', tender: 'card', phase: 'waiting', reference: 'r', due: 210_000 } as const

  test.each<[SaleStage, DeskTask['step'], Partial<SaleView>?]>([
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
    const opened: WorkEvent = { type: 'section-opened', sectionId: 'O5' }
    const picked = [...atSeats, opened, { type: 'seats-picked', picked: ['a'] } as const, found]
    expect(after(...picked, back)).toMatchObject({ search: { offers: null, sectionId: 'O5', picked: ['a'] } })
    expect(after(...picked, back, back)).toEqual(after(...atSeats))
  })

  test('what the line asks for at the payment stays while the sale is told again, and ends with its answer', () => {
    for (const [asked, shown] of [
      [payer, { step: 'payer', tender: 'orange-money', amount: null }],
      [{ type: 'customer-asked' }, { step: 'customer' }],
      [back, giveUp],
    ] as const) {
      const again = told({ ...review, tendersOffered: [] })
      expect(after(...atPayment, asked, again)).toMatchObject({ ...shown, sale: { stage: { tendersOffered: [] } } })
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
    const stage = { name: 'needs-staff', reference: 'r', amount: 1, reason: 'payment-unknown', asked: card } as const
    const asked = after(...atPayment, told(stage))
    for (const happened of [back, answered]) expect(taskReducer(asked, happened)).toEqual(asked)
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
    const chosen = { type: 'chosen', index: 2 } as const
    expect(after(...atSeats, found, chosen, listed, back)).toMatchObject({ search: { chosen: 0 } })
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
})

test('the arrows go through the lines typed before, and stop at either end', () => {
  const history = new LineHistory()
  expect(history.recall(-1, '')).toBe('')
  for (const line of ['4 nord', '2 sud', '2 sud', '']) history.keep(line)
  expect(history.recall(-1, '')).toBe('2 sud')
  expect(history.recall(-1, '2 sud')).toBe('4 nord')
  expect(history.recall(-1, '4 nord')).toBe('4 nord')
  expect(history.recall(1, '4 nord')).toBe('2 sud')
  expect(history.recall(1, '2 sud')).toBe('')
  expect(history.recall(1, '')).toBe('')
})

test('what is being typed is left alone; once it is gone, they begin at the last line', () => {
  const history = new LineHistory()
  history.keep('4 nord')
  history.keep('2 sud')
  expect(history.recall(-1, '3 e')).toBeNull()
  history.recall(-1, '')
  history.recall(-1, '2 sud')
  expect(history.recall(-1, '4 nord max')).toBeNull()
  expect(history.recall(-1, '')).toBe('2 sud')
})

test('fifty lines are kept', () => {
  const history = new LineHistory()
  for (let nth = 1; nth <= 60; nth += 1) history.keep(`${nth}`)
  let line = ''
  for (let times = 0; times < 80; times += 1) line = history.recall(-1, line) ?? line
  expect(line).toBe('11')
})
