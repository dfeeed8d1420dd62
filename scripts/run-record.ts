import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, release, version } from 'node:os'
import manifest from '../package.json' with { type: 'json' }
import { electronProgram } from '../tests/support/electron.ts'
import type { SkippedTest } from './test-report.ts'

/** Record that `npm test -- --json FILE` writes; read by `scripts/ci-summary.mjs` and `scripts/tried-on.ts`. */
export interface RunRecord {
  /** Day of the run (UTC), such as 2026-11-28. */
  readonly date: string
  /** Short hash of the commit. Null outside a git checkout. */
  readonly commit: string | null
  /** Operating system and processor, such as "Debian 12, x64". */
  readonly system: string
  readonly platform: NodeJS.Platform
  /** False if single files or tests were selected. */
  readonly isWhole: boolean
  /** Names of the vitest projects that ran, sorted. */
  readonly projects: readonly string[]
  /** Null if no test ran in Electron. */
  readonly electron: ElectronVersions | null
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly SkippedTest[]
  /** CPU time of the run and its child processes, in seconds; null if the system is not Linux. */
  readonly cpuSeconds: number | null
}

export interface ElectronVersions {
  /** Version that the program reports about itself. */
  readonly running: string
  /** Version that package.json names. */
  readonly pinned: string
}

/** Returns the day, commit and machine of a run that is starting. */
export function circumstances(): Pick<RunRecord, 'date' | 'commit' | 'system' | 'platform'> {
  const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commit.status === 0 ? commit.stdout.trim() : null,
    system: `${systemName()}, ${arch()}`,
    platform: process.platform,
  }
}

function systemName(): string {
  if (process.platform === 'linux') {
    const name = /^PRETTY_NAME="?([^"\n]+)"?$/mu.exec(readIfThere('/etc/os-release'))?.[1] ?? `Linux ${release()}`
    return name.replace(/ GNU\/Linux| \(.*\)$/gu, '')
  }
  if (process.platform === 'darwin')
    return `macOS ${spawnSync('sw_vers', ['-productVersion'], { encoding: 'utf8' }).stdout?.trim() || release()}`
  return version()
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Starts the Electron of the tests to read its version. Returns null if there is none or it does not start. */
export function electronVersions(): ElectronVersions | null {
  if (electronProgram === null) return null
  const { stdout, status } = spawnSync(electronProgram, ['--print', 'process.versions.electron'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  return status === 0 ? { running: stdout.trim(), pinned: pinnedElectron } : null
}

/** Version of Electron that package.json names, and that packages for a venue contain. */
export const pinnedElectron: string = manifest.devDependencies.electron

/** Returns one sentence for the summary of a run. */
export const electronLine = ({ running, pinned }: ElectronVersions): string =>
  running === pinned
    ? `Electron ${running}, the pinned version`
    : `Electron ${running} ran in place of the pinned ${pinned}: the result is not about the version that is shipped`
