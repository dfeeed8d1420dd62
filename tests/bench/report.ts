import { readFile } from 'node:fs/promises'
import type { Curve, Figure, Result, Suite } from './harness.ts'

export interface Reported {
  readonly name: string
  readonly figures: readonly Figure[]
  readonly isNoisy: boolean
  readonly curves: readonly Curve[]
}

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
  const [rivals, own] = [await read('baselines/package.json'), await read('../../package.json')]
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

const [WIDTH, HEIGHT] = [300, 220]
const frame = { left: 50, right: 20, top: 48, bottom: 44 }
const INK = '#1b2420'
const LINE = '#1d4f9c'

/** Draws curves side by side. Each vertical axis starts at zero, so that a flat curve looks flat. */
export function drawCurves(curves: readonly Curve[]): string {
  const panels = curves.map((curve, index) => `<g transform="translate(${index * WIDTH} 0)">${panel(curve)}</g>`)
  const size = `width="${curves.length * WIDTH}" height="${HEIGHT}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif" font-size="11" fill="${INK}">
<rect ${size} fill="#fff"/>
${panels.join('\n')}
</svg>
`
}

function panel({ title, across, points }: Curve): string {
  const [least, most] = [Math.log10(points[0]?.at ?? 1), Math.log10(points.at(-1)?.at ?? 10)]
  const top = 1.15 * Math.max(...points.map(({ value, high = value }) => high))
  const [wide, high] = [WIDTH - frame.left - frame.right, HEIGHT - frame.top - frame.bottom]
  const x = (at: number): number => round(frame.left + (wide * (Math.log10(at) - least)) / (most - least))
  const y = (value: number): number => round(frame.top + high * (1 - value / top))
  const path = points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')
  const marks = points.map(({ at, value, low = value, high: up = value }) => {
    const dot = `<circle cx="${x(at)}" cy="${y(value)}" r="3.5" fill="${LINE}"/>`
    const spread = `<path d="M${x(at)} ${y(low)}V${y(up)}" stroke="${LINE}" stroke-opacity=".35" stroke-width="5"/>`
    return spread + dot + text(x(at), y(up) - 8, short(value)) + text(x(at), HEIGHT - frame.bottom + 16, short(at))
  })
  return [
    `<text x="${frame.left}" y="24" font-weight="600" font-size="12">${title}</text>`,
    `<path d="M${frame.left} ${y(0)}H${WIDTH - frame.right}" stroke="${INK}"/>`,
    `<path d="${path}" fill="none" stroke="${LINE}" stroke-width="2"/>`,
    ...marks,
    text(frame.left + wide / 2, HEIGHT - 10, across),
  ].join('\n')
}

const text = (x: number, y: number, what: string): string =>
  `<text x="${x}" y="${y}" text-anchor="middle">${what}</text>`
const round = (value: number): number => Math.round(value * 10) / 10
const short = (value: number): string =>
  value >= 1e6 ? `${value / 1e6} M` : Math.round(value).toLocaleString('en').replaceAll(',', '\u00a0')
