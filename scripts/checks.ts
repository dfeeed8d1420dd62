import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const CACHE = 'node_modules/.cache/guichet'
/** Number of checks run at once. Each of them uses more than one core for part of its time. */
const AT_ONCE = 2

export interface CheckResult {
  readonly name: string
  readonly isOk: boolean
  readonly seconds: number
  /** True if the check was skipped because no file changed since it last passed. */
  readonly isUnchanged: boolean
  /** True if the signal stopped the check before it ended. A stopped check counts as neither passed nor failed. */
  readonly isStopped: boolean
  readonly output: string
  readonly command: string
}

interface Check {
  readonly name: string
  readonly script: string
  readonly args: readonly string[]
  readonly command: string
}

const projects = ['shared', 'electron', 'renderer', 'tests'].map((name) => `${name}/tsconfig.json`)

/** Returns the checks of the given files, or of all files if null. The type check always covers all files. */
export function checksOf(files: readonly string[] | null): readonly Check[] {
  const formatted = files ?? ['.']
  const linted = files?.filter((path) => /\.(?:ts|tsx|mjs)$/u.test(path)) ?? ['.']
  const folders = new Set(files?.map((path) => path.replace(/^scripts\//u, 'tests/').split('/', 1)[0]))
  const resultsOf = projects.filter((path) => files === null || folders.has(path.split('/', 1)[0]))
  const all: readonly Check[] = [
    {
      name: 'format',
      script: 'node_modules/oxfmt/bin/oxfmt',
      args: ['--check', '--no-error-on-unmatched-pattern', ...formatted],
      command: `npx oxfmt --check ${formatted.join(' ')}`,
    },
    {
      name: 'types',
      script: 'node_modules/typescript/bin/tsc',
      // TypeScript uses four checkers by default, each of which resolves the shared types again.
      args: ['-b', '--checkers', String(Math.min(4, availableParallelism())), ...projects],
      command: 'npm run typecheck',
    },
    {
      name: 'lint',
      script: 'node_modules/oxlint/bin/oxlint',
      args: linted,
      command: `npx oxlint ${linted.join(' ')}`,
    },
    {
      name: 'dropped results',
      script: 'scripts/unchecked-results.ts',
      args: resultsOf,
      command: `node scripts/unchecked-results.ts ${resultsOf.join(' ')}`,
    },
  ]
  const isEmpty: Readonly<Record<string, boolean>> = {
    lint: linted.length === 0,
    'dropped results': resultsOf.length === 0,
    format: files?.length === 0,
  }
  return all.filter(({ name }) => isEmpty[name] !== true)
}

const IGNORED = new Set(['node_modules', '.git', 'out', 'dist', 'coverage', 'test-results'])
/** Folder of the speech packs, which `npm start` generates. */
const SPEECH = join(root, 'resources/speech')
const CHECKED = /\.(?:ts|tsx|mts|mjs|cjs|js|json|css|html|md|yml|yaml|svg)$|(?:^|\/)\.[^/]*(?:rc|ignore|config)$/u

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version)
  const exclude = ({ name, parentPath }: { readonly name: string; readonly parentPath: string }): boolean =>
    IGNORED.has(name) || name.startsWith('out.') || resolve(root, parentPath, name) === SPEECH
  // The pattern `**` alone would skip files whose name begins with a dot, such as the lint and format settings.
  const entries = globSync(['**', '**/.*'], { cwd: root, withFileTypes: true, exclude })
    .filter((entry) => entry.isFile() && CHECKED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
  for (const path of entries) hash.update(`\0${path}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

interface Circumstances {
  readonly wanted: string
  readonly isWhole: boolean
  readonly signal: AbortSignal | undefined
}

async function run(
  { name, script, args, command }: Check,
  { wanted, isWhole, signal }: Circumstances,
): Promise<CheckResult> {
  const stamp = join(root, CACHE, `passed-${name.replace(' ', '-')}`)
  const unchanged = { name, command, isOk: true, seconds: 0, isUnchanged: true, isStopped: false, output: '' }
  if (readIfThere(stamp) === wanted) return unchanged
  if (signal?.aborted) return { ...unchanged, isUnchanged: false, isStopped: true }
  const started = performance.now()
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  }
  // Does not wait for a stopped tool, because its child processes may keep its output open.
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    signal?.addEventListener('abort', () => (child.kill(), resolve(null)), { once: true })
  })
  const isStopped = signal?.aborted === true && code === null
  if (code === 0 && isWhole) writeFileSync(stamp, wanted)
  const seconds = (performance.now() - started) / 1000
  return {
    ...unchanged,
    isOk: code === 0 || isStopped,
    isUnchanged: false,
    isStopped,
    seconds,
    output: stripVTControlCharacters(output),
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Runs every check, two at a time, except checks that already passed on the same files. */
export async function runChecks(
  onEnd: (result: CheckResult) => void,
  { files = null, signal }: { readonly files?: readonly string[] | null; readonly signal?: AbortSignal } = {},
): Promise<readonly CheckResult[]> {
  mkdirSync(join(root, CACHE), { recursive: true })
  const wanted = fingerprint()
  const waiting = [...checksOf(files)]
  const results: CheckResult[] = []
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const result = await run(check, { wanted, isWhole: files === null, signal })
      results.push(result)
      onEnd(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}

const MAX_CHECK_LINES = 60

export function failedCheck({ name, command, output }: CheckResult): readonly string[] {
  const printed = output.trimEnd().split('\n')
  const more = printed.length - MAX_CHECK_LINES
  return [
    `FAILED  ${name}`,
    ...printed.slice(0, MAX_CHECK_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … ${more} more lines`] : []),
    `  repeat: ${command}`,
    '',
  ]
}
