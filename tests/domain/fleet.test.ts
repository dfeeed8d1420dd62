import { describe, expect, test } from 'vitest'
import { byNeed, judgeMachine, type MachineReport, type Trouble } from '../../shared/domain/fleet/fleet.ts'
import type { Obstacle } from '../../shared/domain/fleet/readiness.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const well: MachineReport = {
  partner: 'up',
  printers: [
    { name: 'slips', roles: ['tickets', 'receipts'], state: 'ready' },
    { name: 'office', roles: ['tickets', 'reports'], state: 'ready' },
  ],
  ledger: 'sound',
  freeBytes: 5e9,
  open: true,
  staffCases: 0,
  settingsRefused: null,
  ledgerDoubt: null,
}
const judge = (report: Partial<MachineReport>, secondsAgo = 30) =>
  judgeMachine({ seenMs: now - secondsAgo * 1000, everySeconds: 60, report: { ...well, ...report } }, now)
const obstacle = (what: Obstacle): Trouble => ({ type: 'obstacle', obstacle: what })
const printers = (first: string, second = 'ready'): MachineReport['printers'] =>
  well.printers.map((printer, index) => ({ ...printer, state: index === 0 ? first : second }))

describe('a machine is', () => {
  test('green where nothing is asked for, a printer that cannot say how it is among it', () => {
    expect(judge({})).toEqual({ level: 'green', troubles: [] })
    expect(judge({ printers: printers('unknown') }).level).toBe('green')
    expect(judge({ printers: [] }).level).toBe('green')
    expect(judge({ freeBytes: 1e9 }).level).toBe('green')
  })

  const red: readonly [Partial<MachineReport>, Trouble][] = [
    [{ partner: 'down' }, obstacle({ type: 'partner-unreachable' })],
    [{ ledger: 'chain-broken' }, obstacle({ type: 'ledger', condition: 'chain-broken' })],
    [{ ledger: 'disk-failed' }, obstacle({ type: 'ledger', condition: 'disk-failed' })],
    [{ ledger: 'disk-nearly-full', freeBytes: 0 }, obstacle({ type: 'disk-full' })],
    [{ printers: printers('paper-out', 'jammed') }, obstacle({ type: 'no-tickets', fault: 'paper-out' })],
  ]
  test.each(red)('red where it sells nothing: %o', (report, trouble) => {
    expect(judge(report)).toEqual({ level: 'red', troubles: [trouble] })
  })

  const amber: readonly [Partial<MachineReport>, Trouble][] = [
    [{ staffCases: 2 }, { type: 'staff-cases', count: 2 }],
    [{ printers: printers('jammed') }, { type: 'printer', name: 'slips', fault: 'jammed' }],
    [{ printers: printers('paper-low') }, { type: 'paper-low', name: 'slips' }],
    [{ settingsRefused: 'maxSeats: too big' }, { type: 'settings-refused', reason: 'maxSeats: too big' }],
    [{ freeBytes: 9e8 }, { type: 'disk-low', freeBytes: 9e8 }],
    [{ ledgerDoubt: 'forked' }, { type: 'ledger-doubt', doubt: 'forked' }],
  ]
  test.each(amber)('amber where it sells and somebody should come: %o', (report, trouble) => {
    expect(judge(report)).toEqual({ level: 'amber', troubles: [trouble] })
  })

  test('red when it has missed three of its own turns, and not before', () => {
    expect(judge({}, 190).level).toBe('green')
    expect(judge({}, 191)).toEqual({ level: 'red', troubles: [{ type: 'silent', sinceMs: now - 191_000 }] })
    const slow = { seenMs: now - 600_000, everySeconds: 300, report: well }
    expect(judgeMachine(slow, now).level).toBe('green')
  })

  test('amber before it was ever heard of', () => {
    expect(judgeMachine({ seenMs: null, everySeconds: 60, report: null }, now).level).toBe('amber')
  })
})

test('what needs a person comes first: by level, by how much is the matter, by name', () => {
  const of = (deviceId: string, report: Partial<MachineReport>) => ({ deviceId, judgement: judge(report) })
  const sorted = [
    of('c', {}),
    of('b', {}),
    of('d', { staffCases: 1 }),
    of('e', { staffCases: 1, freeBytes: 1 }),
    of('f', { partner: 'down' }),
  ].toSorted(byNeed)
  expect(sorted.map(({ deviceId }) => deviceId)).toEqual(['f', 'e', 'd', 'b', 'c'])
  expect(['till-10', 'till-9', 'kiosk-11'].map((id) => of(id, {})).toSorted(byNeed)).toMatchObject([
    { deviceId: 'kiosk-11' },
    { deviceId: 'till-9' },
    { deviceId: 'till-10' },
  ])
})
