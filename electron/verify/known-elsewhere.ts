import { readFileSync } from 'node:fs'
import { archiveLines } from './sources/archive-source.ts'
import { readTrustFile, type TrustFile } from './trust/trust-sources.ts'
import { verifyArchive } from './verify-archive.ts'

/**
 * A trust file, or an archive kept elsewhere: its last row and its keys are known then. Throws with what is wrong about
 * it; an archive that does not agree with itself vouches for nothing. `readText` reads a trust file, for other encodings.
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
