import { costOf, spreadOf, warmUp, type Suite } from './harness.ts'
import { figure, table } from './report.ts'
import { type SuiteName, suites } from './suites.ts'

/** Last recorded ratios of each suite's subject to some of its competitors. */
export const recorded: Readonly<Partial<Record<SuiteName, Readonly<Record<string, number>>>>> = {
  qr: { qrcode: 230 },
  overview: { 'GROUP BY over the seats': 150 },
  'seat-view': { 'stands worked out for every look': 3 },
  'tickets-cold': { 'bare import of pdfkit': 1.3 },
  ledger: { 'plain SQLite, write-ahead log, two rows': 0.4 },
  section: { 'rows and JSON.stringify': 24 },
  contention: { 'floor: the same server without a database': 0.75 },
  cold: { 'floor: bare node': 0.15 },
  block: { 'the same work on the main thread': 4.5 },
}

const SECONDS = 50
/** Minimum share of the recorded ratio. A lower ratio is a regression. */
const SHARE = 2 / 3
/**
 * Number of rounds with a sufficient ratio minus number of other rounds: at `HELD` the ratio is accepted, at `LOST` a
 * regression is reported.
 */
const HELD = 4
const LOST = -8

type Verdict = 'held' | '**lost**' | 'not decided in time'

/** Repeats rounds until a clear majority agrees. Returns false if a ratio is below `SHARE` of its recorded value. */
export async function gate(wanted: readonly SuiteName[]): Promise<boolean> {
  const end = performance.now() + SECONDS * 1000
  const names = (Object.keys(recorded) as SuiteName[]).filter((name) => wanted.length === 0 || wanted.includes(name))
  const rows: string[][] = []
  for (const [index, name] of names.entries()) {
    const now = performance.now()
    const until = now + (end - now) / (names.length - index)
    const found = await race((await suites[name]()) as Suite, recorded[name] ?? {}, until)
    rows.push(...found.map(([against, ...rest]) => [name, against, ...rest]))
  }
  console.log(table(['Suite', 'Against', 'Measured', 'Rounds', 'Recorded', ''], rows).join('\n'))
  return !rows.some((row) => row.includes('**lost**' satisfies Verdict))
}

type Found = [against: string, measured: string, rounds: string, recorded: string, verdict: Verdict]

async function race(suite: Suite, before: Readonly<Record<string, number>>, end: number): Promise<readonly Found[]> {
  const trial = await suite.prepare(false)
  try {
    const [subject] = trial.contenders
    const rivals = trial.contenders.filter(({ name }) => name in before)
    if (subject === undefined || rivals.length !== Object.keys(before).length) throw new Error('a rival is gone')
    await warmUp({ ...trial, contenders: [subject, ...rivals] })
    const found: Found[] = []
    for (const [index, rival] of rivals.entries()) {
      const now = performance.now()
      const until = now + (end - now) / (rivals.length - index)
      const goal = before[rival.name] ?? Number.NaN
      const ratios: number[] = []
      while (open(ratios, goal) && performance.now() < until) {
        const costs = new Map<string, number>()
        const pair = ratios.length % 2 === 0 ? [subject, rival] : [rival, subject]
        for (const contender of pair) costs.set(contender.name, await costOf(contender, suite.clock))
        ratios.push((costs.get(rival.name) ?? Number.NaN) / (costs.get(subject.name) ?? Number.NaN))
      }
      const measured = ratios.length === 0 ? '-' : `${figure(spreadOf(ratios).median)}×`
      found.push([rival.name, measured, `${ratios.length}`, `${figure(goal)}×`, verdictOn(ratios, goal)])
    }
    return found
  } finally {
    await trial.close?.()
  }
}

function leadOf(ratios: readonly number[], before: number): number {
  return ratios.reduce((lead, ratio) => lead + (ratio >= before * SHARE ? 1 : -1), 0)
}

function open(ratios: readonly number[], before: number): boolean {
  return verdictOn(ratios, before) === 'not decided in time'
}

export function verdictOn(ratios: readonly number[], before: number): Verdict {
  const lead = leadOf(ratios, before)
  if (lead >= HELD) return 'held'
  return lead <= LOST ? '**lost**' : 'not decided in time'
}
