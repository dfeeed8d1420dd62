import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import { firstIssue, inEnglish, parseInEnglish } from '../../shared/i18n/issue-text.ts'
import { readBounded } from '../../shared/json.ts'
import { readOwnerOnlyFile } from '../host/files/atomic-file.ts'

export const RELEASE_FILE = 'update.json'
export const SIGNATURE_FILE = 'update.json.sig'
/** Version suffix of test packages. Updates neither install nor replace a test package. */
export const TEST_SUFFIX = '-test'

const version = z.string().regex(/^\d+\.\d+\.\d+$/u, 'expected a version such as 1.2.3')

const fileSchema = z.strictObject({
  name: z.string().regex(/^[\w.+-]{1,100}$/u, 'expected the name of a file, without a folder'),
  /** Debian package in the file, and its processor architecture. */
  package: z.enum(['guichet', 'guichet-browser']),
  architecture: z.enum(['amd64', 'arm64']),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u, 'expected 64 hexadecimal digits'),
})

const schema = z.strictObject({
  format: z.literal(1),
  version,
  share: z.int().min(0).max(100),
  over: version,
  releasedUtc: z.iso.datetime(),
  files: z.array(fileSchema).min(1),
})

export type ReleaseFile = z.infer<typeof schema>
export type PackageFile = z.infer<typeof fileSchema>

export interface UntrustedRelease {
  readonly type: 'untrusted-release'
  readonly detail: string
}

/** Checks the vendor's Ed25519 signature (RFC 8032) of `update.json` before any content is parsed. */
export function readRelease(
  bytes: Uint8Array,
  signature: string,
  publicKeyPem: string,
): Result<ReleaseFile, UntrustedRelease> {
  const untrusted = (detail: string) => err({ type: 'untrusted-release' as const, detail })
  const key = createPublicKey(publicKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') return untrusted('the public key is not an Ed25519 key')
  if (!verify(null, bytes, key, Buffer.from(signature.trim(), 'base64')))
    return untrusted(`${SIGNATURE_FILE} is not a signature of ${RELEASE_FILE} by this key`)
  const parsed = schema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')), inEnglish)
  return parsed.success ? ok(parsed.data) : untrusted(`${RELEASE_FILE}: ${firstIssue(parsed.error)}`)
}

/** Throws if `readRelease` would refuse the release, or if the key is invalid. */
export function writeRelease(
  release: ReleaseFile,
  privateKeyPem: string,
): { readonly file: string; readonly signature: string } {
  const file = `${JSON.stringify(parseInEnglish(schema, release), null, 2)}\n`
  const key = createPrivateKey(privateKeyPem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the private key is not an Ed25519 key')
  return { file, signature: `${sign(null, Buffer.from(file), key).toString('base64')}\n` }
}

/** Throws on an unsupported name, package or processor architecture. */
export function describePackage(
  name: string,
  packageName: string,
  architecture: string,
  content: Uint8Array,
): PackageFile {
  return parseInEnglish(fileSchema, {
    name,
    package: packageName,
    architecture,
    bytes: content.byteLength,
    sha256: digest(content),
  })
}

const digest = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

function isThatFile({ bytes, sha256 }: PackageFile, content: Uint8Array): boolean {
  return content.byteLength === bytes && digest(content) === sha256
}

/**
 * Returns the place of a computer in the rollout of a release, 0 to 99. The place differs between releases, but never
 * changes for one release.
 */
export function rolloutBucket(machine: string, releaseVersion: string): number {
  return createHash('sha256').update(`${machine}\n${releaseVersion}`).digest().readUInt32BE(0) % 100
}

export interface Unreachable {
  readonly type: 'unreachable'
  readonly detail: string
}

/** Source of releases: a folder, for example on a USB stick, or a web address. */
export interface Channel {
  readonly name: string
  /** Returns unverified content; null if the file is longer than `maxBytes`. Rejects on read failures. */
  read(name: string, maxBytes: number): Promise<Uint8Array | null>
}

const MAX_RELEASE_FILE = 1_000_000
const MAX_SIGNATURE_FILE = 1_000

const PATIENCE_MS = 15 * 60_000

export function openChannel(from: string): Channel {
  if (!/^https?:\/\//u.test(from)) return { name: from, read: (name, maxBytes) => readBelow(from, name, maxBytes) }
  const folder = from.endsWith('/') ? from : `${from}/`
  return {
    name: from,
    async read(name, maxBytes) {
      const reply = await fetch(new URL(name, folder), { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`)
      return readBounded(reply.body, maxBytes)
    },
  }
}

/** A folder, such as that of a USB stick, is not trusted, so links in it are not followed. */
async function readBelow(folder: string, name: string, maxBytes: number): Promise<Uint8Array | null> {
  const read = readOwnerOnlyFile(join(await realpath(folder), name), 'anyone', maxBytes)
  if (read.ok) return read.value
  if (read.error.type === 'too-long') return null
  throw new Error(read.error.detail)
}

export async function fetchRelease(
  channel: Channel,
  publicKeyPem: string,
): Promise<Result<ReleaseFile, Unreachable | UntrustedRelease>> {
  try {
    const [bytes, signature] = await Promise.all([
      channel.read(RELEASE_FILE, MAX_RELEASE_FILE),
      channel.read(SIGNATURE_FILE, MAX_SIGNATURE_FILE),
    ])
    if (bytes === null || signature === null)
      return err({ type: 'untrusted-release', detail: `${RELEASE_FILE} or its signature exceeds the maximum length` })
    return readRelease(bytes, Buffer.from(signature).toString('utf8'), publicKeyPem)
  } catch (error) {
    return err(unreachable(channel, RELEASE_FILE, error))
  }
}

/** Fetches one file of a release and compares it with its entry in the signed release. */
export async function fetchPackage(
  channel: Channel,
  file: PackageFile,
): Promise<Result<Uint8Array, Unreachable | UntrustedRelease>> {
  try {
    const content = await channel.read(file.name, file.bytes)
    if (content !== null && isThatFile(file, content)) return ok(content)
    return err({ type: 'untrusted-release', detail: `${file.name} is not the file that ${RELEASE_FILE} names` })
  } catch (error) {
    return err(unreachable(channel, file.name, error))
  }
}

function unreachable({ name }: Channel, file: string, error: unknown): Unreachable {
  return {
    type: 'unreachable',
    detail: `${file} at ${name}: ${messageOf(error)}`,
  }
}
