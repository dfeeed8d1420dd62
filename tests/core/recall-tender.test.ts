import { expect, test } from 'vitest'
import type { WatchedPorts } from '../../electron/core/watch/partner-watch.ts'
import type { TenderTraits } from '../../shared/domain/money/tender-traits.ts'
import type { TenderOutcome } from '../../electron/core/ports/tender-driver.ts'
import { performEffect } from '../../electron/core/sale/sale-effects-runner.ts'
import { states } from '../domain/sale-samples.ts'
import { driver } from '../support/devices.ts'

const references = ['order-1', 'order-2']

/** What staff are told after rows were lost, where terminal and operator answer in this way for each reference. */
async function recalled(
  card: (reference: string) => TenderOutcome,
  mobile: TenderOutcome,
  leftOpen: readonly string[] = [],
  traits: Partial<TenderTraits> = {},
) {
  const asked = (ask: (reference: string) => TenderOutcome, its: Partial<TenderTraits> = {}) =>
    driver(
      {
        begin: () => Promise.reject(new Error('nothing is charged')),
        ask: ({ reference }) => Promise.resolve(ask(reference)),
      },
      its,
    )
  const ports = {
    clock: { sleep: () => Promise.resolve() },
    ledger: { leftOpen: () => new Map(leftOpen.map((each) => [each, 'asked'])) },
    ids: { referenceFor: (ours: string) => ours },
    tenders: { card: asked(card), 'orange-money': asked(() => mobile, traits) },
  }
  const effect = { type: 'recall-tender', amount: 70_000, references, delayMs: 0 } as const
  const stopping = new AbortController().signal
  return performEffect(ports as unknown as WatchedPorts, states.priced, effect, stopping)
}

const none = { outcome: 'refused', reason: 'unknown reference' } as const

test('nobody was charged only where everybody says so for every reference', async () => {
  expect(await recalled(() => none, none)).toEqual({ type: 'charge-absent' })
})

test.each<[string, TenderOutcome]>([
  ['out of reach', { outcome: 'unavailable' }],
  ['in doubt', { outcome: 'unknown' }],
])('a terminal or an operator %s leaves the question open', async (_, answer) => {
  const open = { type: 'tender-unknown' }
  expect(await recalled(() => answer, none)).toEqual(open)
  expect(await recalled((reference) => (reference === 'order-2' ? answer : none), none)).toEqual(open)
  expect(await recalled(() => none, answer)).toEqual(open)
})

test('a charge is found under any of the references', async () => {
  const approved = { outcome: 'approved', approval: 'A1', amount: 70_000 } as const
  expect(await recalled((reference) => (reference === 'order-2' ? approved : none), none)).toEqual({
    type: 'charge-found',
    kind: 'card',
    reference: 'order-2',
    amount: 70_000,
    approval: 'A1',
    provider: { driver: 'test', host: '', reference: 'order-2' },
  })
})

test('a payment that the sale had gone on without is no payment of it any more', async () => {
  const approved = { outcome: 'approved', approval: 'A1', amount: 70_000 } as const
  const charged = (reference: string) => (reference === 'order-2' ? approved : none)
  expect(await recalled(charged, none, ['order-2'])).toEqual({ type: 'charge-absent' })
})

test.each([
  ['that a code was shown', { shows: 'qr', findBy: 'token' }],
  ['what a device had noted', { shows: 'none', findBy: 'device-log' }],
] as const)('%s may be among what was lost: people look whether it was paid', async (_, qr) => {
  const [reference] = references
  expect(await recalled(() => none, { outcome: 'cancelled' }, [], qr)).toEqual({
    type: 'tender-unknown',
    forGood: true,
    of: { kind: 'orange-money', reference, provider: { driver: 'test', host: '', reference } },
  })
  const approved = { outcome: 'approved', approval: 'A1', amount: 70_000 } as const
  const charged = (each: string) => (each === 'order-2' ? approved : none)
  expect(await recalled(charged, { outcome: 'cancelled' }, [], qr)).toMatchObject({ type: 'charge-found' })
})

test('a code whose payments are found by our own reference leaves no doubt', async () => {
  const qr = { shows: 'qr', findBy: 'own' } as const
  expect(await recalled(() => none, { outcome: 'cancelled' }, [], qr)).toEqual({ type: 'charge-absent' })
})
