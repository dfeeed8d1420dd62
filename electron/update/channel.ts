import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/errors.ts'
import { readGuarded } from '../host/files/guarded-file.ts'
import {
  isThatFile,
  readRelease,
  RELEASE_FILE,
  SIGNATURE_FILE,
  type PackageFile,
  type ReleaseFile,
  type UntrustedRelease,
} from './release-file.ts'
import { readBounded } from '../../shared/json.ts'

export interface Unreachable {
  readonly type: 'unreachable'
  readonly detail: string
}

/** Where releases lie: a folder, a USB stick's too, or an address of the web. */
export interface Channel {
  readonly name: string
  /** Null where the file is longer than that; rejects when it cannot be had. Nothing of it is believed yet. */
  read(name: string, maxBytes: number): Promise<Uint8Array | null>
}

const LONGEST_RELEASE_FILE = 1_000_000
const LONGEST_SIGNATURE_FILE = 1_000

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

/** A folder may be anybody's, as a stick's is: what lies in it is not followed elsewhere. */
async function readBelow(folder: string, name: string, maxBytes: number): Promise<Uint8Array | null> {
  const read = readGuarded(join(await realpath(folder), name), 'anyone', maxBytes)
  if (read.ok) return read.value
  if (read.error.type === 'too-long') return null
  throw new Error(read.error.detail)
}

/** The release that lies there, its signature checked. */
export async function fetchRelease(
  channel: Channel,
  publicKeyPem: string,
): Promise<Result<ReleaseFile, Unreachable | UntrustedRelease>> {
  try {
    const [bytes, signature] = await Promise.all([
      channel.read(RELEASE_FILE, LONGEST_RELEASE_FILE),
      channel.read(SIGNATURE_FILE, LONGEST_SIGNATURE_FILE),
    ])
    if (bytes === null || signature === null)
      return err({ type: 'untrusted-release', detail: `${RELEASE_FILE} or its signature is longer than any release's` })
    return readRelease(bytes, Buffer.from(signature).toString('utf8'), publicKeyPem)
  } catch (error) {
    return err(unreachable(channel, RELEASE_FILE, error))
  }
}

/** One file of a release, checked against what the signed release says of it. */
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
