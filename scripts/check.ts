// npm run check [-- COMMIT]: types, lint, the format of what changed since the commit (HEAD unless named), and the tests that
// reach it, nearest first. Ends within a minute: what was not come to is said, and left to `npm test`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import { filesBelow } from '../tests/support/project-files.ts'
import { sourceFacts } from '../tests/support/source-facts.ts'
import { nearestTests } from './nearest-tests.ts'

/** From then on no test is begun; soon after, those under way are given up. */
const LAST_START_MS = 45_000
const END_MS = 57_000
/** Run wherever they reach what changed; tests of other projects only where they changed themselves. */
const QUICK = ['unit', 'contract']
/** Looks at every file, and so imports none. */
const ALWAYS = 'tests/architecture.test.ts'

const started = performance.now()
const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`
const root = fileURLToPath(new URL('..', import.meta.url))
const since = process.argv[2] ?? 'HEAD'
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]

function git(...args: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

/** Runs beside the tests; what it says comes in one piece, and only where it failed. */
async function look(name: string, ...argv: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const code = await new Promise((resolve) => void child.once('close', resolve))
  console.log(code === 0 ? `${name}: well (${seconds()})` : `${name}: failed (${seconds()})\n${said}`)
  return code === 0
}

const tool = (path: string): string => join(root, 'node_modules', path)

async function looks(): Promise<boolean> {
  const present = changed.filter((path) => existsSync(join(root, path)))
  const projects = ['shared', 'electron', 'renderer', 'tests'].map((name) => `${name}/tsconfig.json`)
  const prettier = [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '--ignore-unknown']
  const results = [
    await look('types', tool('typescript/bin/tsc'), '-b'),
    await look('lint', tool('oxlint/bin/oxlint')),
    await look('dropped results', 'scripts/dropped-results.ts', ...projects),
    present.length === 0 || (await look('format', ...prettier, ...present)),
  ]
  return results.every(Boolean)
}

function filesOfTheProject() {
  return filesBelow(['shared', 'electron', 'renderer', 'scripts', 'tests'])
    .filter((path) => /\.(?:ts|tsx|mjs)$/u.test(path))
    .map((path) => sourceFacts({ path, text: readFileSync(join(root, path), 'utf8') }))
}

async function tests(): Promise<boolean> {
  const steps = new Map([
    [ALWAYS, 0],
    ...nearestTests(filesOfTheProject(), changed).map((near) => [near.path, near.steps] as const),
  ])
  const stepsOf = ({ moduleId }: TestSpecification): number => steps.get(moduleId.slice(root.length)) ?? Infinity
  class NearestFirst extends BaseSequencer {
    override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return Promise.resolve(files.toSorted((a, b) => stepsOf(a) - stepsOf(b)))
    }
  }
  const vitest = await createVitest({ watch: false, sequence: { sequencer: NearestFirst } })
  await vitest.standalone()
  const wanted = (await vitest.globTestSpecifications()).filter(
    (each) => stepsOf(each) === 0 || (stepsOf(each) < Infinity && QUICK.includes(each.project.name)),
  )
  const stop = setTimeout(
    () => void vitest.cancelCurrentRun('keyboard-input'),
    LAST_START_MS - performance.now() + started,
  )
  const result = await Promise.race([
    vitest.runTestSpecifications(wanted),
    new Promise<null>((resolve) => void setTimeout(resolve, END_MS - performance.now() + started, null).unref()),
  ])
  clearTimeout(stop)
  const modules = vitest.state.getTestModules()
  const ran = modules.filter((module) => ['passed', 'failed'].includes(module.state()))
  const failed = ran.filter((module) => module.state() === 'failed')
  console.log(`tests: ${ran.length} of ${wanted.length} files that reach what changed since ${since} (${seconds()})`)
  if (ran.length < wanted.length) console.log('The rest was not come to: npm test')
  return failed.length === 0 && (result?.unhandledErrors.length ?? 0) === 0
}

const well = (await Promise.all([looks(), tests()])).every(Boolean)
console.log(well ? 'well' : 'failed')
process.exit(well ? 0 : 1)
