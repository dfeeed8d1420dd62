import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'

/** What was paid by each way, in whole francs. */
export type Parts = Readonly<Partial<Record<'cash' | 'card' | 'orange-money' | 'mtn-momo', number>>>

/** A sale as the cashier would write it into a notebook. */
export interface NotedSale {
  readonly shift: number
  readonly who: string
  /** Its seats, as in `N3 F 12`. */
  readonly labels: readonly string[]
  /** What each costs, and all of them. */
  readonly price: number
  readonly due: number
  readonly parts: Parts
  /** Those of its seats that went back. */
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
  readonly back: (Paid & { readonly tickets: number })[]
}

/**
 * The venue's own accountant: writes down what a cashier was seen to do, in francs and seats, and works out what the reports
 * must say. Shares no code with the program: notes lie in a drawer, and a drawer does not know of ledgers.
 */
export class Accountant {
  readonly sales: NotedSale[] = []
  /** What the printer has cut: tickets, a receipt a sale, a slip for what came back, copies. */
  papers = 0
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

  sold({ who, labels, price, due, parts }: Omit<NotedSale, 'shift' | 'returned'>): void {
    if (sum(Object.values(parts)) !== due) throw new Error(`${JSON.stringify(parts)} does not pay ${due}`)
    this.papers += labels.length + 1
    this.sales.push({ who, labels, price, due, parts, shift: this.shiftNo, returned: new Set<string>() })
  }

  gaveBack(sale: NotedSale, who: string, labels: readonly string[], parts: Parts): void {
    for (const label of labels) sale.returned.add(label)
    this.papers += 1
    this.#now.back.push({ who, parts, tickets: labels.length })
  }

  copied(papers: number): void {
    this.papers += papers
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

  /** What a report on the running shift must say. */
  report(): Figures {
    const { float, drops, duplicates, back, counted } = this.#now
    const sold = this.#soldNow
    const [came, went] = [sold.flatMap(payments), back.flatMap(payments)]
    const amount = sum(sold.map(({ due }) => due))
    const returned = sum(went.map((one) => one.amount))
    const [issued, brought] = [sum(sold.map(({ labels }) => labels.length)), sum(back.map(({ tickets }) => tickets))]
    const lines = new Map<string, { count: number | null; amount: number | null }>([
      ['sales', { count: sold.length, amount: null }],
      ['duplicates', { count: duplicates, amount: null }],
      ['sold', { count: issued, amount }],
      ['returned', { count: 0 - brought, amount: 0 - returned }],
      ['net', { count: issued - brought, amount: amount - returned }],
      ['owed', { count: null, amount: 0 }],
      ['float', { count: null, amount: float }],
      ['paid-out', { count: null, amount: 0 - sum(drops) }],
      ['expected', { count: null, amount: this.inDrawer }],
      ['counted', { count: null, amount: counted }],
      ['over-short', { count: null, amount: 0 }],
      ['perpetual-net', { count: null, amount: this.#sinceTheFirstSale }],
    ])
    for (const [item, by] of [
      ['tender', 'way'],
      ['cashier', 'who'],
    ] as const)
      for (const name of new Set([...came, ...went].map((one) => one[by]))) {
        const [taken, given] = [came, went].map((all) => all.filter((one) => one[by] === name).map((one) => one.amount))
        // A person has sales, however many payments each took; a tender has payments.
        const count = item === 'cashier' ? sold.filter(({ who }) => who === name).length : (taken?.length ?? 0)
        lines.set(`${item} ${name}`, { count, amount: sum(taken ?? []) })
        if (given && given.length > 0)
          lines.set(`${item}-refunded ${name}`, { count: given.length, amount: 0 - sum(given) })
      }
    return lines
  }

  get #sinceTheFirstSale(): number {
    const back = this.#shifts.flatMap((shift) => shift.back.flatMap(({ parts }) => Object.values(parts)))
    return sum(this.sales.map(({ due }) => due)) - sum(back)
  }
}

interface Paid {
  readonly who: string
  readonly parts: Parts
}

/** Each part by who had it in their hands, and by which way it went. */
const payments = ({ who, parts }: Paid) => Object.entries(parts).map(([way, amount]) => ({ who, way, amount }))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The lines of a report's French table: one an item, with its name if it has one. */
export function figuresOf(csv: string): Figures {
  const [header = '', ...rows] = csv
    .replace(/^\uFEFF/u, '')
    .trim()
    .split(/\r?\n/u)
  const heads = header.split(';')
  const at = (cells: readonly string[], column: keyof ProgramTexts['columns']): string =>
    cells[heads.indexOf(catalogues.fr.columns[column])] ?? ''
  const number = (text: string): number | null => (text === '' ? null : Number(text))
  return new Map(
    rows.map((row) => {
      const cells = row.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/u)
      const [item, name] = [at(cells, 'item'), at(cells, 'name')]
      const key = /^(?:tender|cashier)(?:-refunded)?$/u.test(item) ? `${item} ${name}` : item
      return [key, { count: number(at(cells, 'count')), amount: number(at(cells, 'amount')) }] as const
    }),
  )
}
