// npm run bench -- [NAME…] [--gate | --once | --pictures]. --pictures draws the curves into docs/developing. --gate
// fails if a recorded ratio is missed (gate.ts). --once runs every suite once without measuring.
import { writeFile } from 'node:fs/promises'
import { ensureInstalled } from '../../scripts/install.mjs'
import { type SuiteName, suites } from './suites.ts'
import { drawCurves, figuresOf, overallTable, type Reported, resultTable } from './report.ts'
import { gate } from './gate.ts'
import { type Figure, measure, noiseIn, type Suite, type Trial, warmUp, type Watch } from './harness.ts'

const known = Object.keys(suites) as SuiteName[]
const flags = ['--gate', '--once', '--pictures']
const given = process.argv.slice(2)
const unknown = given.filter((argument) => !flags.includes(argument) && !Object.hasOwn(suites, argument))
if (unknown.length > 0) {
  if (!given.includes('--help')) console.error(`Unknown: ${unknown.join(', ')}.`)
  console.error(`npm run bench -- [NAME…] [${flags.join(' | ')}]. Names: ${known.join(', ')}.`)
  process.exit(given.includes('--help') ? 0 : 2)
}
const once = given.includes('--once')
const wanted = known.filter((name) => given.includes(name))

for (const folder of ['tests/bench/baselines', 'scripts/packaging']) await ensureInstalled(folder)
if (process.argv.includes('--gate')) process.exitCode = (await gate(wanted)) ? 0 : 1
else await runSuites()

async function runSuites(): Promise<void> {
  const reported: Reported[] = []
  const left: string[] = []
  for (const name of wanted.length > 0 ? wanted : known) {
    const suite: Suite | Watch = await suites[name]()
    if (wanted.length === 0 && !once && 'onlyNamed' in suite) left.push(name)
    else reported.push(await run(name, suite))
  }
  if (once) return
  if (process.argv.includes('--pictures')) await picture(reported)
  if (left.length > 0) console.log(`\nRun by name only, as they take minutes to prepare: ${left.join(', ')}.`)
  if (reported.length > 1) console.log(['\n## All suites\n', ...(await overallTable(reported))].join('\n'))
}

async function run(name: string, suite: Suite | Watch): Promise<Reported> {
  const { lines, ...reported } = 'watch' in suite ? await watched(suite) : await raced(suite)
  console.log(once ? `${name}: ended` : [`\n## ${name}: ${suite.title}\n`, ...lines].join('\n'))
  return { name, ...reported }
}

type Report = Omit<Reported, 'name'> & { readonly lines: readonly string[] }

async function watched(suite: Watch): Promise<Report> {
  const { lines, figures, curves = [] } = await suite.watch(once)
  return { lines: [...lines, ...figures.map(saying)], figures, curves, isNoisy: false }
}

async function raced(suite: Suite): Promise<Report> {
  const trial = await suite.prepare(once)
  try {
    return await report(suite, trial)
  } finally {
    await trial.close?.()
  }
}

async function report(suite: Suite, trial: Trial): Promise<Report> {
  if (once) await warmUp(trial)
  const results = once ? [] : await measure(trial, suite.clock)
  const facts = (await trial.facts?.()) ?? []
  const figures = [...figuresOf(results), ...facts.filter((fact) => typeof fact !== 'string')]
  const notes = facts.filter((fact) => typeof fact === 'string')
  const noise = noiseIn(results)
  const lines = [...resultTable(suite, results), '', ...figures.map(saying), ...notes, ...(noise ? [noise] : [])]
  return { lines, figures, curves: trial.curves?.(results) ?? [], isNoisy: noise !== null }
}

async function picture(reported: readonly Reported[]): Promise<void> {
  for (const { name, curves } of reported) {
    if (curves.length === 0) continue
    const file = new URL(`../../docs/developing/curves-${name}.svg`, import.meta.url)
    await writeFile(file, drawCurves(curves))
  }
}

function saying({ what, value, goal, met }: Figure): string {
  return `${what}: ${value}, goal ${goal}: ${met ? 'met' : '**missed**'}`
}
