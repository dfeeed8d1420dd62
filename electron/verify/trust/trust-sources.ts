import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { canonical } from '../format/canonical.ts'
import { misfit } from '../format/misfit.ts'
import { readKey } from '../chain/signatures.ts'

/** "Trust" of `docs/integrating/ledger-format.md`: what somebody outside the machine knows of its ledger. */
export interface Trust {
  /** Ids of keys that may sign. */
  readonly keys?: readonly string[]
  readonly files?: readonly TrustFile[]
  readonly papers?: readonly Paper[]
}

const keyId = z.string().regex(/^[\da-f]{32}$/u)
const hash = z.string().regex(/^[\da-f]{64}$/u)

const trustFileShape = z.strictObject({
  format: z.literal('guichet-trust-1'),
  hubs: z.array(z.base64().min(1)),
  registers: z.array(
    z.strictObject({
      register: z.string(),
      keys: z.array(keyId),
      heads: z.array(z.strictObject({ seq: z.int().min(1), hash })),
    }),
  ),
})
export type TrustFile = z.infer<typeof trustFileShape>

const sums = z.record(z.string(), z.int())
const paperShape = z.strictObject({
  v: z.literal(1),
  register: z.string(),
  ledger: z.string(),
  closure: z.int().min(1),
  seq: z.int().min(1),
  hash,
  net: sums,
  abs: sums,
  key: keyId,
})

/** The code of a Z on paper. */
export interface Paper {
  readonly says: z.infer<typeof paperShape>
  /** What `sig` (base64) is over, beside its label. */
  readonly bytes: Buffer
  readonly sig: string
}

/** A trust file's text; throws with what is wrong about it. */
export function readTrustFile(text: string): TrustFile {
  const content = parsed(text)
  const read = trustFileShape.safeParse(content)
  if (!read.success) throw new Error(`is no trust file: ${misfit(read.error, content)}`)
  return read.data
}

/** A code as it is printed, `GZ1.` and two parts; throws with what is wrong about it. */
export function readPaper(text: string): Paper {
  const [, payload = '', sig = ''] = /^GZ1\.([\w-]+)\.([\w-]+)$/u.exec(text.trim()) ?? []
  if (payload === '') throw new Error('is no code of a Z: GZ1.….… was expected')
  const bytes = Buffer.from(payload, 'base64url')
  const content = parsed(bytes.toString('utf8'))
  const read = paperShape.safeParse(content)
  if (!read.success) throw new Error(`is no code of a Z: ${misfit(read.error, content)}`)
  if (canonical(read.data) !== bytes.toString('utf8')) throw new Error('is no code of a Z: not canonical JSON')
  return { says: read.data, bytes, sig: Buffer.from(sig, 'base64url').toString('base64') }
}

/**
 * Returns the id of a key that is given as such, or as a file with the public key (PEM, or SPKI in DER or base64).
 * `textIn` decodes the file; default: as Latin-1.
 */
export function readKeyId(idOrFile: string, textIn: (bytes: Buffer) => string = latin1In): string {
  if (keyId.safeParse(idOrFile).success) return idOrFile
  if (!existsSync(idOrFile)) throw new Error('is neither a key id (32 hexadecimal digits) nor a file')
  const bytes = readFileSync(idOrFile)
  const text = textIn(bytes)
  const key = readKey(spkiOfPem(text)) ?? readKey(text) ?? readKey(bytes.toString('base64'))
  if (!key) throw new Error('holds no P-256 public key (PEM, or SPKI in DER or base64)')
  return key.keyId
}

const latin1In = (bytes: Buffer): string => bytes.toString('latin1')

function spkiOfPem(text: string): string {
  try {
    return createPublicKey(text).export({ type: 'spki', format: 'der' }).toString('base64')
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
