import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { err, ok, type Result } from '../shared/domain/result.ts'
import { mayInstall, minuteOfDay, openingHoursOf, type NotNow } from '../shared/domain/update.ts'
import type { Config } from './config.ts'
import { isServing, readStatus } from './status-file.ts'
import { fetchPackage, fetchRelease, openChannel, type Channel, type Unreachable } from './update/channel.ts'
import {
  describePackage,
  lotOf,
  RELEASE_FILE,
  SIGNATURE_FILE,
  writeRelease,
  type PackageFile,
  type ReleaseFile,
  type UntrustedRelease,
} from './update/release-file.ts'
import { forgetUnderWay, isUnderWay, putWhole, recordUnderWay } from './update/under-way.ts'
import { readWhole, writeWhole } from './whole-file.ts'

/** What a technician does on the machine, done by the system's own tools. Each rejects with what they said. */
export interface Hands {
  /** The package that is installed, with its version and processor as Debian names them. */
  installed(): Promise<{ readonly name: string; readonly version: string; readonly architecture: string }>
  stopProgram(): Promise<void>
  startProgram(): Promise<void>
  install(packageFile: string): Promise<void>
  /** The copy's path; null where there is no ledger yet. */
  backupLedger(): Promise<string | null>
  restoreLedger(copy: string): Promise<void>
}

export interface UpdateWish {
  /** In place of the settings' own, such as a USB stick's folder. */
  readonly from?: string | undefined
  /** A technician stands there: share and hour do not matter. */
  readonly byHand: boolean
  /** Only says what would be done. */
  readonly dryRun: boolean
  /** Packages that are kept as the way back. */
  readonly cacheDirectory: string
  readonly nowMs: () => number
  /** How long a started program may take until it says that it is well. */
  readonly patienceMs: number
  readonly say: (line: string) => void
}

export type NotUpdated =
  | NotNow
  | Unreachable
  | UntrustedRelease
  | { readonly type: 'not-set-up'; readonly detail: string }
  | { readonly type: 'no-package'; readonly detail: string }
  | { readonly type: 'no-way-back'; readonly file: string }
  /** Or it was cut short, and the machine did not start anew since. */
  | { readonly type: 'under-way' }
  /** It did not start, or not well: the version before it runs again. */
  | { readonly type: 'went-back'; readonly detail: string }
  /** Neither starts: somebody has to come. */
  | { readonly type: 'down'; readonly detail: string }

const memory = z.strictObject({ failed: z.array(z.string()) })

/**
 * Takes a machine to the release of a channel: only one that the vendor signed, only when nobody is served, with the
 * ledger copied first and a way back at hand; goes that way by itself when the new program does not say that it is well.
 * What a power cut leaves is undone at the machine's next start (`UnderWay`).
 */
export async function updateMachine(
  config: Config,
  hands: Hands,
  wish: UpdateWish,
): Promise<Result<{ readonly version: string }, NotUpdated>> {
  const { cacheDirectory, say, byHand } = wish
  const { updates, dataDirectory, deviceId } = config
  const from = wish.from ?? updates?.from
  if (updates?.publicKeyFile === undefined || from === undefined)
    return err({
      type: 'not-set-up',
      detail: 'the settings name no updates.publicKeyFile, or nothing names where from',
    })
  const channel = openChannel(from)
  // The vendor's key lies beside the settings that name it.
  const keyFile = resolve(dirname(config.settingsFile), updates.publicKeyFile)
  const release = await fetchRelease(channel, readFileSync(keyFile, 'utf8'))
  if (!release.ok) return release
  const { version } = release.value
  const current = await hands.installed()
  const memoryFile = join(cacheDirectory, 'updates.json')
  const { failed } = readWhole(memoryFile, memory) ?? { failed: [] }
  const allowed = (): Result<null, NotNow> =>
    mayInstall(
      release.value,
      {
        version: current.version,
        lot: lotOf(deviceId, version),
        failed,
        saleOpen: isServing(dataDirectory, wish.nowMs()),
        minute: minuteOfDay(new Date(wish.nowMs())),
        opening: updates.openingHours ? openingHoursOf(updates.openingHours) : null,
      },
      byHand,
    )
  if (isUnderWay(cacheDirectory)) return err({ type: 'under-way' })
  const first = allowed()
  if (!first.ok) return first

  mkdirSync(cacheDirectory, { recursive: true, mode: 0o755 })
  const next = await obtain(channel, release.value, current, version, cacheDirectory)
  if (!next.ok) return next
  const before = await obtain(channel, release.value, current, current.version, cacheDirectory)
  if (!before.ok) return err({ type: 'no-way-back', file: join(cacheDirectory, nameOf(current, current.version)) })
  if (wish.dryRun) {
    say(`${version} would be installed over ${current.version}`)
    return ok({ version })
  }

  // What took minutes to fetch may meet a customer now.
  const still = allowed()
  if (!still.ok) return still
  const copy = await hands.backupLedger()
  if (copy !== null) say(`ledger copied to ${copy}`)
  recordUnderWay(cacheDirectory, { before: before.value, next: next.value, copy, dataDirectory })
  const put = async (file: string, wanted: string): Promise<string | null> => {
    let leftUtc: string | undefined
    try {
      await hands.stopProgram()
      // One that was killed has not taken back what it said.
      leftUtc = readStatus(dataDirectory, wish.nowMs())?.startedUtc
      await hands.install(file)
      await hands.startProgram()
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    const isWell = await isWellSoon(dataDirectory, wanted, leftUtc, wish)
    return isWell ? null : `${wanted} did not say that it is well`
  }

  const fault = await put(next.value, version)
  if (fault === null) {
    forgetUnderWay(cacheDirectory)
    say(`${version} runs`)
    return ok({ version })
  }
  say(`${fault}: back to ${current.version}`)
  writeWhole(memoryFile, { failed: [...new Set([...failed, version])] })
  let way = await put(before.value, current.version)
  if (way !== null && copy !== null) {
    // The newer program may have left a ledger that the older one cannot read; nobody was served on it.
    say(`${way}: with the ledger as it was before`)
    await hands.stopProgram()
    await hands.restoreLedger(copy)
    way = await put(before.value, current.version)
  }
  forgetUnderWay(cacheDirectory)
  return way === null ? err({ type: 'went-back', detail: fault }) : err({ type: 'down', detail: `${fault}; ${way}` })
}

type Installed = Awaited<ReturnType<Hands['installed']>>

const nameOf = ({ name, architecture }: Installed, version: string): string => `${name}_${version}_${architecture}.deb`

/** The package in the cache; from the channel where the signed release names it and it is not there yet. */
async function obtain(
  channel: Channel,
  { files }: ReleaseFile,
  current: Installed,
  version: string,
  cacheDirectory: string,
): Promise<Result<string, Unreachable | UntrustedRelease | { readonly type: 'no-package'; readonly detail: string }>> {
  const name = nameOf(current, version)
  const kept = join(cacheDirectory, name)
  const file: PackageFile | undefined = files.find((each) => each.name === name)
  if (!file) {
    return existsSync(kept) && version === current.version
      ? ok(kept)
      : err({ type: 'no-package', detail: `the release has no ${name}` })
  }
  const content = await fetchPackage(channel, file)
  if (!content.ok) return content
  putWhole(kept, content.value)
  return ok(kept)
}

/** `leftUtc`: when a program was started whose word does not count. */
async function isWellSoon(
  dataDirectory: string,
  version: string,
  leftUtc: string | undefined,
  { nowMs, patienceMs }: UpdateWish,
): Promise<boolean> {
  const until = nowMs() + patienceMs
  while (nowMs() < until) {
    const status = readStatus(dataDirectory, nowMs())
    if (status?.version === version && status.canSell && status.startedUtc !== leftUtc) return true
    await sleep(500)
  }
  return false
}

/** Makes a folder of packages a release; the number of its packages. Rejects where there are none. */
export async function releaseFolder(order: {
  readonly folder: string
  readonly version: string
  readonly share: number
  readonly over: string
  /** The vendor's private Ed25519 key (PEM). */
  readonly key: string
}): Promise<number> {
  const { folder, version, share, over, key } = order
  const named = /^(guichet|guichet-browser)_[\d.]+_(amd64|arm64)\.deb$/u
  const names = (await readdir(folder)).filter((name) => named.test(name)).toSorted()
  if (names.length === 0) throw new Error(`${folder}: no packages of Guichet`)
  const files = await Promise.all(
    names.map(async (name) => {
      const [, packageName, architecture] = named.exec(name) ?? []
      return describePackage(name, packageName ?? '', architecture ?? '', await readFile(join(folder, name)))
    }),
  )
  const release = { format: 1 as const, version, share, over, releasedUtc: new Date().toISOString(), files }
  const { file, signature } = writeRelease(release, key)
  await writeFile(join(folder, RELEASE_FILE), file)
  await writeFile(join(folder, SIGNATURE_FILE), signature)
  return files.length
}
