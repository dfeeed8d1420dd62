import { describe, expect, test } from 'vitest'
import {
  compareByUrgency,
  assessMachine,
  type MachineReport,
  type MachineSeen,
  type HealthIssue,
} from '../../shared/domain/fleet/fleet.ts'
import {
  assessReadiness,
  type MachineFacts,
  type ReadinessIssue,
  sellingOf,
  type SessionOutcome,
} from '../../shared/domain/fleet/readiness.ts'
import { languages } from '../../shared/domain/language.ts'
import { readinessIssueTypes, readiness } from '../../shared/api/fleet/contract.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { adviceOn } from '../../shared/i18n/texts.ts'
import { err, ok } from '../../shared/domain/result.ts'
import {
  compareVersions,
  isOpen,
  type MachineState,
  mayInstall,
  minuteOfDay,
  type NotNow,
  openingHoursOf,
} from '../../shared/domain/fleet/update.ts'

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
}
const seen = (secondsAgo: number, state: MachineReport = well): MachineSeen => {
  const seenUtc = new Date(now - secondsAgo * 1000).toISOString()
  return { seenUtc, heartbeatSeconds: 60, state, settings: null, ledger: null }
}
const judge = (report: Partial<MachineReport>, secondsAgo = 30) =>
  assessMachine(seen(secondsAgo, { ...well, ...report }), now)
const issue = (what: ReadinessIssue): HealthIssue => ({ type: 'issue', issue: what })
const printers = (first: string, second = 'ready'): MachineReport['printers'] =>
  well.printers.map((printer, index) => ({ ...printer, state: index === 0 ? first : second }))

describe('a machine is', () => {
  test('green where nothing is asked for, a printer that cannot say how it is among it', () => {
    expect(judge({})).toEqual({ level: 'green', troubles: [] })
    expect(judge({ printers: printers('unknown') }).level).toBe('green')
    expect(judge({ printers: [] }).level).toBe('green')
    expect(judge({ freeBytes: 1e9 }).level).toBe('green')
  })

  const red: readonly [Partial<MachineReport>, HealthIssue][] = [
    [{ partner: 'down' }, issue({ type: 'partner-unreachable' })],
    [{ ledger: 'chain-broken' }, issue({ type: 'ledger', condition: 'chain-broken' })],
    [{ ledger: 'disk-failed' }, issue({ type: 'ledger', condition: 'disk-failed' })],
    [{ ledger: 'disk-nearly-full', freeBytes: 0 }, issue({ type: 'disk-full' })],
    [{ printers: printers('paper-out', 'jammed') }, issue({ type: 'ticket-printer-unavailable', fault: 'paper-out' })],
  ]
  test.each(red)('red where it sells nothing: %o', (report, trouble) => {
    expect(judge(report)).toEqual({ level: 'red', troubles: [trouble] })
  })

  const amber: readonly [Partial<MachineReport>, HealthIssue][] = [
    [{ staffCases: 2 }, { type: 'staff-cases', count: 2 }],
    [{ printers: printers('jammed') }, { type: 'printer', name: 'slips', fault: 'jammed' }],
    [{ printers: printers('paper-low') }, { type: 'paper-low', name: 'slips' }],
    [{ freeBytes: 9e8 }, { type: 'disk-low', freeBytes: 9e8 }],
  ]
  test.each(amber)('amber where it sells and somebody should come: %o', (report, trouble) => {
    expect(judge(report)).toEqual({ level: 'amber', troubles: [trouble] })
  })

  test('amber if it rejected the hub’s settings or its ledger differs from the hub’s record', () => {
    const settings = { refused: { detail: 'maxSeats: too big' } }
    const troubles = [
      { type: 'ledger-doubt', doubt: 'forked' },
      { type: 'settings-refused', reason: 'maxSeats: too big' },
    ]
    const machine = { ...seen(30), settings, ledger: { doubt: { type: 'forked' } } } as const
    expect(assessMachine(machine, now)).toEqual({ level: 'amber', troubles })
  })

  test('red when it has missed three of its own turns, and not before', () => {
    expect(judge({}, 190).level).toBe('green')
    expect(judge({}, 191)).toEqual({ level: 'red', troubles: [{ type: 'silent', sinceMs: now - 191_000 }] })
    expect(assessMachine({ ...seen(600), heartbeatSeconds: 300 }, now).level).toBe('green')
  })

  test('amber before it was ever heard of', () => {
    expect(assessMachine({ ...seen(30), seenUtc: null, state: null }, now).level).toBe('amber')
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
  ].toSorted(compareByUrgency)
  expect(sorted.map(({ deviceId }) => deviceId)).toEqual(['f', 'e', 'd', 'b', 'c'])
  const byName = ['till-10', 'till-9', 'kiosk-11'].map((id) => of(id, {})).toSorted(compareByUrgency)
  expect(byName.map(({ deviceId }) => deviceId)).toEqual(['kiosk-11', 'till-9', 'till-10'])
})

describe('what keeps a machine from selling', () => {
  const well: MachineFacts = {
    inTraining: false,
    partnerUp: true,
    admission: { type: 'let-in' },
    clockSkewSeconds: 3,
    events: [],
    purchasesRefused: null,
    ways: ['cash', 'orange-money'],
    waysDown: [],
    printerFault: null,
    ledger: 'sound',
    screensFailing: [],
    damagedFiles: [],
    termsMissing: [],
    unsigned: [],
  }
  const judge = (facts: Partial<MachineFacts>) => assessReadiness({ ...well, ...facts })
  const event = (eventId: string, session: SessionOutcome) => ({ eventId, title: `Match ${eventId}`, session })
  const opened = { type: 'opened' } as const
  const named = (...ids: readonly string[]) => ids.map((eventId) => ({ eventId, title: `Match ${eventId}` }))

  test('a desk in training sells nothing, whatever else is well, and that stands first', () => {
    expect(judge({ inTraining: true })).toEqual({ sells: false, issues: [{ type: 'training' }] })
    const both = judge({ inTraining: true, partnerUp: false }).issues
    expect(both.map(({ type }) => type)).toEqual(['training', 'partner-unreachable'])
  })

  describe('a machine sells', () => {
    test('where nothing is known against it, with nothing on sale, and with an event not yet tried', () => {
      const all = { sells: true, issues: [] }
      expect(judge({})).toEqual(all)
      expect(judge({ clockSkewSeconds: null, admission: { type: 'unknown' } })).toEqual(all)
      expect(judge({ clockSkewSeconds: 150 })).toEqual(all)
      expect(judge({ events: [event('1', opened), event('2', { type: 'untried' })] })).toEqual(all)
    })

    const partly: readonly [Partial<MachineFacts>, ReadinessIssue][] = [
      [
        { events: [event('1', opened), event('2', { type: 'no-code' })] },
        { type: 'access-code-missing', events: named('2'), all: false },
      ],
      [
        { events: [event('1', { type: 'code-refused' }), event('2', { type: 'untried' })] },
        { type: 'access-code-refused', events: named('1'), all: false },
      ],
      [{ clockSkewSeconds: -151 }, { type: 'clock-skew', minutes: -3, refused: false }],
      [
        { events: [{ ...event('1', opened), unprintable: ['東', '京'] }, event('2', opened)] },
        { type: 'unprintable-characters', characters: ['東', '京'], events: named('1') },
      ],
      [{ damagedFiles: ['staff.json'] }, { type: 'damaged-files', files: ['staff.json'] }],
      [{ termsMissing: ['terms.privacy'] }, { type: 'terms-missing', settings: ['terms.privacy'] }],
      [{ screensFailing: ['customer'] }, { type: 'screen-failing', side: 'customer' }],
      [{ unsigned: ['waiting', 'refused', 'waiting'] }, { type: 'invoices-unsigned', waiting: 2, rejected: 1 }],
    ]
    test.each(partly)('in part: %o', (facts, issue) => {
      const judged = judge(facts)
      expect(judged).toEqual({ sells: true, issues: [issue] })
      expect(sellingOf(judged)).toBe('partly')
    })
  })

  describe('a machine sells nothing', () => {
    const refused = { type: 'refused', status: 401, code: 'BAD_SIGNATURE' } as const
    const unreadable = { type: 'unreadable-response', detail: 'events' } as const
    const ways = [{ tender: 'orange-money', fault: 'rejected' }] as const
    const stopped: readonly [Partial<MachineFacts>, ReadinessIssue][] = [
      [{ partnerUp: false, clockSkewSeconds: 7_200 }, { type: 'partner-unreachable' }],
      [{ admission: refused }, { type: 'access-denied', status: 401, code: 'BAD_SIGNATURE' }],
      [{ admission: unreadable }, unreadable],
      [
        { admission: refused, clockSkewSeconds: 7_200 },
        { type: 'clock-skew', minutes: 120, refused: true },
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
      [{ purchasesRefused: { status: 400, code: 'X' } }, { type: 'purchasing-suspended', status: 400, code: 'X' }],
      [{ ways: [] }, { type: 'no-tender-available' }],
      [
        { ways: ['orange-money'], waysDown: ways },
        { type: 'payments-unavailable', ways, all: true },
      ],
      [{ printerFault: 'paper-out' }, { type: 'ticket-printer-unavailable', fault: 'paper-out' }],
      [{ ledger: 'disk-failed' }, { type: 'ledger', condition: 'disk-failed' }],
      [{ ledger: 'chain-broken' }, { type: 'ledger', condition: 'chain-broken' }],
      [{ ledger: 'disk-nearly-full' }, { type: 'disk-full' }],
      [{ screensFailing: ['seller'] }, { type: 'screen-failing', side: 'seller' }],
    ]
    test.each(stopped)('%o', (facts, issue) => {
      const judged = judge(facts)
      expect(judged).toEqual({ sells: false, issues: [issue] })
      expect(sellingOf(judged)).toBe('no')
      expect(readiness.parse(judged)).toEqual(judged)
    })

    test('of several events, each without a session for another reason', () => {
      const events = [event('1', { type: 'no-code' }), event('2', { type: 'code-refused' })]
      const { sells, issues } = judge({ events })
      expect(sells).toBe(false)
      expect(issues.map(({ type }) => type)).toEqual(['access-code-missing', 'access-code-refused'])
    })

    test('and who is let in nowhere is told nothing of single events', () => {
      const events = [event('1', { type: 'failed', status: 401, code: 'BAD_SIGNATURE' })]
      expect(judge({ admission: refused, events }).issues.map(({ type }) => type)).toEqual(['access-denied'])
    })
  })

  test('one way to pay that is down leaves the others, and one that is not offered is nobody’s business', () => {
    const down = (tender: 'orange-money' | 'mtn-momo') => [{ tender, fault: 'no-answer' }] as const
    const { sells, issues } = judge({ waysDown: down('orange-money') })
    expect([sells, issues]).toEqual([true, [{ type: 'payments-unavailable', ways: down('orange-money'), all: false }]])
    expect(judge({ waysDown: down('mtn-momo') })).toEqual({ sells: true, issues: [] })
  })

  test('a match day of forty events without a code names some of them', () => {
    const many = Array.from({ length: 40 }, (_, index) => event(String(index), { type: 'no-code' }))
    const [issue] = judge({ events: many }).issues
    if (issue?.type !== 'access-code-missing') throw new Error('no such issue')
    expect([issue.events.length, issue.all]).toEqual([20, true])
    expect(adviceOn(catalogues.fr.issues, issue, catalogues.fr.tenderNames).what).toMatch(
      /\s: Match 0, Match 1, Match 2 \+17$/u,
    )
  })

  test.each(languages)('each issue is named with its mend, in %s', (language) => {
    const samples: readonly ReadinessIssue[] = [
      { type: 'training' },
      { type: 'partner-unreachable' },
      { type: 'clock-skew', minutes: -121, refused: true },
      { type: 'access-denied', status: 401, code: '' },
      { type: 'unreadable-response', detail: 'data.events' },
      { type: 'access-code-missing', events: named('1'), all: true },
      { type: 'access-code-refused', events: named('1'), all: false },
      { type: 'session-refused', events: named('1'), all: true, status: 410, code: 'CLOSED' },
      { type: 'purchasing-suspended', status: 400, code: 'NAME' },
      { type: 'no-tender-available' },
      { type: 'payments-unavailable', ways: [{ tender: 'orange-money', fault: 'no-answer' }], all: true },
      { type: 'ticket-printer-unavailable', fault: 'jammed' },
      { type: 'ledger', condition: 'chain-broken' },
      { type: 'disk-full' },
      { type: 'damaged-files', files: ['staff.json.broken-20260314T180000000Z'] },
      { type: 'unprintable-characters', characters: ['東', '京'], events: named('1') },
      { type: 'screen-failing', side: 'customer' },
      { type: 'terms-missing', settings: ['seller.name', 'terms.privacy'] },
      { type: 'invoices-unsigned', waiting: 2, rejected: 1 },
      { type: 'other' },
    ]
    expect(samples.map(({ type }) => type).toSorted()).toEqual([...readinessIssueTypes].toSorted())
    for (const sample of samples) {
      const { what, todo } = adviceOn(catalogues[language].issues, sample, catalogues[language].tenderNames)
      expect([what, todo].join(' ')).not.toMatch(/undefined|\[object|\(\)/u)
      expect(todo).toMatch(/[.]$/u)
    }
  })
})

describe('an update', () => {
  const release = { version: '1.10.0', share: 25, over: '1.2.0' }
  const hours = { opening: { from: 8 * 60, to: 22 * 60 }, saysOpen: false }
  const machine: MachineState = { version: '1.9.3', lot: 3, failed: [], saleOpen: false, minute: 3 * 60, ...hours }

  test('versions are numbers, not words', () => {
    const sorted = ['1.10.0', '1.9.3', '1.9.20', '2.0.0'].toSorted(compareVersions)
    expect(sorted).toEqual(['1.9.3', '1.9.20', '1.10.0', '2.0.0'])
  })

  test('a box office is open from its first minute on, and no more in the one at which it closes', () => {
    const hours = openingHoursOf({ from: '08:30', to: '22:15' })
    expect(hours).toEqual({ from: 510, to: 1335 })
    expect([509, 510, 1334, 1335].map((minute) => isOpen(hours, minute))).toEqual([false, true, true, false])
    expect(minuteOfDay(new Date('2026-11-21T22:15:59Z'), 'Africa/Lagos')).toBe(1395)
  })

  test('a box office may close after midnight', () => {
    const open = [0, 60, 600, 1300].filter((minute) => isOpen({ from: 1200, to: 120 }, minute))
    expect(open).toEqual([0, 60, 1300])
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
      ['not before its turn', { lot: 25 }, { type: 'not-in-rollout-yet' }],
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
})
