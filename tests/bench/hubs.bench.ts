import { measure, noiseIn, spreadOf, warmUp, type Contender, type Figure, type Watch } from './harness.ts'
import { startRow, type HubRow, type Sold } from './hub-row.ts'
import { figure, table } from './report.ts'
import { timesOf } from './sale-times.ts'

/** Of one core, for each hub. */
const SHARE = 0.15
const EVENTS = 4

interface Crowd {
  /** At each hub: with more hubs more come. */
  readonly buyers: number
  readonly sales: number
  /** Of each event; so few that a hub keeps the text of all of them. */
  readonly sections: number
}

const FULL: Crowd = { buyers: 128, sales: 256, sections: 6 }
const ONCE: Crowd = { buyers: 4, sales: 4, sections: 1 }

/** So many hubs sell so many times what one sells, at least, wherever the events are sold. */
const GOALS: ReadonlyMap<number, number> = new Map([
  [2, 1.8],
  [4, 3.2],
])

interface Way {
  readonly name: string
  readonly hubs: number
  readonly eventsApart: boolean
}

const ONE: Way = { name: '1 hub', hubs: 1, eventsApart: false }
const WAYS: readonly Way[] = [
  ...[4, 2].map((hubs) => ({ name: `${hubs} hubs, each event at one of them`, hubs, eventsApart: true })),
  ...[4, 2].map((hubs) => ({ name: `${hubs} hubs, each event at all of them`, hubs, eventsApart: false })),
  ONE,
]

type Seen = ReadonlyMap<Way, Sold[]>

export const suite: Watch = {
  title: `whole sales of ${EVENTS} events at 1, 2 and 4 hubs on one PostgreSQL, each hub with ${SHARE * 100} % of a core and buyers of its own; Linux`,
  async watch(once) {
    const ways = once ? WAYS.filter(({ hubs }) => hubs <= 2) : WAYS
    const row = await startRow(Math.max(...ways.map(({ hubs }) => hubs)), once ? 1 : SHARE)
    if (typeof row === 'string') return { lines: [row], figures: [] }
    const seen: Seen = new Map(ways.map((way) => [way, []]))
    try {
      const contenders = [...seen].map(([way, solds]) => contender(row, way, once ? ONCE : FULL, solds))
      // Every rush is examined: one of many has a seat that all want, none is sold twice, each hub shows each ticket as sold.
      const trial = { contenders, goals: [], check: () => Promise.resolve() }
      if (once) await warmUp(trial)
      const noise = once ? null : noiseIn(await measure(trial, 'wall'))
      return { lines: [...growthTable(seen), ...(noise ? [noise] : [])], figures: once ? [] : figuresOf(seen) }
    } finally {
      await row.close()
    }
  },
}

function contender(row: HubRow, { name, hubs, eventsApart }: Way, crowd: Crowd, solds: Sold[]): Contender {
  const [clients, sales] = [crowd.buyers * hubs, crowd.sales * hubs]
  return {
    name,
    units: sales,
    async run() {
      const sold = await row.sell(hubs, { clients, sales, events: EVENTS, sections: crowd.sections, eventsApart })
      solds.push(sold)
      return sold.milliseconds
    },
  }
}

/** What each part used of a core, and the hubs of their shares: who is full is seen there. */
function growthTable(seen: Seen): readonly string[] {
  const rows = [...seen].toReversed().map(([{ name, hubs }, solds]) => {
    const sales = FULL.sales * hubs
    const middle = (of: (sold: Sold) => number): number => spreadOf(solds.map(of)).median
    const parts = (['hubsMs', 'databaseMs', 'buyersMs'] as const).map((part) => {
      const busy = middle((sold) => sold[part] / sold.milliseconds)
      return `${figure(middle((sold) => sold[part] / sales))} ms · ${percent(busy)}`
    })
    const full = middle(({ hubsMs, milliseconds }) => hubsMs / milliseconds / (hubs * SHARE))
    const rate = middle(({ milliseconds }) => (sales * 1000) / milliseconds)
    return [name, figure(rate), timesOf('hold', solds), timesOf('purchase', solds), ...parts, percent(full)]
  })
  const times = ['hold, p50 · p99 in ms', 'purchase']
  const parts = ['hubs: processor a sale · of a core', 'database', 'buyers', 'hubs, of their shares']
  return table(['', 'sales/s', ...times, ...parts], rows)
}

/** Each round against one hub in the same round. */
function figuresOf(seen: Seen): readonly Figure[] {
  const one = seen.get(ONE) ?? []
  return [...seen].toReversed().flatMap(([{ name, hubs }, solds]) => {
    const goal = GOALS.get(hubs)
    if (goal === undefined) return []
    const ratios = solds.map(({ milliseconds }, round) => (hubs * (one[round]?.milliseconds ?? NaN)) / milliseconds)
    const { median, min, max } = spreadOf(ratios)
    const value = `${median.toFixed(2)}× (${min.toFixed(2)}–${max.toFixed(2)})`
    return [{ what: `${name}, against one hub`, value, goal: `≥ ${goal}×`, met: median >= goal }]
  })
}

const percent = (of: number): string => `${Math.round(of * 100)} %`
