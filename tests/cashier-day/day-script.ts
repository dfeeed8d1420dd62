import { createRandom, type Random } from '../simulation/random.ts'

export type Payment =
  | { readonly by: 'exact-cash' }
  /** The next amount that the desk suggests, typed as `200k` or marked with an arrow key. The customer gets change. */
  | { readonly by: 'cash-with-change' | 'marked-cash' }
  | { readonly by: 'card' }
  | { readonly by: 'mobile-money'; readonly operator: 'orange-money' | 'mtn-momo' }
  | { readonly by: 'cash-and-card' }
  | { readonly by: 'three-ways' }

export interface SaleAct {
  readonly do: 'sale'
  readonly seats: number
  /** Stand of the demo stadium; null for any stand. */
  readonly where: string | null
  /** `mixed`: a line with two searches. `repeat`: the repeat key. `again`: an earlier line, found by the arrow keys. */
  readonly how: 'best' | 'second-best' | 'exact' | 'limit' | 'mixed' | 'repeat' | 'again'
  readonly payment: Payment
  readonly meanwhile:
    | 'nothing'
    | 'parked'
    | 'customer'
    | 'language'
    | 'too-little'
    | 'too-much'
    | 'held-keys'
    | 'gives-up'
    | 'locked'
}

const ERRANDS = [
  'refund-one',
  'refund-whole',
  'void',
  'duplicate',
  'last-again',
  'hand-over',
  'reading',
  'scan',
  'drop',
  'other-event',
  'map',
] as const

const TROUBLES = ['dead-hub', 'jam'] as const

export interface Errand {
  readonly do: (typeof ERRANDS)[number] | (typeof TROUBLES)[number]
  /** Position of the sale to use among the possible sales, counted back from the last one. */
  readonly back: number
}

export type Act = SaleAct | Errand

const PAYMENTS: readonly (readonly [number, Payment])[] = [
  [8, { by: 'exact-cash' }],
  [4, { by: 'cash-with-change' }],
  [1, { by: 'marked-cash' }],
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
  [1, 'mixed'],
  [1, 'repeat'],
  [1, 'again'],
]

const ON_THE_WAY: readonly (readonly [number, SaleAct['meanwhile']])[] = [
  [14, 'nothing'],
  [2, 'parked'],
  [2, 'customer'],
  [1, 'language'],
  [1, 'too-little'],
  [1, 'too-much'],
  [2, 'held-keys'],
  [1, 'gives-up'],
  [1, 'locked'],
]

/** Draws cards at random from a deck and refills the empty deck, so that each card is drawn in its exact proportion. */
function deckOf<T>(random: Random, cards: readonly (readonly [number, T])[]): () => T {
  const all = cards.flatMap(([times, card]) => Array.from({ length: times }, () => card))
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...all]
    const [card] = left.splice(random.below(left.length), 1)
    if (card === undefined) throw new Error('a deck without cards')
    return card
  }
}

const once = <T>(cards: readonly T[]): readonly (readonly [number, T])[] => cards.map((card) => [1, card])

/** Returns the actions of a day by shift. Draws them from decks, so that a long day has every kind. */
export function dayOf(seed: number, shifts: number, sales: number): readonly (readonly Act[])[] {
  const random = createRandom(seed)
  const [payment, how, meanwhile] = [deckOf(random, PAYMENTS), deckOf(random, WAYS), deckOf(random, ON_THE_WAY)]
  const [errand, trouble] = [deckOf(random, once(ERRANDS)), deckOf(random, once(TROUBLES))]
  const sale = (): SaleAct => ({
    do: 'sale',
    seats: 1 + random.below(random.below(3) === 0 ? 8 : 4),
    where: random.pick([null, 'n', 's', 'e', 'nord']),
    how: how(),
    payment: payment(),
    meanwhile: meanwhile(),
  })
  const perShift = Math.ceil(sales / shifts)
  const betweenTroubles = Math.max(5, Math.floor(perShift / 4))
  const shift = (): readonly Act[] =>
    Array.from({ length: perShift }, (_, index) => index + 1).flatMap((made) => [
      sale(),
      ...(made % betweenTroubles === 0 ? [{ do: trouble(), back: 0 }] : []),
      ...(made % 3 === 0 ? [{ do: errand(), back: random.below(4) }] : []),
    ])
  return Array.from({ length: shifts }, shift)
}
