import { catalogues, type ProgramTexts } from '../../shared/i18n/catalogues.ts'

/** Amount paid with each tender, in whole francs. */
export type Parts = Readonly<Partial<Record<'cash' | 'card' | 'orange-money' | 'mtn-momo', number>>>

export interface NotedSale {
  readonly shift: number
  readonly who: string
  readonly labels: readonly string[]
  readonly price: number
  readonly due: number
  readonly parts: Parts
  readonly returned: Set<string>
}

export type Figures = ReadonlyMap<string, { readonly count: number | null; readonly amount: number | null }>

interface Shift {
  float: number
  counted: number | null
  duplicates: number
  readonly drops: number[]
  readonly back: (Paid & { readonly tickets: number })[]
}

/** Calculates the expected reports from a cashier's actions. Shares no code with the program. */
export class Accountant {
  readonly sales: NotedSale[] = []
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
        // In a report, cashier lines count sales, regardless of the number of payments; tender lines count payments.
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

const payments = ({ who, parts }: Paid) => Object.entries(parts).map(([way, amount]) => ({ who, way, amount }))

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Parses a report in its French table form, which has one line per item. */
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
