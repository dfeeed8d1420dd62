// npm run proofs -- [NAME…] [--ci | --nightly] [--seed S] [--jobs N] [--details] [options of the named proofs]
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import '../support/compile-cache.ts'
import { type Level, type Outcome, type Proof, summarise } from './proof.ts'
import { proofs } from './proofs.ts'

const flags = ['ci', 'nightly', 'story', 'details', 'help'] as const
const budgets = [...new Set(Object.values(proofs).flatMap(({ options }) => Object.keys(options)))]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(['seed', 'jobs', ...budgets].map((name) => [name, { type: 'string' as const }])),
  },
})
const given = values as Readonly<Partial<Record<string, string>>> &
  Readonly<Partial<Record<(typeof flags)[number], boolean>>>
const level: Level = given.ci ? 'ci' : given.nightly ? 'nightly' : 'default'
const jobs = Number(given['jobs'] ?? Math.min(2, availableParallelism()))

const [first, ...others] = positionals
// In `npm run mutate -- core ledger`, the names after the first are areas.
const named = first === 'mutation' && others.length > 0 ? [first] : positionals
if (named !== positionals) Object.assign(given, { areas: others.join(',') })

process.exitCode = given.help ? help() : await main()

async function main(): Promise<number> {
  if (!isBudget(String(jobs))) return refuse('--jobs: expected a number from 1')
  const unknown = named.filter((name) => !Object.hasOwn(proofs, name))
  if (unknown.length > 0) return refuse(`no proof ${unknown.join(', ')}; expected ${Object.keys(proofs).join(', ')}`)
  const names = named.length > 0 ? named : Object.keys(proofs).filter((name) => level !== 'ci' || proofs[name]?.isInCi)
  for (const option of budgets.filter((name) => given[name] !== undefined)) {
    const stranger = names.find((name) => !Object.hasOwn(proofs[name]?.options ?? {}, option))
    if (stranger !== undefined) return refuse(`${stranger} has no option --${option}`)
  }
  const [only] = names
  return names.length === 1 && only !== undefined ? one(only) : many(names)
}

async function one(name: string): Promise<number> {
  const proof = proofs[name]!
  const reason = proof.lacks?.() ?? null
  if (reason !== null) {
    console.log(`${name}: skipped: ${reason}`)
    return 0
  }
  const seed = given['seed'] ?? String((level === 'ci' && proof.ciSeed) || 1)
  const options = Object.fromEntries(Object.keys(proof.options).map((option) => [option, valueOf(proof, option)]))
  for (const [option, value] of Object.entries({ seed, ...options }))
    if (typeof proof.options[option] !== 'string' && !isBudget(value))
      return refuse(`--${option}: expected a number from 1, got "${value}"`)
  const started = performance.now()
  const progress = (line: string): void => void (process.stderr.isTTY && process.stderr.write(`${line}\n`))
  const run = { seed: Number(seed), jobs, story: given.story ?? false, level, options, progress }
  const outcome = await proof.play(run).catch((error: unknown): Outcome => ({
    amount: 'not completed',
    violations: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    controls: {},
    details: [],
  }))
  const again = [
    name,
    `--seed ${seed}`,
    ...Object.entries(options).flatMap(([option, value]) => (value ? `--${option} ${value}` : [])),
  ]
  return report(name, outcome, (performance.now() - started) / 1000, outcome.repeat ?? again.join(' '))
}

function report(name: string, outcome: Outcome, seconds: number, repeat: string): number {
  const { isSound, line } = summarise(outcome)
  console.log(`${name}: ${line}, ${seconds.toFixed(0)} s`)
  if (!isSound || given.details)
    for (const detail of [...outcome.violations.slice(0, 20), ...outcome.details]) console.log(`  ${detail}`)
  if (!isSound) console.log(`  repeat: npm run proofs -- ${repeat}`)
  return isSound ? 0 : 1
}

/** Runs each proof in a separate process with one job, and prints its output when it ends. */
async function many(names: readonly string[]): Promise<number> {
  const started = performance.now()
  const passedOn = process.argv.slice(2).filter((word) => !names.includes(word))
  const waiting = [...names]
  let [failed, skipped] = [0, 0]
  async function work(): Promise<void> {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, output } = await runAlone([name, ...passedOn, '--jobs', '1'])
      if (code !== 0) failed += 1
      else if (output.startsWith(`${name}: skipped`)) skipped += 1
      process.stdout.write(output)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const passed = names.length - failed - skipped
  console.log(`${names.length} proofs: ${passed} passed, ${failed} failed, ${skipped} skipped, ${seconds} s`)
  return failed === 0 ? 0 : 1
}

function runAlone(args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: code === 0 ? output : `${output}${errors}` }))
  })
}

function valueOf({ options }: Proof, option: string): string {
  const budget = options[option]!
  return given[option] ?? (typeof budget === 'string' ? budget : String(budget[level] ?? budget.default))
}

function isBudget(value: string): boolean {
  return Number.isInteger(Number(value)) && Number(value) > 0
}

function refuse(why: string): number {
  console.error(why)
  return 2
}

function help(): number {
  console.log('npm run proofs -- [NAME…] [--ci | --nightly] [--seed S] [--jobs N] [--details] [options of NAME]\n')
  for (const [name, { proves, options, isInCi }] of Object.entries(proofs)) {
    console.log(`${name}: ${proves}${isInCi ? '' : ' (not in --ci)'}`)
    for (const [option, budget] of Object.entries(options))
      console.log(
        `  --${option.padEnd(8)} ${
          typeof budget === 'string'
            ? `default "${budget}"`
            : Object.entries(budget)
                .map(([at, amount]) => `${at} ${amount}`)
                .join(', ')
        }`,
      )
  }
  return 0
}
