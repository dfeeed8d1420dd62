import { mkdirSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import { mayInstall, minuteOfDay, type NotNow } from '../../shared/domain/fleet/update.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Clock } from '../kiosk/ports/ports.ts'
import { isServing, type ProgramStatus, readStatus } from '../host/status-file.ts'
import {
  type Channel,
  describePackage,
  fetchPackage,
  fetchRelease,
  rolloutBucket,
  openChannel,
  type PackageFile,
  RELEASE_FILE,
  type ReleaseFile,
  SIGNATURE_FILE,
  TEST_SUFFIX,
  type Unreachable,
  type UntrustedRelease,
  writeRelease,
} from '../update/release.ts'
import {
  checkOurs,
  type GuardedFault,
  readOwnerOnlyFile,
  readJsonFile,
  writeFileAtomic,
} from '../host/files/atomic-file.ts'
import {
  forgetUnderWay,
  isUpdatePending,
  moveWhole,
  type NotSetUp,
  replaceFileAtomic,
  readUpdateSettings,
  recordUnderWay,
  UPDATE_SETTINGS_FILE,
  type UpdateSettings,
} from '../update/update-state.ts'

export interface PackageIdentity {
  readonly name: string
  readonly version: string
  readonly architecture: string
}

/** Reads the identity from the content of a package file, not its name. Rejects if it is not a Debian package. */
export type IdentifyPackage = (packageFile: string) => Promise<PackageIdentity>

/** Actions that use the operating system's own tools. Each function rejects with the error output of the tool. */
export interface SystemTools {
  installed(): Promise<PackageIdentity>
  readonly identify: IdentifyPackage
  stopProgram(): Promise<void>
  startProgram(): Promise<void>
  install(packageFile: string): Promise<void>
  /** Returns the path of the backup; null if there is no ledger yet. */
  backupLedger(): Promise<string | null>
  restoreLedger(copy: string): Promise<void>
}

export interface UpdateOptions {
  /** Settings file that root trusts; default: the settings file of the administrator. */
  readonly settingsFile?: string
  /** Update source that replaces the configured source, for example a folder on a USB stick. */
  readonly from?: string | undefined
  /** Data directory of the kiosk. Its files are not trusted, because the kiosk's account can write them. */
  readonly dataDirectory: string
  /** True if a technician is present: the rollout share and the time of day do not apply. */
  readonly byHand: boolean
  readonly dryRun: boolean
  /**
   * Directory for rollback packages and for the data needed to undo an update. Only root may write to the directory.
   */
  readonly cacheDirectory: string
  readonly nowMs: () => number
  readonly sleep: Clock['sleep']
  /** Maximum time in milliseconds until a started program reports that it can sell. */
  readonly timeoutMs: number
  readonly say: (line: string) => void
}

/** An account other than root could have written files that the update would install or use for a rollback. */
type UnsafeFile = Extract<GuardedFault, { readonly type: 'unsafe-file' }>
type UnreadableStatus = { readonly type: 'unreadable-status'; readonly detail: string }
type NoPackage = { readonly type: 'no-package'; readonly detail: string }

export type NotUpdated =
  | NotNow
  | Unreachable
  | UntrustedRelease
  | NotSetUp
  | UnsafeFile
  | UnreadableStatus
  | NoPackage
  | { readonly type: 'no-way-back'; readonly file: string }
  | { readonly type: 'test-version'; readonly installed: string }
  /** An update is in progress, or an update was interrupted and the computer has not restarted since. */
  | { readonly type: 'under-way' }
  /**
   * The new version did not start, or did not report in time that it can sell, and the previous version was restored.
   */
  | { readonly type: 'went-back'; readonly detail: string }
  /** Neither version starts, so a technician must repair the kiosk. */
  | { readonly type: 'down'; readonly detail: string }

const memory = z.strictObject({ failed: z.array(z.string()) })

const MAX_STATUS = 64_000

/**
 * Updates a kiosk to the signed release of a channel while no customer is present. Backs up the ledger first, and rolls
 * back if the new program does not report that it can sell. After a power cut, the next start undoes the update
 * (`PendingUpdate`). Runs as root; the kiosk's account can only postpone an update.
 */
export async function updateMachine(
  tools: SystemTools,
  wish: UpdateOptions,
): Promise<Result<{ readonly version: string }, NotUpdated>> {
  const { cacheDirectory, say, settingsFile = UPDATE_SETTINGS_FILE } = wish
  const settings = readUpdateSettings(settingsFile)
  if (!settings.ok) return settings
  const from = wish.from ?? settings.value.from
  if (from === undefined)
    return err({
      type: 'not-set-up',
      detail: `${settingsFile}: "from" is missing; set it or give a folder with --from`,
    })
  const channel = openChannel(from)
  const release = await fetchRelease(channel, settings.value.publicKey)
  if (!release.ok) return release
  const { version } = release.value
  const current = await tools.installed()
  if (current.version.endsWith(TEST_SUFFIX)) return err({ type: 'test-version', installed: current.version })
  const cache = checkOurs(cacheDirectory, 'folder')
  if (!cache.ok && cache.error.type === 'unsafe-file') return err(cache.error)
  const { failed } = readJsonFile(memoryIn(cacheDirectory), memory) ?? { failed: [] }
  const allowed = () => mayInstallHere(release.value, { version: current.version, failed }, settings.value, wish)
  if (isUpdatePending(cacheDirectory)) return err({ type: 'under-way' })
  const first = allowed()
  if (!first.ok) return first

  mkdirSync(cacheDirectory, { recursive: true, mode: 0o755 })
  const obtainHere = (wanted: string) => obtain(tools.identify, channel, release.value, current, wanted, cacheDirectory)
  const next = await obtainHere(version)
  if (!next.ok) return next
  const before = await obtainHere(current.version)
  if (!before.ok) {
    if (before.error.type === 'unsafe-file') return err(before.error)
    return err({ type: 'no-way-back', file: join(cacheDirectory, nameOf(current, current.version)) })
  }
  if (wish.dryRun) {
    say(`${version} would be installed over ${current.version}`)
    return ok({ version })
  }

  // The download may take minutes, so a customer may have started a sale in the meantime.
  const still = allowed()
  if (!still.ok) return still
  const way = { before: { version: current.version, file: before.value }, next: { version, file: next.value } }
  const fault = await exchange(tools, wish, way, () =>
    writeFileAtomic(memoryIn(cacheDirectory), { failed: [...new Set([...failed, version])] }),
  )
  return fault === null ? ok({ version }) : err(fault)
}

const memoryIn = (cacheDirectory: string): string => join(cacheDirectory, 'updates.json')

function mayInstallHere(
  release: ReleaseFile,
  known: { readonly version: string; readonly failed: readonly string[] },
  { opening, machine, timeZone }: UpdateSettings,
  { byHand, dataDirectory, nowMs }: UpdateOptions,
): Result<null, NotNow | UnreadableStatus> {
  const now = nowMs()
  try {
    const state = {
      ...known,
      lot: rolloutBucket(machine, release.version),
      saleOpen: isServing(dataDirectory, now, readForeign),
      minute: minuteOfDay(new Date(now), timeZone),
      opening,
      saysOpen: readStatus(dataDirectory, now, readForeign)?.open ?? false,
    }
    return mayInstall(release, state, byHand)
  } catch (error) {
    return err({ type: 'unreadable-status', detail: (error as Error).message })
  }
}

/** Reads a file that the kiosk's account can write. Error messages contain none of its untrusted content. */
function readForeign<T>(path: string, shape: z.ZodType<T>): T | null {
  const read = readOwnerOnlyFile(path, 'anyone', MAX_STATUS)
  if (!read.ok) {
    if (read.error.type === 'no-file') return null
    throw new Error(read.error.detail)
  }
  try {
    return shape.parse(JSON.parse(read.value.toString('utf8')))
  } catch {
    throw new Error(`${path}: has unexpected content`)
  }
}

interface PackageAt {
  readonly version: string
  readonly file: string
}

/**
 * Replaces the installed version. Returns null on success; otherwise the failure, after which either the previous
 * version or no version runs.
 */
async function exchange(
  tools: SystemTools,
  wish: UpdateOptions,
  { before, next }: { readonly before: PackageAt; readonly next: PackageAt },
  rememberFailure: () => void,
): Promise<NotUpdated | null> {
  const { cacheDirectory, dataDirectory, say } = wish
  const copy = await tools.backupLedger()
  if (copy !== null) say(`ledger copied to ${copy}`)
  recordUnderWay(cacheDirectory, { before: before.file, next: next.file, copy, dataDirectory })
  const put = async ({ file, version }: PackageAt): Promise<string | null> => {
    let leftUtc: string | undefined
    try {
      await tools.stopProgram()
      // The status file of a program that was killed still contains the last status that the program wrote.
      leftUtc = heard(wish)?.startedUtc
      await tools.install(file)
      await tools.startProgram()
    } catch (error) {
      return messageOf(error)
    }
    const isWell = await isWellSoon(version, leftUtc, wish)
    return isWell ? null : `${version} did not report a successful start`
  }

  const fault = await put(next)
  if (fault === null) {
    forgetUnderWay(cacheDirectory)
    say(`${next.version} runs`)
    return null
  }
  say(`${fault}: back to ${before.version}`)
  rememberFailure()
  let way = await put(before)
  if (way !== null && copy !== null) {
    // An older version may be unable to read a ledger that a newer version has written. No customer has used the newer
    // version yet, so the backup of the ledger can be restored.
    say(`${way}: with the ledger as it was before`)
    await tools.stopProgram()
    await tools.restoreLedger(copy)
    way = await put(before)
  }
  forgetUnderWay(cacheDirectory)
  return way === null ? { type: 'went-back', detail: fault } : { type: 'down', detail: `${fault}; ${way}` }
}

const nameOf = ({ name, architecture }: PackageIdentity, version: string): string =>
  `${name}_${version}_${architecture}.deb`

/**
 * Returns a description of the mismatch if a package does not match its file name, otherwise null. A test package may
 * have been renamed.
 */
async function misnamed(identify: IdentifyPackage, file: string): Promise<string | null> {
  try {
    const inside = await identify(file)
    const name = nameOf(inside, inside.version)
    return name === basename(file) ? null : `${basename(file)} is ${name} inside`
  } catch (error) {
    return `${basename(file)} cannot be read: ${messageOf(error)}`
  }
}

/** Returns the package from the cache or the channel. Only root can write to the cache of verified packages. */
async function obtain(
  identify: IdentifyPackage,
  channel: Channel,
  { files }: ReleaseFile,
  current: PackageIdentity,
  version: string,
  cacheDirectory: string,
): Promise<Result<string, Unreachable | UntrustedRelease | UnsafeFile | NoPackage>> {
  const name = nameOf(current, version)
  const kept = join(cacheDirectory, name)
  const file: PackageFile | undefined = files.find((each) => each.name === name)
  if (!file) {
    const ours = checkOurs(kept, 'file')
    if (version === current.version && ours.ok) return ok(kept)
    return !ours.ok && ours.error.type === 'unsafe-file'
      ? err(ours.error)
      : err({ type: 'no-package', detail: `the release has no ${name}` })
  }
  const content = await fetchPackage(channel, file)
  if (!content.ok) return content
  // The cache is used for rollbacks, so only a verified package may replace a cached package.
  const aside = join(cacheDirectory, 'unchecked')
  mkdirSync(aside, { recursive: true, mode: 0o755 })
  try {
    replaceFileAtomic(join(aside, name), content.value)
    const misnomer = await misnamed(identify, join(aside, name))
    if (misnomer !== null) return err({ type: 'untrusted-release', detail: misnomer })
    moveWhole(join(aside, name), kept)
    return ok(kept)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function heard({ dataDirectory, nowMs }: UpdateOptions): ProgramStatus | null {
  try {
    return readStatus(dataDirectory, nowMs(), readForeign)
  } catch {
    return null
  }
}

/** Returns whether the new program reports in time that it can sell. `leftUtc`: start time of the previous program. */
async function isWellSoon(version: string, leftUtc: string | undefined, wish: UpdateOptions): Promise<boolean> {
  const until = wish.nowMs() + wish.timeoutMs
  while (wish.nowMs() < until) {
    const status = heard(wish)
    if (status?.version === version && status.canSell && status.startedUtc !== leftUtc) return true
    await wish.sleep(500)
  }
  return false
}

/** Turns a folder of packages into a release. Rejects if the folder has no packages or contains a test package. */
export async function releaseFolder(order: {
  readonly folder: string
  readonly version: string
  readonly share: number
  readonly over: string
  /** The vendor's private Ed25519 key in PEM format. */
  readonly key: string
  readonly identify: IdentifyPackage
}): Promise<number> {
  const { folder, version, share, over, key, identify } = order
  const named = /^(guichet|guichet-browser)_[\d.]+_(amd64|arm64)\.deb$/u
  const present = await readdir(folder)
  const forTests = present.find((name) => name.includes(`${TEST_SUFFIX}_`) && name.endsWith('.deb'))
  if (forTests) throw new Error(`${folder}: ${forTests} is a package for tests; remove it before signing the release`)
  const names = present.filter((name) => named.test(name)).toSorted()
  if (names.length === 0) throw new Error(`${folder}: no packages of Guichet`)
  for (const name of names) {
    const misnomer = await misnamed(identify, join(folder, name))
    if (misnomer !== null) throw new Error(`${folder}: ${misnomer}; remove it before signing the release`)
  }
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
