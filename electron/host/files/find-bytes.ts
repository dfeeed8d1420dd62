import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 1 << 22
/** Bytes compared of a random text: enough to make a match by chance impossible. */
const TELLING_BYTES = 28

/** Returns where one of the patterns begins in a file, each place once. Patterns are shorter than a few megabytes. */
export function findBytes(path: string, patterns: readonly Buffer[]): readonly { at: number; pattern: Buffer }[] {
  const sought = patterns.filter(({ length }) => length > 0)
  if (sought.length === 0) return []
  const overlap = Math.max(...sought.map(({ length }) => length)) - 1
  const file = openSync(path, 'r')
  try {
    const found: { at: number; pattern: Buffer }[] = []
    const chunk = Buffer.alloc(CHUNK_BYTES + overlap)
    for (let start = 0; ; start += CHUNK_BYTES) {
      const length = readWhole(file, chunk, start)
      const read = chunk.subarray(0, length)
      for (const pattern of sought)
        for (let at = read.indexOf(pattern); at !== -1 && at < CHUNK_BYTES; at = read.indexOf(pattern, at + 1))
          found.push({ at: start + at, pattern })
      if (length < chunk.length) return found
    }
  } finally {
    closeSync(file)
  }
}

/** The beginnings by which `overwriteBytes` finds random bytes again. */
export const beginningsOf = (secrets: readonly Buffer[]): readonly Buffer[] =>
  secrets.map((secret) => secret.subarray(0, TELLING_BYTES))

/**
 * Overwrites random bytes in a file with zeros wherever their beginning lies, as far as they follow there. Returns how many
 * places that were.
 */
export function overwriteBytes(path: string, secrets: readonly Buffer[]): number {
  const places = secrets.flatMap((secret) => findBytes(path, beginningsOf([secret])).map(({ at }) => ({ at, secret })))
  if (places.length === 0) return 0
  const file = openSync(path, 'r+')
  try {
    for (const { at, secret } of places) {
      const there = Buffer.alloc(secret.length)
      const length = readWhole(file, there, at)
      const differs = secret.findIndex((byte, index) => index >= length || there[index] !== byte)
      writeSync(file, Buffer.alloc(differs === -1 ? secret.length : differs), 0, undefined, at)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return places.length
}

function readWhole(file: number, into: Buffer, position: number): number {
  let length = 0
  for (let read = -1; read !== 0 && length < into.length; length += read)
    read = readSync(file, into, length, into.length - length, position + length)
  return length
}
