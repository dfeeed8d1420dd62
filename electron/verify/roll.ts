import { existsSync, statSync } from 'node:fs'
import { archiveLines } from './archive-source.ts'
import type { ChainCheck } from './chain.ts'
import type { Findings } from './report.ts'

/** How much of the roll there was at a moment; null when there was none. */
export function rollSize(path: string): number | null {
  return existsSync(path) ? statSync(path).size : null
}

/** `anchor`: the roll beside the database, up to `size` bytes of it, against the chain; `hashOf` gives a row's hash or null. */
export async function checkRoll(
  path: string,
  size: number | null,
  findings: Findings,
  chain: ChainCheck,
  hashOf: (seq: number) => string | null,
): Promise<void> {
  if (size === null || size === 0) return
  for await (const { line } of archiveLines(path, size)) {
    // A line that a power cut tore says nothing.
    if (line?.type !== 'row') continue
    const found = hashOf(line.seq)
    const what = `row ${line.seq} of the roll`
    if (found === null) {
      findings.error('anchor', line.seq, what, `this row was written once, and the journal ends at ${chain.length}`)
    } else if (found !== line.hash) {
      findings.error('anchor', line.seq, what, 'this row was another one once')
    }
  }
}
