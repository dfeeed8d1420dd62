import type { KeyObject } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { z } from 'zod'
import { publicKey } from './chain-check.ts'
import { type Head, type JournalRow, readRowLine, rowLine, signedBytes } from './journal.ts'
import { type Signer, verifyP256 } from './signer.ts'

/**
 * The chain's end, kept outside the database: rows that are missing there (a file restored from a backup, a journal cut
 * short) are noticed by it. Written after each commit and never flushed by itself, so it may be behind, never ahead.
 *
 * Three records of 512 bytes, JSON padded with blanks. Two take turns by the row's number and hold that row's own
 * signature; the third holds a signature that says "this was the end", which no older row can stand in for.
 */
export interface Anchor {
  /** The furthest end that this register has signed, as the file had it when it was opened; null without one. */
  tip(): AnchorMark | null
  /** What the file had then that names another key: nobody vouches for it here. */
  foreign(): readonly AnchorMark[]
  /** After a commit; throws when the file cannot be written. */
  follow(head: Head): void
  /** Says by signature that this is the end of the chain now. */
  seal(head: Head): void
  /** Forgets every other end: the chain now ends here. */
  reset(head: Head): void
  close(): void
}

/** What an anchor file says; `sealed` records are signed as an end. */
export interface AnchorMark {
  readonly seq: number
  readonly hash: string
  readonly keyId: string
  readonly sig: string
  readonly sealed: boolean
}

const RECORD_BYTES = 512

export function openAnchor(path: string, signer: Signer): Anchor {
  const { keyId } = signer
  const key = publicKey(signer.publicKey)
  const found = readAnchor(path)
  const marks = found.filter((mark) => vouched(mark, key))
  const tip = marks.length === 0 ? null : marks.reduce((a, b) => (b.seq > a.seq ? b : a))
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)

  function write(slot: number, mark: AnchorMark): void {
    const record = Buffer.from(`${JSON.stringify(mark).padEnd(RECORD_BYTES - 1)}\n`)
    writeSync(file, record, 0, RECORD_BYTES, slot * RECORD_BYTES)
  }

  function followIn(slot: number, { seq, hash, sig }: Head): void {
    write(slot, { seq, hash: hash.toString('hex'), keyId, sig: sig.toString('base64'), sealed: false })
  }

  function seal({ seq, hash }: Head): void {
    const sig = Buffer.from(signer.sign(sealBytes(seq, hash))).toString('base64')
    write(2, { seq, hash: hash.toString('hex'), keyId, sig, sealed: true })
  }

  return {
    tip: () => tip,
    foreign: () => found.filter((mark) => mark.keyId !== keyId),
    follow: (head) => followIn(head.seq % 2, head),
    seal,
    reset(head) {
      followIn(0, head)
      followIn(1, head)
      seal(head)
    },
    close: () => closeSync(file),
  }
}

/** The mark is signed with this key. */
export function vouched({ seq, hash, sig, sealed }: AnchorMark, key: KeyObject): boolean {
  const bytes = Buffer.from(hash, 'hex')
  const message = sealed ? sealBytes(seq, bytes) : signedBytes(bytes)
  return verifyP256(message, Buffer.from(sig, 'base64'), key)
}

/** What the third record's signature is over. */
export function sealBytes(seq: number, hash: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`guichet-head-1\n${seq}\n`), hash])
}

const markShape = z.object({
  seq: z.int(),
  hash: z.string(),
  keyId: z.string(),
  sig: z.string(),
  sealed: z.boolean(),
})

/** The readable records of an anchor file; none when there is no file. A record torn by a power cut is left out. */
export function readAnchor(path: string): readonly AnchorMark[] {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return [0, 1, 2].flatMap((slot) => {
    try {
      const text = bytes.toString('utf8', slot * RECORD_BYTES, (slot + 1) * RECORD_BYTES)
      return [markShape.parse(JSON.parse(text))]
    } catch {
      return []
    }
  })
}

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

interface RolledJournal {
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
