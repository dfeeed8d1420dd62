import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { shareOf } from '../support/share.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const script = fileURLToPath(new URL('processes/fail-flush.ts', import.meta.url))
const ROWS = 8

const flushes = shareOf(
  'failed flush',
  Array.from({ length: ROWS }, (_, index) => index + 1),
  2,
)

const hasStrace = spawnSync('strace', ['-V']).status === 0

/** Runs Node under strace, which intercepts only the traced system calls. Returns the output of the program. */
function strace(log: string, options: readonly string[], ...program: readonly string[]): string {
  const args = ['-f', '--seccomp-bpf', '-o', log, ...options, process.execPath, ...program]
  return spawnSync('strace', args, { encoding: 'utf8' }).stdout.trimEnd()
}

function run(...injections: readonly string[]) {
  const directory = temporaryFolder()
  const inject = injections.flatMap((injection) => ['-e', `inject=${injection}`])
  const log = join(directory, 'strace.log')
  const printed = strace(log, ['-e', 'trace=fsync,write', ...inject], script, directory, `${ROWS}`)
  return { directory, lines: printed.split('\n') }
}

let counted: number | undefined

function flushesBeforeRows(): number {
  if (counted !== undefined) return counted
  const trace = readFileSync(join(run().directory, 'strace.log'), 'utf8')
  const [before = ''] = trace.split('READY')
  return (counted = before.split('fsync(').length - 1)
}

async function rowsIn(directory: string): Promise<number> {
  const report = await verifyLedger({ path: join(directory, 'ledger.db') })
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([])
  return report.rows
}

describe.skipIf(!hasStrace)('a disk that fails to flush', () => {
  it(`once: the row is found or repeated, once, and acknowledged (${flushes.said})`, async () => {
    const before = flushesBeforeRows()
    for (const nth of flushes.cases) {
      const failed = run(`fsync:error=EIO:when=${before + nth}`)
      expect(failed.lines).toEqual([...acknowledged(), 'condition sound'])
      expect(await rowsIn(failed.directory)).toBe(ROWS + 1)
    }
  })

  it('and again while the file is closed: the log then has the row, and it is not written twice', async () => {
    const third = flushesBeforeRows() + 3
    const failed = run(`fsync:error=EIO:when=${third}..${third + 1}`)
    expect(failed.lines).toEqual([...acknowledged(), 'condition sound'])
    expect(await rowsIn(failed.directory)).toBe(ROWS + 1)
  })

  it('for good: nothing more is acknowledged, and what was acknowledged is there', async () => {
    const failed = run(`fsync:error=EIO:when=${flushesBeforeRows() + 4}+`)
    const frozen = Array.from({ length: ROWS - 3 }, (_, index) => `${index + 4} LedgerFrozen`)
    expect(failed.lines).toEqual([...acknowledged().slice(0, 3), ...frozen, 'condition disk-failed'])
    expect(await rowsIn(failed.directory)).toBeGreaterThanOrEqual(1 + 3)
  })

  it('of the anchor only: rows are acknowledged, and no new sale starts', async () => {
    const directory = temporaryFolder()
    const printed = strace(
      '/dev/null',
      ['-P', join(directory, 'ledger.db.anchor'), '-e', 'inject=pwrite64:error=EIO'],
      script,
      directory,
      `${ROWS}`,
    )
    expect(printed.split('\n')).toEqual([...acknowledged(), 'condition disk-failed'])
  })

  const acknowledged = (): readonly string[] => Array.from({ length: ROWS }, (_, index) => `${index + 1} acknowledged`)
})
