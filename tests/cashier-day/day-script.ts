import { createRandom, type Random } from '../simulation/random.ts'

/** How the customer pays what a sale costs. */
export type Payment =
  /** The sum that is marked: Enter. */
  | { readonly by: 'exact-cash' }
  /** The sum in notes that the desk expects next, typed as `200k`; change goes back. */
  | { readonly by: 'cash-with-change' }
  | { readonly by: 'card' }
  | { readonly by: 'mobile-money'; readonly operator: 'orange-money' | 'mtn-momo' }
  /** A first part in cash, the rest by card. */
  | { readonly by: 'cash-and-card' }
  /** A part in cash, a part by Orange Money, the rest by card. */
  | { readonly by: 'three-ways' }

export interface SaleAct {
  readonly do: 'sale'
  readonly seats: number
  /** A tribune of the demo's stadium; null: anywhere. */
  readonly where: string | null
  readonly how: 'best' | 'second-best' | 'exact' | 'limit'
  readonly payment: Payment
  /** What happens on the way. */
  readonly meanwhile:
    'nothing' | 'parked' | 'customer' | 'too-little' | 'too-much' | 'held-keys' | 'gives-up' | 'locked'
}

/** What needs no sale of before. */
type Alone = 'hand-over' | 'reading' | 'scan' | 'drop'

/** `back`: how many sales back, counted among those that are whole. */
export type Act =
  | SaleAct
  | { readonly do: 'refund-one' | 'refund-whole' | 'void' | 'duplicate'; readonly back: number }
  | { readonly do: 'dead-hub' | 'jam' | Alone }

const PAYMENTS: readonly (readonly [number, Payment])[] = [
  [8, { by: 'exact-cash' }],
  [5, { by: 'cash-with-change' }],
  [3, { by: 'card' }],
  [1, { by: 'mobile-money', operator: 'orange-money' }],
  [1, { by: 'mobile-money', operator: 'mtn-momo' }],
  [1, { by: 'cash-and-card' }],
  [1, { by: 'three-ways' }],
]

const WAYS: readonly (readonly [number, SaleAct['how']])[] = [
  [8, 'best'],
  [2, 'second-best'],
  [3, 'exact'],
  [2, 'limit'],
]

const EVENTS_ON_THE_WAY: readonly (readonly [number, SaleAct['meanwhile']])[] = [
  [14, 'nothing'],
  [2, 'parked'],
  [2, 'customer'],
  [1, 'too-little'],
  [1, 'too-much'],
  [2, 'held-keys'],
  [1, 'gives-up'],
  [1, 'locked'],
]

const OTHERWISE = ['refund-one', 'refund-whole', 'void', 'duplicate', 'hand-over', 'reading', 'scan', 'drop'] as const

/** One of them, by their weights. */
function weighed<T>(random: Random, choices: readonly (readonly [number, T])[]): T {
  let left = random.below(choices.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, choice] of choices) {
    if (left < weight) return choice
    left -= weight
  }
  throw new Error('nothing to choose from')
}

const isAlone = (other: (typeof OTHERWISE)[number]): other is Alone =>
  ['hand-over', 'reading', 'scan', 'drop'].includes(other)

function sale(random: Random): SaleAct {
  return {
    do: 'sale',
    seats: 1 + random.below(random.below(3) === 0 ? 8 : 4),
    where: random.pick([null, 'n', 's', 'e', 'nord']),
    how: weighed(random, WAYS),
    payment: weighed(random, PAYMENTS),
    meanwhile: weighed(random, EVENTS_ON_THE_WAY),
  }
}

/**
 * One shift of a cashier's day, drawn from every key of the manual: so many sales, and between them what else comes to a
 * desk. The first of a sort comes early enough for a short shift to have it.
 */
export function shiftOf(random: Random, sales: number): readonly Act[] {
  const acts: Act[] = []
  const troubles: Act[] = [{ do: 'dead-hub' }, { do: 'jam' }]
  for (let made = 1; made <= sales; made += 1) {
    acts.push(sale(random))
    const trouble = made % Math.ceil(sales / 3) === 0 ? troubles.shift() : undefined
    if (trouble) acts.push(trouble)
    if (random.below(4) === 0) {
      const other = random.pick([...OTHERWISE])
      const back = random.below(4)
      acts.push(isAlone(other) ? { do: other } : { do: other, back })
    }
  }
  return acts
}

/** The same day for the same seed. */
export function dayOf(seed: number, shifts: number, sales: number): readonly (readonly Act[])[] {
  const random = createRandom(seed)
  return Array.from({ length: shifts }, () => shiftOf(random, Math.ceil(sales / shifts)))
}
