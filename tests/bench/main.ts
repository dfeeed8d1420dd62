// npm run bench -- [NAME…] [--gate | --once]: measures and prints; writes nothing. A suite is a file `NAME.bench.ts` beside
// this one that exports `suite`. With --gate the process fails where less than 60 % of a goal is reached; with --once every
// suite does its work once, unmeasured: a suite that does not come to its end is found before somebody needs its figures.
import { readdir } from 'node:fs/promises'
import { ensureInstalled } from '../../scripts/install.mjs'
import { measure, noiseIn, warmUp, type Result, type Suite, type Watch } from './harness.ts'

const gateShare = 0.6

const gate = process.argv.includes('--gate')
const once = process.argv.includes('--once')
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const known = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort()

const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}

await ensureInstalled('tests/bench/rivals')
let failed = false
for (const name of wanted.length > 0 ? wanted : known) {
  const { suite } = (await import(`./${name}.bench.ts`)) as { suite: Suite | Watch }
  if ('watch' in suite) {
    const { lines, missed } = await suite.watch(once)
    console.log(once ? `${name}: ended` : [`\n## ${name}: ${suite.title}\n`, ...lines].join('\n'))
    if (missed) failed = true
    continue
  }
  const trial = await suite.prepare(once)
  try {
    if (once) {
      await warmUp(trial)
      await trial.facts?.()
      console.log(`${name}: ended`)
      continue
    }
    const results = await measure(trial, suite.clock)
    const facts = (await trial.facts?.()) ?? []
    const noise = noiseIn(results)
    console.log(
      [`\n## ${name}: ${suite.title}\n`, ...table(suite, results), '', ...facts, ...(noise ? [noise] : [])].join('\n'),
    )
    if (results.some((result) => shortOf(result) && !noise)) failed = true
  } finally {
    await trial.close?.()
  }
}
if (gate && failed) process.exitCode = 1

function shortOf({ goal, ratio }: Result): boolean {
  return goal !== null && ratio.median < goal * (gate ? gateShare : 1)
}

function table({ unit, clock }: Suite, results: readonly Result[]): readonly string[] {
  const rows = results.map((result) => {
    const { name, cost, ratio, goal } = result
    const verdict = goal === null ? '' : `≥ ${figure(goal)}× ${shortOf(result) ? '**missed**' : 'met'}`
    const perSecond = Math.round(1000 / cost.median).toLocaleString('en')
    const range = `${figure(ratio.median)}× (${figure(ratio.min)}–${figure(ratio.max)})`
    return [name, perSecond, `${figure(cost.median * 1000)} µs`, range, verdict]
  })
  const header = ['', `${unit.many}/s (${clock})`, `a ${unit.one}`, 'subject is faster by', 'goal']
  return [header, header.map((_, column) => (column === 0 ? '---' : '--:')), ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  )
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2)
}
