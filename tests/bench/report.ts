import { readFile } from 'node:fs/promises'
import type { Curve } from './curves.ts'
import type { Figure, Result, Suite } from './harness.ts'

/** One suite's figures in the table at the end. */
export interface Reported {
  readonly name: string
  readonly figures: readonly Figure[]
  readonly isNoisy: boolean
  readonly curves: readonly Curve[]
}

/** What a suite's results are held against, the subject's own goals among them. */
export function figuresOf(results: readonly Result[]): readonly Figure[] {
  return results.flatMap(({ name, ratio, goal }) => {
    if (goal === null) return []
    const value = `${figure(ratio.median)}× (${figure(ratio.min)}–${figure(ratio.max)})`
    return [{ what: `against ${name}`, value, goal: `≥ ${figure(goal)}×`, met: ratio.median >= goal }]
  })
}

export function resultTable({ unit, clock }: Suite, results: readonly Result[]): readonly string[] {
  const rows = results.map(({ name, cost, ratio }) => {
    const perSecond = Math.round(1000 / cost.median).toLocaleString('en')
    const range = `${figure(ratio.median)}× (${figure(ratio.min)}–${figure(ratio.max)})`
    return [name, perSecond, `${figure(cost.median * 1000)} µs`, range]
  })
  return table(['', `${unit.many}/s (${clock})`, `a ${unit.one}`, 'subject is faster by'], rows)
}

/** Every suite's figures in one table, and what they were measured with. */
export async function overallTable(suites: readonly Reported[]): Promise<readonly string[]> {
  const rows = suites.flatMap(({ name, figures, isNoisy }) =>
    figures.map(({ what, value, goal, met }, index) => {
      const verdict = met ? 'met' : '**missed**'
      return [index === 0 ? name : '', what, value, goal, isNoisy ? `${verdict}, too noisy` : verdict]
    }),
  )
  return [...table(['Suite', 'Figure', 'Measured', 'Goal', ''], rows), '', await versions()]
}

async function versions(): Promise<string> {
  const read = async (path: string): Promise<Readonly<Record<string, string>>> => {
    const { dependencies } = JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>
    }
    return dependencies
  }
  const [rivals, own] = [await read('rivals/package.json'), await read('../../package.json')]
  const named = Object.entries({ ...pick(own, ['pdfkit', 'qrcode', 'better-sqlite3', 'react']), ...rivals })
    .filter(([name]) => !name.startsWith('@types/'))
    .map(([name, version]) => `${name} ${version}`)
  return `Node ${process.versions.node}; ${named.sort().join(', ')}.`
}

function pick(all: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const rule = header.map((_, column) => (column === 0 ? '---' : '--:'))
  return [header, rule, ...rows].map((row) => `| ${row.join(' | ')} |`)
}

export function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2)
}
