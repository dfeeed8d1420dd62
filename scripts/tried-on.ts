// npm run tried-on -- RECORD…: adds recorded test runs to docs/developing/tried-on.json and updates their table in
// README. `--check` fails if the table in README is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { formatted } from './formatted.ts'
import type { ElectronVersions, RunRecord } from './run-record.ts'
import { pinnedElectron } from './run-record.ts'

const README = fileURLToPath(new URL('../README.md', import.meta.url))
const RUNS = fileURLToPath(new URL('../docs/developing/tried-on.json', import.meta.url))
const [BEGIN, END] = ['<!-- Made by npm run tried-on -->', '<!-- End of it -->']

export interface TriedRun {
  readonly command: string
  readonly system: string
  readonly platform: NodeJS.Platform
  readonly date: string
  readonly commit: string
  /** Null if no test ran in Electron. */
  readonly electron: ElectronVersions | null
  readonly passed: number
  readonly skipped: number
}

/** The npm script of each set of vitest projects, in the order of the table. */
const commands: Readonly<Record<string, string>> = {
  'contract e2e simulation unit': 'npm test',
  electron: 'npm run test:electron',
  'contract-postgres store': 'npm run test:postgres',
  installed: 'npm run test:installed',
  manuals: 'npm run test:manuals',
  tools: 'npm run test:tools',
}

const systems: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'Linux',
  darwin: 'macOS',
  win32: 'Windows',
}

/**
 * Adds a run and removes its predecessor on the same system. Throws unless the run covers all tests of an npm script
 * and none failed.
 */
export function mergeRecord(runs: readonly TriedRun[], record: RunRecord): readonly TriedRun[] {
  const { isWhole, projects, system, platform, date, commit, electron, passed, failed, skipped } = record
  const command = commands[projects.join(' ')]
  if (command === undefined || !isWhole)
    throw new Error(`projects ${projects.join(' ')}: expected those of an npm script, and all of their tests`)
  if (failed > 0) throw new Error(`${command} on ${system}: ${failed} failed`)
  if (commit === null) throw new Error(`${command} on ${system}: no commit`)
  const run = { command, system, platform, date, commit, electron, passed, skipped: skipped.length }
  const others = runs.filter((each) => each.command !== command || each.system !== system)
  const order = Object.values(commands)
  const rank = (each: TriedRun): string =>
    `${Object.keys(systems).indexOf(each.platform)} ${each.system} ${order.indexOf(each.command)}`
  return [...others, run].toSorted((a, b) => rank(a).localeCompare(rank(b)))
}

export function triedOnLines(runs: readonly TriedRun[], pinned: string): readonly string[] {
  const rows = runs.map(({ system, command, electron, passed, skipped, date, commit }) => [
    system,
    `\`${command}\``,
    electron === null ? '–' : electron.running === pinned ? electron.running : `${electron.running}, **not ${pinned}**`,
    `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    `${date}, ${commit}`,
  ])
  const untried = Object.entries(systems).filter(([platform]) => runs.every((run) => run.platform !== platform))
  return [
    '| System | Tests | Electron | Result | Run |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    ...untried.map(([, name]) => `| ${name} | none yet | | | |`),
  ]
}

async function withTable(readme: string, runs: readonly TriedRun[]): Promise<string> {
  const [from, to] = [readme.indexOf(BEGIN) + BEGIN.length, readme.indexOf(END)]
  if (to < from) throw new Error(`README.md: no ${BEGIN} … ${END}`)
  const table = await formatted(README, triedOnLines(runs, pinnedElectron).join('\n'))
  return `${readme.slice(0, from)}\n\n${table}\n${readme.slice(to)}`
}

const readRuns = (): readonly TriedRun[] => JSON.parse(readFileSync(RUNS, 'utf8')) as readonly TriedRun[]
const readRecord = (file: string): RunRecord => JSON.parse(readFileSync(file, 'utf8')) as RunRecord

async function main(words: readonly string[]): Promise<number> {
  const readme = readFileSync(README, 'utf8')
  const known = readRuns()
  if (words[0] === '--check') {
    if ((await withTable(readme, known)) === readme) return 0
    console.error('README.md: its table of runs is not that of docs/developing/tried-on.json: npm run tried-on')
    return 1
  }
  const runs = words.reduce((all, file) => mergeRecord(all, readRecord(file)), known)
  writeFileSync(RUNS, `${JSON.stringify(runs, null, 2)}\n`)
  writeFileSync(README, await withTable(readme, runs))
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2))
