import { existsSync, statSync } from 'node:fs'
import { archiveLines } from '../sources/archive-source.ts'
import type { ChainCheck } from '../chain/chain.ts'
import type { Findings } from '../format/report.ts'

/** How much of the roll there was at a moment; null when there was none. */
export function rollSize(path: string): number | null {
  return existsSync(path) ? statSync(path).size : null
}

/**
 * `anchor`, `beside`: the roll beside the database, up to `size` bytes of it, against the chain: it knows no other row,
 * and every one up to `flushedSeq`.
 */
export async function checkRoll(
  path: string,
  size: number,
  findings: Findings,
  chain: ChainCheck,
  { hashOf, flushedSeq }: { readonly hashOf: (seq: number) => string | null; readonly flushedSeq: number },
): Promise<void> {
  const known = new Set<number>()
  let end = 0
  const note = (seq: number): void => {
    known.add(seq)
    if (seq <= chain.length) end = Math.max(end, seq)
  }
  for await (const { seq, hash } of rollLines(path, size)) {
    note(seq)
    const found = hashOf(seq)
    const what = `row ${seq} of the roll`
    if (found === null) {
      findings.error('anchor', seq, what, `this row was written once, and the journal ends at ${chain.length}`)
    } else if (found !== hash) {
      findings.error('anchor', seq, what, 'this row was another one once')
    }
  }
  // Of a ledger in use rows may have come since.
  if (end < chain.length) for await (const { seq } of rollLines(path, rollSize(path) ?? size)) note(seq)
  if (end < chain.length) {
    const why = `ends at row ${end}, the journal at ${chain.length}`
    if (end < flushedSeq)
      findings.error('beside', end + 1, 'roll', `${why}, and it was flushed up to row ${flushedSeq}`)
    else findings.notice('beside', end + 1, 'roll', why)
  }
  // What a torn or damaged line had is gone from the roll for good.
  const gone = end - [...known].filter((seq) => seq <= end).length
  if (gone > 0) findings.notice('beside', null, 'roll', `${gone} of the rows up to ${end} are not on it`)
}

/** Rows as they stand on the roll; a line that a power cut tore says nothing. */
async function* rollLines(path: string, size: number): AsyncGenerator<{ readonly seq: number; readonly hash: string }> {
  if (size === 0) return
  for await (const { line } of archiveLines(path, size)) if (line?.type === 'row') yield line
}
