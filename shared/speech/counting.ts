/** Between which values of a number its "and" is said: between each two, before the last, or nowhere. */
export const joiners = ['each', 'last', 'none'] as const

/** Where the word for francs and minutes stands: before the number or after it. */
export const nounPlaces = ['before', 'after'] as const

/** How many francs there are to the piece that money is counted by. */
export const moneyUnits = [1, 5] as const

/** How a language that is only spoken puts numbers together: what somebody who speaks it has to say of it. */
export interface Counting {
  readonly joiner: (typeof joiners)[number]
  readonly counted: (typeof nounPlaces)[number]
  readonly moneyUnit: (typeof moneyUnits)[number]
}

/** As the three of Guinea have it: `francs`, `ten thousand`, `and`, `five hundred`. */
export const usualCounting: Counting = { joiner: 'each', counted: 'before', moneyUnit: 1 }
