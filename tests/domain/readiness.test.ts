import { describe, expect, test } from 'vitest'
import {
  judgeReadiness,
  sellingOf,
  type MachineFacts,
  type Obstacle,
  type SessionOutcome,
} from '../../shared/domain/fleet/readiness.ts'
import { languages } from '../../shared/domain/language.ts'
import { obstacleKinds, readiness } from '../../shared/fleet-api/readiness.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/obstacle-texts.ts'

const well: MachineFacts = {
  inTraining: false,
  partnerUp: true,
  admission: { type: 'let-in' },
  clockOffSeconds: 3,
  events: [],
  purchasesRefused: null,
  ways: ['cash', 'orange-money'],
  waysDown: [],
  printerFault: null,
  ledger: 'sound',
  screensFailing: [],
  damagedFiles: [],
  termsMissing: [],
}
const judge = (facts: Partial<MachineFacts>) => judgeReadiness({ ...well, ...facts })
const event = (eventId: string, session: SessionOutcome) => ({ eventId, title: `Match ${eventId}`, session })
const opened = { type: 'opened' } as const
const named = (...ids: readonly string[]) => ids.map((eventId) => ({ eventId, title: `Match ${eventId}` }))

test('a desk in training sells nothing, whatever else is well, and that stands first', () => {
  expect(judge({ inTraining: true })).toEqual({ sells: false, obstacles: [{ type: 'training' }] })
  expect(judge({ inTraining: true, partnerUp: false }).obstacles.map(({ type }) => type)).toEqual([
    'training',
    'partner-unreachable',
  ])
})

describe('a machine sells', () => {
  test('where nothing is known against it, with nothing on sale, and with an event not yet tried', () => {
    const all = { sells: true, obstacles: [] }
    expect(judge({})).toEqual(all)
    expect(judge({ clockOffSeconds: null, admission: { type: 'unknown' } })).toEqual(all)
    expect(judge({ clockOffSeconds: 150 })).toEqual(all)
    expect(judge({ events: [event('1', opened), event('2', { type: 'untried' })] })).toEqual(all)
  })

  const partly: readonly [Partial<MachineFacts>, Obstacle][] = [
    [
      { events: [event('1', opened), event('2', { type: 'no-code' })] },
      { type: 'access-code-missing', events: named('2'), all: false },
    ],
    [
      { events: [event('1', { type: 'code-refused' }), event('2', { type: 'untried' })] },
      { type: 'access-code-refused', events: named('1'), all: false },
    ],
    [{ clockOffSeconds: -151 }, { type: 'clock-off', minutes: -3, refused: false }],
    [
      { events: [{ ...event('1', opened), unprintable: ['東', '京'] }, event('2', opened)] },
      { type: 'unprintable-characters', characters: ['東', '京'], events: named('1') },
    ],
    [{ damagedFiles: ['staff.json'] }, { type: 'damaged-files', files: ['staff.json'] }],
    [
      { termsMissing: ['seller.name', 'terms.privacy'] },
      { type: 'terms-missing', settings: ['seller.name', 'terms.privacy'] },
    ],
    [{ screensFailing: ['customer'] }, { type: 'screen-failing', side: 'customer' }],
  ]
  test.each(partly)('in part: %o', (facts, obstacle) => {
    const judged = judge(facts)
    expect(judged).toEqual({ sells: true, obstacles: [obstacle] })
    expect(sellingOf(judged)).toBe('partly')
  })
})

describe('a machine sells nothing', () => {
  const refused = { type: 'refused', status: 401, code: 'BAD_SIGNATURE' } as const
  const stopped: readonly [Partial<MachineFacts>, Obstacle][] = [
    [{ partnerUp: false, clockOffSeconds: 7_200 }, { type: 'partner-unreachable' }],
    [{ admission: refused }, { type: 'not-let-in', status: 401, code: 'BAD_SIGNATURE' }],
    [{ admission: { type: 'not-understood', detail: 'events' } }, { type: 'not-understood', detail: 'events' }],
    [
      { admission: refused, clockOffSeconds: 7_200 },
      { type: 'clock-off', minutes: 120, refused: true },
    ],
    [{ events: [event('1', { type: 'no-code' })] }, { type: 'access-code-missing', events: named('1'), all: true }],
    [
      { events: [event('1', { type: 'code-refused' }), event('2', { type: 'code-refused' })] },
      { type: 'access-code-refused', events: named('1', '2'), all: true },
    ],
    [
      { events: [event('1', { type: 'failed', status: 410, code: 'CLOSED' })] },
      { type: 'session-refused', status: 410, code: 'CLOSED', events: named('1'), all: true },
    ],
    [{ purchasesRefused: { status: 400, code: 'NAME' } }, { type: 'purchases-refused', status: 400, code: 'NAME' }],
    [{ ways: [] }, { type: 'no-way-to-pay' }],
    [
      { ways: ['orange-money'], waysDown: [{ tender: 'orange-money', fault: 'turned-away' }] },
      { type: 'payments-down', ways: [{ tender: 'orange-money', fault: 'turned-away' }], all: true },
    ],
    [{ printerFault: 'paper-out' }, { type: 'no-tickets', fault: 'paper-out' }],
    [{ ledger: 'disk-failed' }, { type: 'ledger', condition: 'disk-failed' }],
    [{ ledger: 'chain-broken' }, { type: 'ledger', condition: 'chain-broken' }],
    [{ ledger: 'disk-nearly-full' }, { type: 'disk-full' }],
    [{ screensFailing: ['seller'] }, { type: 'screen-failing', side: 'seller' }],
  ]
  test.each(stopped)('%o', (facts, obstacle) => {
    const judged = judge(facts)
    expect(judged).toEqual({ sells: false, obstacles: [obstacle] })
    expect(sellingOf(judged)).toBe('no')
    expect(readiness.parse(judged)).toEqual(judged)
  })

  test('of several events, each without a session for another reason', () => {
    const { sells, obstacles } = judge({
      events: [event('1', { type: 'no-code' }), event('2', { type: 'code-refused' })],
    })
    expect(sells).toBe(false)
    expect(obstacles.map(({ type }) => type)).toEqual(['access-code-missing', 'access-code-refused'])
  })

  test('and who is let in nowhere is told nothing of single events', () => {
    const events = [event('1', { type: 'failed', status: 401, code: 'BAD_SIGNATURE' })]
    expect(judge({ admission: refused, events }).obstacles.map(({ type }) => type)).toEqual(['not-let-in'])
  })
})

test('one way to pay that is down leaves the others, and one that is not offered is nobody’s business', () => {
  const down = (tender: 'orange-money' | 'mtn-momo') => [{ tender, fault: 'no-answer' }] as const
  const { sells, obstacles } = judge({ waysDown: down('orange-money') })
  expect([sells, obstacles]).toEqual([true, [{ type: 'payments-down', ways: down('orange-money'), all: false }]])
  expect(judge({ waysDown: down('mtn-momo') })).toEqual({ sells: true, obstacles: [] })
})

test('a match day of forty events without a code names some of them', () => {
  const many = Array.from({ length: 40 }, (_, index) => event(String(index), { type: 'no-code' }))
  const [obstacle] = judge({ events: many }).obstacles
  if (obstacle?.type !== 'access-code-missing') throw new Error('no such obstacle')
  expect([obstacle.events.length, obstacle.all]).toEqual([20, true])
  expect(adviceOn(catalogues.fr.obstacles, obstacle, catalogues.fr.tenderNames).what).toMatch(
    /\s: Match 0, Match 1, Match 2 \+17$/u,
  )
})

test.each(languages)('each obstacle is named with its mend, in %s', (language) => {
  const samples: readonly Obstacle[] = [
    { type: 'training' },
    { type: 'partner-unreachable' },
    { type: 'clock-off', minutes: -121, refused: true },
    { type: 'not-let-in', status: 401, code: '' },
    { type: 'not-understood', detail: 'data.events' },
    { type: 'access-code-missing', events: named('1'), all: true },
    { type: 'access-code-refused', events: named('1'), all: false },
    { type: 'session-refused', events: named('1'), all: true, status: 410, code: 'CLOSED' },
    { type: 'purchases-refused', status: 400, code: 'NAME' },
    { type: 'no-way-to-pay' },
    { type: 'payments-down', ways: [{ tender: 'orange-money', fault: 'no-answer' }], all: true },
    { type: 'no-tickets', fault: 'jammed' },
    { type: 'ledger', condition: 'chain-broken' },
    { type: 'disk-full' },
    { type: 'damaged-files', files: ['staff.json.broken-20260314T180000000Z'] },
    { type: 'unprintable-characters', characters: ['東', '京'], events: named('1') },
    { type: 'screen-failing', side: 'customer' },
    { type: 'terms-missing', settings: ['seller.name', 'terms.privacy'] },
    { type: 'other' },
  ]
  expect(samples.map(({ type }) => type).toSorted()).toEqual([...obstacleKinds].toSorted())
  for (const sample of samples) {
    const { what, todo } = adviceOn(catalogues[language].obstacles, sample, catalogues[language].tenderNames)
    expect([what, todo].join(' ')).not.toMatch(/undefined|\[object|\(\)/u)
    expect(todo).toMatch(/[.]$/u)
  }
})
