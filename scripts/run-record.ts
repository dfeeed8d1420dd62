import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, release, version } from 'node:os'
import manifest from '../package.json' with { type: 'json' }
import { electronProgram } from '../tests/support/electron.ts'
import type { SkippedTest } from './test-report.ts'

/** Record of a run of `npm test -- --json FILE`. */
export interface RunRecord {
  /** Day of the run (UTC), for example 2026-11-28. */
  readonly date: string
  /** Short hash of the commit. Null outside a git checkout. */
  readonly commit: string | null
  /** Operating system and processor, for example "Debian 12, x64". */
  readonly system: string
  readonly platform: NodeJS.Platform
  /** False if only some files or tests were selected. */
  readonly isWhole: boolean
  readonly projects: readonly string[]
  /** Null if no test ran in Electron. */
  readonly electron: ElectronVersions | null
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly SkippedTest[]
  /** CPU time of the run and its child processes, in seconds. Null if the system is not Linux. */
  readonly cpuSeconds: number | null
  /** Speed of a core during the run (see `CpuMeter`). */
  readonly coreSpeed: number
}

export interface ElectronVersions {
  readonly running: string
  readonly pinned: string
}

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

/** Starts the Electron of the tests to read its version. Returns null if Electron is missing or does not start. */
export function electronVersions(): ElectronVersions | null {
  if (electronProgram === null) return null
  const { stdout, status } = spawnSync(electronProgram, ['--print', 'process.versions.electron'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  return status === 0 ? { running: stdout.trim(), pinned: pinnedElectron } : null
}

export const pinnedElectron: string = manifest.devDependencies.electron

export const electronLine = ({ running, pinned }: ElectronVersions): string =>
  running === pinned
    ? `Electron ${running}, the pinned version`
    : `Electron ${running} ran in place of the pinned ${pinned}: the result is not about the version that is shipped`
