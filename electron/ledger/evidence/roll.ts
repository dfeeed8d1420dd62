import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import type { JournalRow } from '../chain/journal.ts'
import { readRowLine, rowLine } from '../chain/row-line.ts'

/**
 * Every journal row once more, as a line of text in a file of its own, as a till's second paper roll: what a damaged
 * database lost stands here still. Written after each commit, flushed only when told: after a power cut it may be behind
 * the chain, never ahead. A row that could not be written is made up for with the next one.
 */
export interface Roll {
  /** Brings the roll up to the journal's end; throws when the file cannot be written. */
  follow(journal: RolledJournal): void
  /** Makes it survive a power cut. */
  flush(): void
  close(): void
}

export interface RolledJournal {
  hashOf(seq: number): string | null
  rowsAfter(seq: number): readonly JournalRow[]
}

const LINE_FEED = 10
const CHUNK_BYTES = 1 << 16

/** The roll at `path`, begun again where its end is no row of this journal; what was there is set aside. */
export function openRoll(path: string, journal: RolledJournal, wallUtc: string): Roll {
  let file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  let last = lastRow(file)
  if (fstatSync(file).size > 0 && (last === null || journal.hashOf(last.seq) !== last.hash.toString('hex'))) {
    closeSync(file)
    renameSync(path, `${path}.replaced-${wallUtc.replaceAll(/[-:.]/gu, '')}`)
    file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    last = null
  }
  let seq = last?.seq ?? 0
  let size = fstatSync(file).size
  // The last line may have been cut short.
  let before = size > 0 ? '\n' : ''

  return {
    follow(current) {
      for (const row of current.rowsAfter(seq)) {
        const bytes = Buffer.from(`${before}${rowLine(row)}\n`)
        // A line that the disk takes only in part is overwritten by the next try.
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, size + done)
        size += bytes.length
        seq = row.seq
        before = ''
      }
    },
    flush: () => fdatasyncSync(file),
    close: () => closeSync(file),
  }
}

/** The last row that is whole on the roll at `path`; null when there is none. */
export function lastRolled(path: string): JournalRow | null {
  if (!existsSync(path)) return null
  const file = openSync(path, 'r')
  try {
    return lastRow(file)
  } finally {
    closeSync(file)
  }
}

function lastRow(file: number): JournalRow | null {
  const { size } = fstatSync(file)
  for (let length = CHUNK_BYTES; ; length *= 2) {
    const start = Math.max(0, size - length)
    const tail = Buffer.alloc(size - start)
    readSync(file, tail, 0, tail.length, start)
    // The first line of the piece may begin before it, unless the piece is the whole file.
    const lines = tail
      .toString('utf8')
      .split('\n')
      .slice(start === 0 ? 0 : 1)
    const row = lines.map(readRowLine).findLast((each) => each !== null)
    if (row) return row
    if (start === 0) return null
  }
}

/** Rows as they stand on the roll, without a word on whether they are to be believed; lines that are not whole are left out. */
export function* rollRows(path: string): Generator<JournalRow, void> {
  if (!existsSync(path)) return
  const file = openSync(path, 'r')
  try {
    for (const line of lines(file)) {
      const row = readRowLine(line)
      if (row) yield row
    }
  } finally {
    closeSync(file)
  }
}

function* lines(file: number): Generator<string> {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    rest = Buffer.concat([rest, chunk.subarray(0, read)])
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      yield rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
    }
  }
  if (rest.length > 0) yield rest.toString('utf8')
}
