/** What was paid by each way, in whole francs. */
export type Parts = Readonly<Partial<Record<'cash' | 'card' | 'orange-money' | 'mtn-momo', number>>>

/** A sale as the cashier would write it into a notebook. */
export interface NotedSale {
  readonly shift: number
  readonly who: string
  /** The service's name for each seat. */
  readonly seats: readonly string[]
  /** `N3 F 12`, in the same order, and what each costs. */
  readonly labels: readonly string[]
  readonly prices: readonly number[]
  readonly ownerRef: string
  readonly total: number
  readonly parts: Parts
  /** Seats that went back. */
  readonly returned: Set<string>
}

/** One line of a report on paper: of what, how many, how much. */
export type Figures = ReadonlyMap<string, { readonly count: number | null; readonly amount: number | null }>

interface Shift {
  float: number
  counted: number | null
  duplicates: number
  readonly drops: number[]
  /** What went back in this shift, whenever it had been sold. */
  readonly back: { readonly who: string; readonly tickets: number; readonly parts: Parts }[]
}

/**
 * The venue's own accountant: writes down what a cashier was seen to do, in francs and seats, and works out what the reports
 * must say. Shares no code with the program: notes lie in a drawer, and a drawer does not know of ledgers.
 */
export class Accountant {
  readonly sales: NotedSale[] = []
  #shifts: Shift[] = []

  openShift(float: number): void {
    this.#shifts.push({ float, counted: null, duplicates: 0, drops: [], back: [] })
  }

  get shiftNo(): number {
    return this.#shifts.length
  }

  get #now(): Shift {
    const shift = this.#shifts.at(-1)
    if (!shift) throw new Error('no shift is open')
    return shift
  }

  sold(sale: Omit<NotedSale, 'shift' | 'returned'>): NotedSale {
    const noted = { ...sale, shift: this.shiftNo, returned: new Set<string>() }
    if (sum(Object.values(sale.parts)) !== sale.total)
      throw new Error(`${JSON.stringify(sale.parts)} does not pay ${sale.total}`)
    this.sales.push(noted)
    return noted
  }

  gaveBack(sale: NotedSale, who: string, seats: readonly string[], parts: Parts): void {
    for (const seat of seats) sale.returned.add(seat)
    this.#now.back.push({ who, tickets: seats.length, parts })
  }

  copied(papers: number): void {
    this.#now.duplicates += papers
  }

  dropped(amount: number): void {
    this.#now.drops.push(amount)
  }

  /** The notes and coins that lie in the drawer now. */
  get inDrawer(): number {
    const { float, drops, back } = this.#now
    const taken = sum(this.#soldNow.map(({ parts }) => parts.cash ?? 0))
    const given = sum(back.map(({ parts }) => parts.cash ?? 0))
    return float + taken - given - sum(drops)
  }

  countedDrawer(): number {
    this.#now.counted = this.inDrawer
    return this.inDrawer
  }

  get #soldNow(): readonly NotedSale[] {
    return this.sales.filter(({ shift }) => shift === this.shiftNo)
  }

  /** What the Z of the running shift must say. */
  report(): Figures {
    const { float, drops, duplicates, back, counted } = this.#now
    const sold = this.#soldNow
    const amount = sum(sold.map(({ total }) => total))
    const refunded = sum(back.flatMap(({ parts }) => Object.values(parts)))
    const ways = ['cash', 'card', 'orange-money', 'mtn-momo'] as const
    const lines = new Map<string, { count: number | null; amount: number | null }>([
      ['sales', { count: sold.length, amount: null }],
      ['duplicates', { count: duplicates, amount: null }],
      ['sold', { count: sum(sold.map(({ seats }) => seats.length)), amount }],
      ['refunded', { count: null, amount: 0 - refunded }],
      ['net', { count: null, amount: amount - refunded }],
      ['owed', { count: null, amount: 0 }],
      ['float', { count: null, amount: float }],
      ['paid-out', { count: null, amount: 0 - sum(drops) }],
      ['expected', { count: null, amount: this.inDrawer }],
      ['counted', { count: null, amount: counted }],
      ['over-short', { count: null, amount: 0 }],
    ])
    for (const way of ways) {
      const by = sold.filter(({ parts }) => parts[way] !== undefined)
      const gone = back.filter(({ parts }) => parts[way] !== undefined)
      if (by.length > 0 || gone.length > 0)
        lines.set(`tender ${way}`, { count: by.length, amount: sum(by.map(({ parts }) => parts[way] ?? 0)) })
      if (gone.length > 0)
        lines.set(`tender-refunded ${way}`, {
          count: gone.length,
          amount: 0 - sum(gone.map(({ parts }) => parts[way] ?? 0)),
        })
    }
    return lines
  }

  /** Since the first sale. */
  get perpetual(): number {
    const back = this.#shifts.flatMap((shift) => shift.back.flatMap(({ parts }) => Object.values(parts)))
    return sum(this.sales.map(({ total }) => total)) - sum(back)
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What a report's table says of the same things: a line an item, with its name where it has one. */
export function figuresOf(csv: string): Figures {
  const [header = '', ...rows] = csv
    .replace(/^\uFEFF/u, '')
    .trim()
    .split(/\r?\n/u)
  const columns = header.split(',')
  const at = (cells: readonly string[], column: string): string => cells[columns.indexOf(column)] ?? ''
  const number = (text: string): number | null => (text === '' ? null : Number(text))
  return new Map(
    rows.map((row) => {
      const cells = row.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/u)
      const [item, name] = [at(cells, 'item'), at(cells, 'name')]
      const key = item === 'tender' || item === 'tender-refunded' ? `${item} ${name}` : item
      return [key, { count: number(at(cells, 'count')), amount: number(at(cells, 'amount')) }] as const
    }),
  )
}
