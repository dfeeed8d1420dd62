import { readFileSync } from 'node:fs'
import { archiveLines } from './sources/archive-source.ts'
import { readTrustFile, type TrustFile } from './trust/trust-sources.ts'
import { verifyArchive } from './verify-archive.ts'

/**
 * Reads a trust file, or the last row and the keys of an archive kept elsewhere. Throws an error that says what is
 * wrong with it; an inconsistent archive proves nothing. `readText` reads the trust file; default: as UTF-8.
 */
export async function readKnownElsewhere(path: string, readText = utf8Of): Promise<TrustFile> {
  if (!(await isArchive(path))) return readTrustFile(readText(path))
  const { ok, register, keys, rows: seq, headHash: hash } = await verifyArchive({ path })
  if (!ok || register === null) throw new Error('is an archive that does not hold: it vouches for nothing')
  const entry = { register, keys: keys.map(({ keyId }) => keyId), heads: [{ seq, hash }] }
  return { format: 'guichet-trust-1', hubs: [], registers: [entry] }
}

const utf8Of = (path: string): string => readFileSync(path, 'utf8')

async function isArchive(path: string): Promise<boolean> {
  for await (const { line } of archiveLines(path)) return line?.type === 'archive'
  return false
}
