import { expect, test } from 'vitest'
import type { WatchedPorts } from '../../electron/core/watch/partner-watch.ts'
import type { TenderDriver, TenderOutcome } from '../../electron/core/ports/ports.ts'
import { performEffect } from '../../electron/core/sale/sale-effects-runner.ts'
import { states } from '../domain/sale-samples.ts'

const references = ['order-1', 'order-2']

/** What staff are told after rows were lost, where terminal and operator answer in this way for each reference. */
async function recalled(card: (reference: string) => TenderOutcome, mobile: TenderOutcome) {
  const driver = (ask: (reference: string) => TenderOutcome): TenderDriver => ({
    take: () => Promise.reject(new Error('nothing is charged')),
    ask: ({ reference }) => Promise.resolve(ask(reference)),
  })
  const ports = {
    clock: { sleep: () => Promise.resolve() },
    tenders: { card: driver(card), 'orange-money': driver(() => mobile) },
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
  })
})
