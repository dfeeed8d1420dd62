import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, temporaryFolder } from '../shells/shell.ts'

/** Programs that every machine with a shell has. */
const BASICS = ['bash', 'cat', 'dirname', 'grep', 'mkdir', 'rm', 'sh', 'timeout', 'touch']

/** Writes down its call; leaves the report of a step that passed; fails if the call is `$RED`, or fetches from the network. */
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
  /** Script that installs an Electron, beside the checkout. */
  readonly substitute?: string
  /** More programs on the PATH, which do nothing and succeed. */
  readonly programs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs the script in a checkout of its own, on a machine with npm, Node and nothing else. */
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
  const { stdout, status } = spawnSync('bash', ['.ci/run'], {
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH: bin, CALLS: calls, RED: 'nothing', ...env },
  })
  const lines = stdout.trimEnd().split('\n')
  return {
    status,
    /** From the line before the skips. */
    summary: lines.slice(lines.findIndex((line) => line.endsWith(' in all')) + 1),
    calls: readFileSync(calls, 'utf8').trimEnd().split('\n'),
  }
}

const noPlaceFor = (name: string): string => `  npm run test:${name}: `

// Elsewhere .github/workflows/ci.yml runs the single steps.
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
      '7 passed, 0 failed, 4 skipped',
    ])
    expect(status).toBe(0)
    expect(calls.toSorted()).toEqual([
      'npm run --silent fetch-electron',
      'npm run bench:gate',
      'npm run pretest',
      'npm run proofs -- --ci --jobs 1',
      'npm run test:manuals -- --json test-results/manuals.json',
      'npm run test:postgres -- --json test-results/postgres.json',
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
  expect(shown.summary.at(-1)).toBe('9 passed, 0 failed, 3 skipped')
})

test.skipIf(isElsewhere)('an Electron beside the checkout that cannot be installed is a failure', () => {
  const { status, calls } = runCi({ substitute: 'exit 1' })
  expect(status).toBe(1)
  expect(calls.some((call) => call.includes('test:postgres'))).toBe(false)
})

// Root alone can install packages.
test.skipIf(isElsewhere || process.getuid?.() !== 0)('root with dpkg tries the packages beside the other steps', () => {
  const debian = { programs: ['dpkg'] }
  expect(runCi(debian)).toMatchObject({
    status: 0,
    summary: ['skipped:', expect.stringContaining('test:electron'), '9 passed, 0 failed, 2 skipped'],
  })
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
  expect(silent.summary.at(-1)).toBe('5 passed, 1 failed, 4 skipped')
  expect(silent.summary).toContain('postgres: no report')
  const beside = runCi({ env: { RED: 'run proofs' } })
  expect(beside.status).toBe(1)
  expect(beside.summary).toContain('proofs: no report')
})
