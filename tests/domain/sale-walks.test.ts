import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pastRefundFence, takenFor } from '../../shared/domain/sale/sale-base.ts'
import { nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import { sumOf, type TenderResult } from '../../shared/domain/money/tender.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Instant, PrintJob, Sale, SaleEvent, SaleState } from '../../shared/domain/sale/sale.ts'
import {
  after,
  answersTo,
  at,
  choosing,
  commands,
  events,
  HOLD_SECONDS,
  states,
  tickets,
  withSlip,
} from './sale-samples.ts'
import { valueOf } from '../../shared/domain/money/notes.ts'

interface Step {
  readonly before: Sale
  readonly event: SaleEvent
  readonly now: Instant
  readonly after: Sale
}

const ticketId = fc.constantFrom('t11', 't12')
const any = (...list: readonly SaleEvent[]): fc.Arbitrary<SaleEvent> => fc.constantFrom(...list)

const anyEvent: fc.Arbitrary<SaleEvent> = fc.oneof(
  any(...Object.values(events)),
  any(
    { type: 'tender-started', kind: 'cash' },
    { type: 'tender-started', kind: 'notes' },
    { type: 'tender-started', kind: 'card' },
  ),
  any({ ...events['staff-answered'], moneyMoved: false }),
  ticketId.map((id) => ({ ...events['print-started'], ticketId: id })),
  ticketId.map((id) => ({ ...events['print-finished'], ticketId: id })),
  ticketId.map((id) => ({ ...events['print-failed'], ticketId: id })),
  ticketId.map((id) => ({ ...events['print-outcome-unknown'], ticketId: id })),
)

/** Draws the next step: usually an event of the program or its environment, else a restart, lost rows or nonsense. */
const choice = fc.record({
  kind: fc.constantFrom('world', 'world', 'world', 'world', 'world', 'restart', 'loss', 'nonsense'),
  pick: fc.nat(1_000),
  wait: fc.constantFrom(1, 200, 5_000, 70_000, 300_000),
  nonsense: anyEvent,
})

function walk(start: Sale, choices: readonly (typeof choice extends fc.Arbitrary<infer T> ? T : never)[]): Step[] {
  const steps: Step[] = []
  let sale = start
  let now = at(1_000)
  let boot = 1
  for (const { kind, pick, wait, nonsense } of choices) {
    if (kind === 'restart' || kind === 'loss') now = at(0, `boot-${++boot}`)
    else now = at(now.monoMs + wait, now.bootId)
    const effect = nextEffect(sale)
    const possible = effect ? answersTo(effect, now) : (commands[sale.state] ?? [])
    const drawn = possible[pick % Math.max(1, possible.length)]
    const forced = { restart: events.resumed, loss: events['rows-lost'], nonsense, world: drawn }
    if (!forced[kind]) break
    const event = withSlip(sale, forced[kind])
    const next = attempt(sale, event, now, kind === 'nonsense' || (!effect && kind === 'world'))
    if (!next) continue
    steps.push({ before: sale, event, now, after: next })
    sale = next
  }
  return steps
}

/** An invalid event or a command may be refused, but the result of an effect may not. */
function attempt(sale: Sale, event: SaleEvent, now: Instant, refusable: boolean): Sale | null {
  try {
    return transition(sale, event, now)
  } catch (error) {
    if (refusable) return null
    throw error
  }
}

const starts = fc.constantFrom<Sale>(choosing, states.priced, states.paying, states.unknown, states.printing)
const walks = fc.tuple(starts, fc.array(choice, { minLength: 5, maxLength: 60 }))

const hasMoney = (sale: Sale): boolean =>
  ['paid', 'confirming', 'unknown', 'confirmed', 'printing', 'print-unknown', 'done'].includes(sale.state) ||
  ['refund-due', 'refunded'].includes(sale.state) ||
  (sale.state === 'needs-staff' && 'tender' in sale && 'received' in sale.tender)
const referencesOf = (tenders: readonly { readonly reference: string }[]): readonly string[] =>
  tenders.map(({ reference }) => reference)
const returnedBy = (sale: Sale): readonly string[] => [
  ...('returned' in sale ? referencesOf(sale.returned ?? []) : []),
  ...(sale.state === 'refunded' ? [sale.tender.reference] : []),
]

/** Rules that every single step of a sale must satisfy. */
const stepLaws: Readonly<Record<string, (step: Step) => void>> = {
  'money is believed on the word of a terminal or of staff, or if the service sold after lost rows': (step) => {
    const { before, event, after } = step
    const known = referencesOf(takenFor(before))
    if (referencesOf(takenFor(after)).every((reference) => known.includes(reference))) return
    const told = event.type === 'tender-approved' || event.type === 'charge-found'
    const answered = event.type === 'staff-answered' && event.moneyMoved
    const sold = before.rowsLost && 'sold' in before && before.sold === true
    // Each note was already credited when it was inserted.
    const noted = 'notes' in before && (before.notes?.credited.length ?? 0) > 0
    expect(told || answered || sold || noted).toBe(true)
  },
  'after rows were lost nothing is given back and no sale ends before the service was asked': (step) => {
    const { before, event, after } = step
    if (before.state !== 'needs-staff' || before.question !== 'rows-lost') return
    if (after.state === 'needs-staff' && after.question === 'rows-lost') return
    // Staff settled the sale by hand, so the program did not query the service.
    if (event.type === 'settled-manually') return
    const asked = before.sold !== null || event.type === 'tickets-not-found' || event.type === 'tickets-mismatched'
    expect(asked).toBe(true)
    expect(after.state === 'releasing' || after.state === 'abandoned').toBe(false)
  },
  'a paper that may have come out before rows were lost is printed again as DUPLICATA only': ({ event, after }) => {
    if (!after.rowsLost || event.type !== 'print-started' || !('jobs' in after)) return
    expect(after.jobs.find(({ ticketId }) => ticketId === event.ticketId)?.copyNumber).toBeGreaterThan(0)
  },
  'money once believed ends in tickets or in a refund, never in thin air': ({ before, after }) => {
    if (hasMoney(before)) expect(hasMoney(after)).toBe(true)
    const kept = [...referencesOf(takenFor(after)), ...returnedBy(after)]
    for (const reference of [...referencesOf(takenFor(before)), ...returnedBy(before)])
      expect(kept).toContain(reference)
  },
  'tickets come from the service only, and stay': ({ before, event, after }) => {
    if ('tickets' in before) expect('tickets' in after && after.tickets).toBe(before.tickets)
    else if (event.type === 'settled-manually' && 'tickets' in after) expect(after.tickets).toEqual([])
    else if ('tickets' in after) expect(['purchase-confirmed', 'tickets-found']).toContain(event.type)
  },
  'a refund stands behind the fence, on an answer that nothing was sold, or on the word of staff': (step) => {
    const { before, event, after } = step
    if (after.state !== 'refund-due' || before.state === 'refund-due' || event.type === 'refund-decided') return
    if (!hasMoney(before) && sumOf(takenFor(after)) < after.order.amount) return
    if (event.type !== 'tickets-not-found') throw new Error(`a refund for "${event.type}"`)
    expect(pastRefundFence(after.order.hold, event.asked)).toBe(true)
  },
  'order, amount and request never change once they are written': ({ before, after }) => {
    if (!hasMoney(before) || !('order' in before) || !('order' in after)) return
    expect(after.order).toEqual(before.order)
    if ('request' in before && 'request' in after) expect(after.request).toBe(before.request)
  },
  'done means that every ticket has its evidence, or that the service never showed them and staff gave others': ({
    before,
    event,
    after,
  }) => {
    if (after.state !== 'done') return
    const unseen = event.type === 'settled-manually' && !('tickets' in before)
    if (unseen || (before.state === 'done' && before.tickets.length === 0)) return
    expect(after.jobs.map((job) => job.ticketId)).toEqual(tickets.map((ticket) => ticket.ticketId))
    expect(after.jobs.every((job) => job.state === 'printed' && job.evidence !== '')).toBe(true)
  },
  'a restart or a loss of rows twice is once': (step) => {
    for (const type of ['resumed', 'rows-lost'] as const) {
      const once = after(step.after, [withSlip(step.after, events[type])])
      expect(after(once, [type])).toEqual(once)
    }
  },
}

/** Rules that a whole sequence of steps of a sale must satisfy. */
const walkLaws: Readonly<Record<string, (steps: readonly Step[], start: Sale) => void>> = {
  'a reference takes money once, and no tender follows money': (steps, start) => {
    const used = new Set('tender' in start ? [start.tender.reference] : [])
    for (const step of steps) {
      if (step.event.type !== 'tender-started') continue
      if (step.after.state !== 'paying') throw new Error('a tender that starts is being taken')
      expect(hasMoney(step.before)).toBe(false)
      expect(used).not.toContain(step.after.tender.reference)
      used.add(step.after.tender.reference)
    }
  },
  'a ticket has one original at most, on paper or on a telephone': (steps) => {
    const originals = new Set<string>()
    const mayBeOut = (jobs: readonly PrintJob[]): readonly string[] =>
      jobs.flatMap(({ ticketId, copyNumber, state }) =>
        copyNumber === 0 && (state === 'printed' || state === 'unknown') ? [ticketId] : [],
      )
    for (const { before, after } of steps) {
      if (!('jobs' in before) || !('jobs' in after)) continue
      const known = mayBeOut(before.jobs)
      for (const ticketId of mayBeOut(after.jobs).filter((each) => !known.includes(each))) {
        expect(originals).not.toContain(ticketId)
        originals.add(ticketId)
      }
    }
  },
  'a terminal is told to take money once a reference; after that it is only asked': (steps) => {
    const taken = new Set<string>()
    for (const { before, event } of steps) {
      const effect = nextEffect(before)
      if (effect?.type !== 'begin-tender' || !event.type.startsWith('tender-')) continue
      expect(taken).not.toContain(effect.tender.reference)
      taken.add(effect.tender.reference)
    }
  },
  'a number is printed on paper once, unless it certainly did not come out': (steps) => {
    const onPaper = new Set<string>()
    for (const { before, after } of steps) {
      for (const { ticketId, copyNumber, state } of 'jobs' in after ? after.jobs : []) {
        const known = 'jobs' in before && before.jobs.find((job) => job.ticketId === ticketId)
        if (known && known.state === state) continue
        const paper = `${ticketId}, copy ${copyNumber}`
        if (state === 'spooling') expect(onPaper).not.toContain(paper)
        if (state === 'spooling') onPaper.add(paper)
        if (state === 'failed') onPaper.delete(paper)
      }
    }
  },
}

test('whatever happens, and in whatever order: every answer to an effect is understood, and every law holds', () => {
  const seen = new Set<SaleState>()
  function lawful(law: string, check: () => void): void {
    try {
      check()
    } catch (error) {
      throw new Error(law, { cause: error })
    }
  }
  fc.assert(
    fc.property(walks, ([start, choices]) => {
      const steps = walk(start, choices)
      for (const step of steps) {
        seen.add(step.after.state)
        for (const [law, check] of Object.entries(stepLaws)) lawful(law, () => check(step))
      }
      for (const [law, check] of Object.entries(walkLaws)) lawful(law, () => check(steps, start))
    }),
    { numRuns: 1_500 },
  )
  expect([...seen].toSorted()).toEqual(Object.keys(states).toSorted())
})

describe('an end', () => {
  /**
   * Staff can end the sale from every state, however unfavourable the replies of the service and the devices are (sale
   * safety, I13).
   */

  const NOW = at(2_000)
  const RESTARTED = at((HOLD_SECONDS + 3_600) * 1_000, 'boot-2')
  /** Time after all holds and refund time limits have expired, which the walk reaches only by waiting. */
  const LATE = at(RESTARTED.monoMs * 1_000)

  const ENDS = new Set<Sale['state']>(['done', 'abandoned', 'refunded'])

  /** Upper bound for counters without a limit of their own. Higher counts have no further effect. */
  const MANY = 1
  const COUNTERS = new Set(['attempt', 'copyNumber', 'tenderAttempts'])

  /** Fields that do not affect the walk: names, display texts, and times that only the refund time limit uses. */
  const OF_NO_MATTER = new Set(
    'orderId slipId reference approval detail evidence notice asked begun differs'.split(' '),
  )

  /** Returns an equal key for sales with equal transitions and effects. Omits payment details once tickets exist. */
  function keyOf(sale: Sale): string {
    // The event, seats and tickets are the same in all sales, and cost half of the time.
    const known = 'tickets' in sale ? { ...sale, tickets: sale.tickets.length, order: 0, tender: 0, parts: 0 } : sale
    return JSON.stringify({ ...known, event: 0 }, (name, value: unknown) => {
      if (typeof value !== 'object' && typeof value !== 'string' && !COUNTERS.has(name)) return value
      if (name === 'seats' && Array.isArray(value)) return value.length
      if (name === 'provider') return true
      if (name === 'parts' && Array.isArray(value))
        return value.map(({ kind, amount }: TenderResult) => ({ kind, amount }))
      if (name === 'credited' && Array.isArray(value)) return valueOf(value)
      if (COUNTERS.has(name)) return Math.min(Number(value), MANY)
      return OF_NO_MATTER.has(name) && typeof value !== 'number' ? undefined : value
    })
  }

  interface Node {
    readonly sale: Sale
    /** States reached by external events after all holds have expired. Empty if no effect of the program is pending. */
    readonly world: Set<string>
    readonly people: Set<string>
  }

  function attempt(sale: Sale, event: SaleEvent, now = LATE): Sale | null {
    try {
      return transition(sale, event, now)
    } catch {
      return null
    }
  }

  function explore(): ReadonlyMap<string, Node> {
    const nodes = new Map<string, Node>()
    const open: Node[] = []
    const enter = (sale: Sale): string => {
      const key = keyOf(sale)
      if (!nodes.has(key)) {
        const node = { sale, world: new Set<string>(), people: new Set<string>() }
        nodes.set(key, node)
        open.push(node)
      }
      return key
    }
    enter(choosing)
    for (let node = open.pop(); node; node = open.pop()) {
      const { sale } = node
      const effect = nextEffect(sale)
      for (const now of [NOW, RESTARTED, LATE]) {
        // An order cannot start at `LATE`, after all holds have expired, because its seats would have been held again.
        const answered = now === LATE && effect?.type === 'read-checkout' ? RESTARTED : now
        for (const event of effect ? answersTo(effect, answered) : []) {
          const key = enter(transition(sale, event, answered))
          if (now === LATE) node.world.add(key)
        }
        for (const event of commands[sale.state] ?? []) {
          const next = attempt(sale, withSlip(sale, event), now)
          if (!next) continue
          const key = enter(next)
          if (now === LATE) node.people.add(key)
        }
      }
      for (const again of [events.resumed, events['rows-lost']])
        enter(transition(sale, withSlip(sale, again), RESTARTED))
    }
    return nodes
  }

  function endable(nodes: ReadonlyMap<string, Node>): ReadonlySet<string> {
    const sure = new Set([...nodes].flatMap(([key, { sale }]) => (ENDS.has(sale.state) ? [key] : [])))
    for (let before = -1; before !== sure.size;) {
      before = sure.size
      // The states closest to an end were found last.
      for (const [key, { world, people }] of [...nodes].toReversed()) {
        if (sure.has(key)) continue
        const byPeople = [...people].some((next) => next !== key && sure.has(next))
        const byWorld = world.size > 0 && [...world].every((next) => sure.has(next))
        if (byPeople || byWorld) sure.add(key)
      }
    }
    return sure
  }

  test('from every state staff can reach an end, whatever partner, terminal and printer go on saying', () => {
    const nodes = explore()
    const sure = endable(nodes)
    const stuck = [...nodes].flatMap(([key, { sale }]) =>
      sure.has(key) ? [] : [sale.state === 'needs-staff' ? `needs-staff: ${sale.question}` : sale.state],
    )
    expect([...new Set(stuck)].toSorted()).toEqual([])
    expect(nodes.size).toBeGreaterThan(500)
    expect(new Set([...nodes.values()].map(({ sale }) => sale.state)).size).toBe(17)
  })
})
