import type { KeyObject } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { publicKey } from './check.ts'
import { verifyP256 } from '../chain/ecdsa.ts'
import { type Head, signedBytes } from '../chain/journal.ts'
import type { Signer } from '../chain/signer.ts'

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
