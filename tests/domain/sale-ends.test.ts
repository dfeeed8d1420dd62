import { expect, test } from 'vitest'
import { valueOf } from '../../shared/domain/money/notes.ts'
import type { TenderResult } from '../../shared/domain/money/tender.ts'
import { nextEffect } from '../../shared/domain/sale/sale-effects.ts'
import { transition } from '../../shared/domain/sale/sale-transition.ts'
import type { Sale, SaleEvent } from '../../shared/domain/sale/sale.ts'
import { answersTo, at, choosing, commands, events, HOLD_SECONDS, withSlip } from './sale-samples.ts'

/**
 * Every state that the union can come to, explored and not drawn: from each, what is told by the partner, the terminal and
 * the printer is the adversary's choice, and staff must have a way to an end all the same (sale safety, I13).
 */

const NOW = at(2_000)
const RESTARTED = at((HOLD_SECONDS + 3_600) * 1_000, 'boot-2')
/** Past all holds and refund fences: time alone leads here. */
const LATE = at(RESTARTED.monoMs * 1_000)

const ENDS = new Set<Sale['state']>(['done', 'abandoned', 'refunded'])

/** Counters without a limit of their own: beyond this, one more changes nothing. */
const MANY = 1

/** Names, texts for people, and times that only the fence reads. */
const OF_NO_MATTER = [
  'orderId',
  'slipId',
  'reference',
  'approval',
  'detail',
  'evidence',
  'notice',
  'asked',
  'begun',
  'differs',
]

/**
 * What two sales have to share to be the same one here: all that a transition or an effect looks at. Once there are tickets, how
 * they were paid changes nothing any more.
 */
function keyOf(sale: Sale): string {
  const known = 'tickets' in sale ? { ...sale, order: 0, tender: 0, parts: 0 } : sale
  return JSON.stringify(known, (name, value: unknown) => {
    // Of a provider it matters that there is one, and only until it was paid.
    if (name === 'provider') return true
    if (name === 'parts' && Array.isArray(value))
      return value.map(({ kind, amount }: TenderResult) => ({ kind, amount }))
    if (name === 'credited' && Array.isArray(value)) return valueOf(value)
    if (name === 'attempt' || name === 'copyNumber' || name === 'tenderAttempts') return Math.min(Number(value), MANY)
    return OF_NO_MATTER.includes(name) && typeof value !== 'number' ? undefined : value
  })
}

interface Node {
  readonly sale: Sale
  /** Where the world may lead, once time is up for the holds; empty where the program does nothing. */
  readonly world: Set<string>
  /** Where a person may lead. */
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
  const open: Sale[] = []
  const enter = (sale: Sale): string => {
    const key = keyOf(sale)
    if (!nodes.has(key)) {
      nodes.set(key, { sale, world: new Set(), people: new Set() })
      open.push(sale)
    }
    return key
  }
  enter(choosing)
  for (let sale = open.pop(); sale; sale = open.pop()) {
    const node = nodes.get(keyOf(sale))!
    const effect = nextEffect(sale)
    for (const now of [NOW, RESTARTED, LATE]) {
      // Nobody orders past the end of all holds: such an order would have holds of its own.
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
    for (const again of [events.resumed, events['rows-lost']]) enter(transition(sale, withSlip(sale, again), RESTARTED))
  }
  return nodes
}

/** From where an end can be forced: people choose their answer, and the world any of its own. */
function endable(nodes: ReadonlyMap<string, Node>): ReadonlySet<string> {
  const sure = new Set([...nodes].flatMap(([key, { sale }]) => (ENDS.has(sale.state) ? [key] : [])))
  for (let before = -1; before !== sure.size;) {
    before = sure.size
    for (const [key, { world, people }] of nodes) {
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
  // The union was walked, not only its beginning.
  expect(nodes.size).toBeGreaterThan(500)
  expect(new Set([...nodes.values()].map(({ sale }) => sale.state)).size).toBe(17)
})
