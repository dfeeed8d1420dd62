const builderTargets = ['AppImage', 'desktop-deb', 'nsis', 'dmg'] as const
export type BuilderTarget = (typeof builderTargets)[number]

/**
 * Packages of a release. `deb` and `tar.gz`: the program in Electron for a kiosk. `browser`: the program with Node, for
 * an installed Chromium, Chrome or Edge.
 */
export const targets = ['deb', 'tar.gz', 'browser-deb', 'browser-tar.gz', 'browser-nsis', ...builderTargets] as const
export type Target = (typeof targets)[number]
export type Arch = 'x64' | 'arm64'

export interface Edition {
  readonly version: string
  /** True for a vendor's release. Packages of other builds are marked as a trial. */
  readonly published: boolean
  readonly forTests: boolean
}

export interface Machine {
  readonly platform: NodeJS.Platform
  /** An unpacked Electron for Linux, or the reason for its absence. */
  readonly electron: { readonly version: string; readonly arch: Arch | null } | { readonly missing: string }
  readonly has: (program: 'dpkg-deb' | 'tar' | 'makensis') => boolean
  readonly hasNode: (system: 'linux' | 'win', arch: Arch) => boolean
  /** Reason why electron-builder cannot download its tools for a package. Null if the tools are available. */
  readonly toolsMissing: (target: BuilderTarget) => string | null
}

export interface Planned {
  readonly target: Target
  readonly arch: Arch
  /** Reason why the package cannot be built on this computer. Null if the build is possible. */
  readonly issue: string | null
}

const ON_ARM = 'for Windows on x64 only, which Windows on ARM runs too'

export function plan(machine: Machine, wanted: readonly Target[], arch: Arch): readonly Planned[] {
  return wanted.map((target) => ({ target, arch, issue: issue(machine, target, arch) }))
}

const isBuilderTarget = (target: Target): target is BuilderTarget =>
  (builderTargets as readonly Target[]).includes(target)

function issue(machine: Machine, target: Target, arch: Arch): string | null {
  const { platform, electron } = machine
  if (isBuilderTarget(target)) return builderReadinessIssue(machine, target, arch)
  if (platform !== 'linux') return 'made on Linux'
  if (target === 'browser-nsis') {
    if (!machine.has('makensis')) return 'makensis is not installed (Debian: apt install nsis)'
    if (arch !== 'x64') return ON_ARM
    return machine.hasNode('win', arch)
      ? null
      : `npm has no Node for win-${arch} here: build it where the package node-win-${arch} can be fetched`
  }
  const tool = target.endsWith('deb') ? 'dpkg-deb' : 'tar'
  if (!machine.has(tool)) return `${tool} is not installed`
  if (target.startsWith('browser')) {
    return machine.hasNode('linux', arch)
      ? null
      : `npm has no Node for linux-${arch} here: build it on such a machine, or where the package node-linux-${arch} can be fetched`
  }
  if ('missing' in electron) return electron.missing
  return arch === electron.arch
    ? null
    : `the Electron here is for ${electron.arch ?? 'another system'}: name another with --electron-dist`
}

function builderReadinessIssue({ platform, toolsMissing }: Machine, target: BuilderTarget, arch: Arch): string | null {
  if (target === 'dmg' && platform !== 'darwin') return 'disk images of macOS are made on macOS only'
  if (target === 'nsis' && arch !== 'x64') return ON_ARM
  const isForLinux = target === 'AppImage' || target === 'desktop-deb'
  return isForLinux && platform === 'win32' ? 'made on Linux or macOS' : toolsMissing(target)
}
