import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
  isThatFile,
  readRelease,
  RELEASE_FILE,
  SIGNATURE_FILE,
  type PackageFile,
  type ReleaseFile,
  type UntrustedRelease,
} from './release-file.ts'

export interface Unreachable {
  readonly type: 'unreachable'
  readonly detail: string
}

/** Where releases lie: a folder, a USB stick's too, or an address of the web. */
export interface Channel {
  readonly name: string
  /** Rejects when the file cannot be had. */
  read(name: string): Promise<Uint8Array>
}

const PATIENCE_MS = 15 * 60_000

export function openChannel(from: string): Channel {
  if (!/^https?:\/\//u.test(from)) return { name: from, read: (name) => readFile(join(from, name)) }
  const folder = from.endsWith('/') ? from : `${from}/`
  return {
    name: from,
    async read(name) {
      const reply = await fetch(new URL(name, folder), { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!reply.ok) throw new Error(`${reply.status} ${reply.statusText}`)
      return new Uint8Array(await reply.arrayBuffer())
    },
  }
}

/** The release that lies there, its signature checked. */
export async function fetchRelease(
  channel: Channel,
  publicKeyPem: string,
): Promise<Result<ReleaseFile, Unreachable | UntrustedRelease>> {
  try {
    const [bytes, signature] = await Promise.all([channel.read(RELEASE_FILE), channel.read(SIGNATURE_FILE)])
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
    const content = await channel.read(file.name)
    if (isThatFile(file, content)) return ok(content)
    return err({ type: 'untrusted-release', detail: `${file.name} is not the file that ${RELEASE_FILE} names` })
  } catch (error) {
    return err(unreachable(channel, file.name, error))
  }
}

function unreachable({ name }: Channel, file: string, error: unknown): Unreachable {
  return {
    type: 'unreachable',
    detail: `${file} at ${name}: ${error instanceof Error ? error.message : String(error)}`,
  }
}
