import { describe, expect, test } from 'vitest'
import { err, ok } from '../../shared/domain/result.ts'
import {
  compareVersions,
  isOpen,
  mayInstall,
  minuteOfDay,
  openingHoursOf,
  type MachineState,
  type NotNow,
} from '../../shared/domain/fleet/update.ts'

const release = { version: '1.10.0', share: 25, over: '1.2.0' }
const machine: MachineState = {
  version: '1.9.3',
  lot: 3,
  failed: [],
  saleOpen: false,
  minute: 3 * 60,
  opening: { from: 8 * 60, to: 22 * 60 },
  saysOpen: false,
}

test('versions are numbers, not words', () => {
  expect(['1.10.0', '1.9.3', '1.9.20', '2.0.0'].toSorted(compareVersions)).toEqual([
    '1.9.3',
    '1.9.20',
    '1.10.0',
    '2.0.0',
  ])
})

test('a box office is open from its first minute on, and no more in the one at which it closes', () => {
  const hours = openingHoursOf({ from: '08:30', to: '22:15' })
  expect(hours).toEqual({ from: 510, to: 1335 })
  expect([509, 510, 1334, 1335].map((minute) => isOpen(hours, minute))).toEqual([false, true, true, false])
  expect(minuteOfDay(new Date('2026-11-21T22:15:59Z'), 'Africa/Lagos')).toBe(1395)
})

test('a box office may close after midnight', () => {
  expect([0, 60, 600, 1300].map((minute) => isOpen({ from: 1200, to: 120 }, minute))).toEqual([true, true, false, true])
})

describe('a release is installed', () => {
  test('at night, on the machines whose turn it is, with no sale open', () => {
    expect(mayInstall(release, machine, false)).toEqual(ok(null))
  })

  test.each<[string, Partial<MachineState>, NotNow]>([
    ['not twice', { version: '1.10.0' }, { type: 'up-to-date' }],
    ['never in place of a newer one', { version: '1.10.1' }, { type: 'older', installed: '1.10.1' }],
    ['not over one that is too old for it', { version: '1.1.9' }, { type: 'too-far', over: '1.2.0' }],
    ['not again where it did not start', { failed: ['1.10.0'] }, { type: 'failed-before' }],
    ['not before its turn', { lot: 25 }, { type: 'not-our-turn' }],
    ['not while the box office sells', { minute: 9 * 60 }, { type: 'open' }],
    ['not where nobody said when it sells', { opening: null }, { type: 'no-opening-hours' }],
    ['not while the program says that it sells', { saysOpen: true }, { type: 'open' }],
    ['not into a sale', { saleOpen: true }, { type: 'sale-open' }],
    ['not where the running program is silent', { saleOpen: null }, { type: 'state-unknown' }],
  ])('%s', (_, change, reason) => {
    expect(mayInstall(release, { ...machine, ...change }, false)).toEqual(err(reason))
  })

  test('by a technician at any hour, and again; not into a sale, and not backwards', () => {
    const day = { ...machine, minute: 9 * 60, lot: 99, failed: ['1.10.0'], opening: null }
    expect(mayInstall(release, day, true)).toEqual(ok(null))
    expect(mayInstall(release, { ...day, saysOpen: true }, true)).toEqual(ok(null))
    expect(mayInstall(release, { ...day, saleOpen: true }, true)).toEqual(err({ type: 'sale-open' }))
    expect(mayInstall(release, { ...day, version: '2.0.0' }, true)).toMatchObject({ error: { type: 'older' } })
  })
})
