import { expect, test } from 'vitest'
import {
  deskAfter,
  type DeskEvent,
  type DeskState,
  initialDesk,
  stepOn,
} from '../../../renderer/cashier/state/desk-state.ts'
import { NOTHING_CHOSEN } from '../../../renderer/cashier/state/work.ts'
import { events, proposals, review, sale, visit } from '../../world/scenes/answers.ts'

const desk: DeskState = { ...initialDesk, events }
const after = (...happened: readonly DeskEvent[]): DeskState => happened.reduce(deskAfter, desk)
const signedIn = (number: string): DeskEvent => ({
  type: 'signed-in',
  who: { person: { number, name: number, role: 'cashier' }, credentials: { handle: `of ${number}` } },
})
const atSeats: readonly DeskEvent[] = [
  signedIn('7'),
  { type: 'visit-begun', event: events[0]! },
  { type: 'visit-opened', visit },
]
const atPayment: readonly DeskEvent[] = [...atSeats, { type: 'sale-told', sale: sale(review) }]
const left: DeskEvent = { type: 'signed-out', offered: '7' }
const files: DeskEvent = { type: 'files-toggled' }
const office: DeskEvent = { type: 'office-toggled' }
const arrow = (by: number): DeskEvent => ({ type: 'arrow', by })

test('nothing but a sign-in opens a desk, and the work waits for it', () => {
  expect([files, office, left].map((happened) => stepOn(after(happened)))).toEqual(Array(3).fill('signed-out'))
  const found: DeskEvent = { type: 'offers-found', offers: proposals }
  const locked = after(...atSeats, found, left)
  expect([stepOn(locked), locked.screen]).toMatchObject(['signed-out', { who: null, offered: '7' }])
  expect(deskAfter(locked, signedIn('8')).work).toEqual(after(...atSeats, found).work)
})

test('what a locked screen must not show is gone: the customer, and the line that asks for them', () => {
  const known = { ...after(...atPayment, { type: 'customer-asked' }), customer: { name: 'Aïssatou', phone: '' } }
  expect(stepOn(known)).toBe('customer')
  expect(deskAfter(known, left)).toMatchObject({ customer: null, work: { step: 'payment' } })
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
  for (const key of [files, office, expired]) expect(deskAfter(kept, key).screen).toEqual(kept.screen)
  expect(deskAfter(kept, signedIn('7')).screen).toEqual(after(...atPayment, files, office).screen)
  expect(deskAfter(kept, signedIn('8')).screen).toEqual(after(signedIn('8')).screen)
  expect(deskAfter(kept, left).screen).toEqual(after(...atPayment, left).screen)
})

test('the last five people are offered at the next sign-in, each of them once', () => {
  const { recent } = after(...['1', '2', '3', '4', '5', '6', '4'].map(signedIn))
  expect(recent.map(({ number }) => number)).toEqual(['4', '6', '5', '3', '2'])
})

test('the next customer is nobody known yet, and finds no ticket of the one before', () => {
  const met = { ...after(...atPayment), customer: { name: 'Aïssatou', phone: '' }, busy: true }
  const next: DeskEvent = { type: 'visit-begun', event: events[1]! }
  expect(deskAfter(met, next)).toMatchObject({ customer: null, found: null, busy: false })
})

test('the arrows go round what there is to choose', () => {
  const last = events.length - 1
  expect(after(arrow(-1)).work).toMatchObject({ chosen: last })
  expect(after(arrow(-1), arrow(1)).work).toMatchObject({ chosen: 0 })
  const offered = after(...atSeats, { type: 'offers-found', offers: proposals }, arrow(-1))
  expect(offered.work).toMatchObject({ search: { chosen: proposals.length - 1 } })
  const parked = {
    ...after(...atSeats),
    parked: [sale(review), sale(review)].map((each) => ({ sale: each, seenAt: 0 })),
  }
  const listed = ([{ type: 'parked-listed' }, arrow(1), arrow(1), arrow(1)] as const).reduce<DeskState>(
    deskAfter,
    parked,
  )
  expect(listed.work).toMatchObject({ step: 'parked', chosen: 1 })
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
