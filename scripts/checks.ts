// Types, lint, dropped results and format: what `npm test` and `npm run check` look at beside the tests.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const CACHE = 'node_modules/.cache/guichet'
/** Each uses more than one core for a part of its time. */
const AT_ONCE = 2

export interface CheckResult {
  readonly name: string
  readonly isOk: boolean
  readonly seconds: number
  /** No file changed since it passed: it did not run. */
  readonly isUnchanged: boolean
  /** What the tool printed, without colours. */
  readonly output: string
  /** Runs this check alone. */
  readonly command: string
}

interface Check {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  readonly command: string
}

const projects = ['shared', 'electron', 'renderer', 'tests'].map((name) => `${name}/tsconfig.json`)

/** The longest first. */
const checks: readonly Check[] = [
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['-b'], command: 'npx tsc -b' },
  { name: 'lint', script: 'node_modules/oxlint/bin/oxlint', args: [], command: 'npx oxlint' },
  {
    name: 'dropped results',
    script: 'scripts/dropped-results.ts',
    args: projects,
    command: `node scripts/dropped-results.ts ${projects.join(' ')}`,
  },
  {
    name: 'format',
    script: 'node_modules/prettier/bin/prettier.cjs',
    args: '--check --log-level warn --cache --cache-strategy content --cache-location'
      .split(' ')
      .concat(`${CACHE}/prettier`, '.'),
    command: 'npx prettier --check . (npm run format corrects it)',
  },
]

const IGNORED = new Set(['node_modules', '.git', 'out', 'dist', 'coverage', 'test-results'])
const CHECKED = /\.(?:ts|tsx|mts|mjs|cjs|js|json|css|html|md|yml|yaml|svg)$|(?:^|\/)\.[^/]*(?:rc|ignore|config)$/u

/** Of every file that a check reads, the locked versions of the tools included. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version)
  const exclude = ({ name }: { readonly name: string }): boolean => IGNORED.has(name) || name.startsWith('out.')
  const entries = globSync('**', { cwd: root, withFileTypes: true, exclude })
    .filter((entry) => entry.isFile() && CHECKED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
  for (const path of entries) hash.update(`\0${path}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

async function run({ name, script, args, command }: Check, wanted: string): Promise<CheckResult> {
  const stamp = join(root, CACHE, `passed-${name.replace(' ', '-')}`)
  if (readIfThere(stamp) === wanted) return { name, command, isOk: true, seconds: 0, isUnchanged: true, output: '' }
  const started = performance.now()
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  const code = await new Promise<number | null>((resolve) => void child.once('close', resolve))
  if (code === 0) writeFileSync(stamp, wanted)
  const seconds = (performance.now() - started) / 1000
  return { name, command, isOk: code === 0, seconds, isUnchanged: false, output: stripVTControlCharacters(output) }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Runs every check, two at a time, but for those that passed on the same files before. Calls back as each ends. */
export async function runChecks(onEnd: (result: CheckResult) => void): Promise<readonly CheckResult[]> {
  mkdirSync(join(root, CACHE), { recursive: true })
  const wanted = fingerprint()
  const waiting = [...checks]
  const results: CheckResult[] = []
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await run(check, wanted)
      results.push(result)
      onEnd(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
