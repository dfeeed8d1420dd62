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
import { type Head, type Journal, type JournalRow, readRowLine, rowLine, signedBytes } from './journal.ts'
import { type Signer, verifyP256 } from './signer.ts'

/**
 * The end of the hash chain, stored outside the database, which reveals a truncated or restored database. Written after
 * each commit without a flush, so the record may be older than the database but never newer.
 *
 * The file contains three records of 512 bytes, each JSON padded with blanks. Two records are written alternately, by
 * row number, and contain the row's own signature. The third record contains a separate signature that marks a row as
 * the end of the hash chain.
 */
export class Anchor {
  /** Last record with a valid signature of the register when the file was opened; null if no record was valid. */
  readonly tip: AnchorMark | null
  /** Records signed by other keys when the file was opened, with unchecked signatures. */
  readonly foreign: readonly AnchorMark[]
  readonly #signer: Signer
  readonly #file: number

  constructor(path: string, signer: Signer) {
    const key = publicKey(signer.publicKey)
    const found = readAnchor(path)
    const marks = found.filter((mark) => vouched(mark, key))
    this.tip = marks.length === 0 ? null : marks.reduce((a, b) => (b.seq > a.seq ? b : a))
    this.foreign = found.filter(({ keyId }) => keyId !== signer.keyId)
    this.#signer = signer
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
  }

  /** Records the new end of the hash chain. Must be called after a commit. Throws if the file cannot be written. */
  follow(head: Head): void {
    this.#write(head.seq % 2, head, head.sig)
  }

  seal(head: Head): void {
    this.#write(2, head, this.#signer.sign(sealBytes(head.seq, head.hash)))
  }

  /** Replaces all records to mark `head` as the end of the hash chain. */
  reset(head: Head): void {
    this.#write(0, head, head.sig)
    this.#write(1, head, head.sig)
    this.seal(head)
  }

  close(): void {
    closeSync(this.#file)
  }

  #write(slot: number, { seq, hash }: Head, signature: Uint8Array): void {
    const { keyId } = this.#signer
    const sig = Buffer.from(signature).toString('base64')
    const mark: AnchorMark = { seq, hash: hash.toString('hex'), keyId, sig, sealed: slot === 2 }
    const record = Buffer.from(`${JSON.stringify(mark).padEnd(RECORD_BYTES - 1)}\n`)
    writeSync(this.#file, record, 0, RECORD_BYTES, slot * RECORD_BYTES)
  }
}

const RECORD_BYTES = 512

/** Returns whether an anchor record is signed with the given key. */
export function vouched({ seq, hash, sig, sealed }: AnchorMark, key: KeyObject): boolean {
  const bytes = Buffer.from(hash, 'hex')
  const message = sealed ? sealBytes(seq, bytes) : signedBytes(bytes)
  return verifyP256(message, Buffer.from(sig, 'base64'), key)
}

/** Returns the bytes that the signature of the third anchor record covers. */
export function sealBytes(seq: number, hash: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`guichet-head-1\n${seq}\n`), hash])
}

/** A record of an anchor file; `sealed` records are signed as the end of the hash chain. */
const markShape = z.object({
  seq: z.int(),
  hash: z.string(),
  keyId: z.string(),
  sig: z.string(),
  sealed: z.boolean(),
})
export type AnchorMark = Readonly<z.infer<typeof markShape>>

/** Returns the readable records of an anchor file. Omits a record that a power cut left incomplete. */
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
 * A second copy of every journal row, as lines of text in a separate file. Written after each commit and flushed only
 * on request, so after a power cut the file may be older than the database but never newer.
 */
export class JournalMirror {
  readonly #file: number
  #seq: number
  #size: number
  /** Line feed before the next row, because the last line of the file may be incomplete. */
  #before: string

  /** Opens the mirror file at `path`. Sets the file aside if its last row is not in the journal. */
  constructor(path: string, journal: RolledJournal, wallUtc: string) {
    const open = (): number => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600)
    let file = open()
    let last = lastRow(file)
    if (fstatSync(file).size > 0 && (last === null || journal.hashOf(last.seq) !== last.hash.toString('hex'))) {
      closeSync(file)
      renameSync(path, `${path}.replaced-${wallUtc.replaceAll(/[-:.]/gu, '')}`)
      file = open()
      last = null
    }
    this.#file = file
    this.#seq = last?.seq ?? 0
    this.#size = fstatSync(file).size
    this.#before = this.#size > 0 ? '\n' : ''
  }

  /** Appends the rows up to the journal's end. Throws if the file cannot be written. */
  follow(journal: RolledJournal): void {
    for (const row of journal.rowsAfter(this.#seq)) {
      const bytes = Buffer.from(`${this.#before}${rowLine(row)}\n`)
      // A partly written line is overwritten at the next attempt.
      for (let done = 0; done < bytes.length;)
        done += writeSync(this.#file, bytes, done, bytes.length - done, this.#size + done)
      this.#size += bytes.length
      this.#seq = row.seq
      this.#before = ''
    }
  }

  flush(): void {
    fdatasyncSync(this.#file)
  }

  close(): void {
    closeSync(this.#file)
  }
}

type RolledJournal = Pick<Journal, 'hashOf' | 'rowsAfter'>

const LINE_FEED = 10
const CHUNK_BYTES = 1 << 16

/** Returns the last complete row in the mirror file at `path`; null if there is none. */
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
    // The first line may be incomplete, unless the whole file was read.
    const lines = tail
      .toString('utf8')
      .split('\n')
      .slice(start === 0 ? 0 : 1)
    const row = lines.map(readRowLine).findLast((each) => each !== null)
    if (row) return row
    if (start === 0) return null
  }
}

/** Yields the rows in the mirror file without checking hashes or signatures. Skips incomplete lines. */
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
