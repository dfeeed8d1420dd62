/** What a release consists of. `browser`: the program with Node, for an installed Chromium, Chrome or Edge. */
export const targets = [
  'deb',
  'tar.gz',
  'browser-deb',
  'browser-tar.gz',
  'browser-nsis',
  'AppImage',
  'nsis',
  'dmg',
] as const
export type Target = (typeof targets)[number]
export type Arch = 'x64' | 'arm64'

/** Whom a package is for. */
export interface Edition {
  readonly version: string
  /** A release of a vendor who answers for it; anything else says that it is a trial. */
  readonly published: boolean
  /** Keeps the environment variables for tests. */
  readonly forTests: boolean
}

/** What the machine that builds has. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly arch: string
  /** An unpacked Electron for Linux, or why there is none. */
  readonly electron: { readonly version: string } | { readonly missing: string }
  readonly has: (program: 'dpkg-deb' | 'tar' | 'makensis') => boolean
  /** Whether npm has a Node of that kind. */
  readonly hasNode: (system: 'linux' | 'win', arch: Arch) => boolean
  /** Why electron-builder cannot fetch its tools for AppImage, nsis and dmg; null when it can. */
  readonly toolsMissing: string | null
}

export interface Planned {
  readonly target: Target
  readonly arch: Arch
  /** Why it cannot be built here; null when it can. */
  readonly obstacle: string | null
}

export function plan(machine: Machine, wanted: readonly Target[], arch: Arch): readonly Planned[] {
  return wanted.map((target) => ({ target, arch, obstacle: obstacle(machine, target, arch) }))
}

function obstacle(machine: Machine, target: Target, arch: Arch): string | null {
  const { platform, electron, toolsMissing } = machine
  if (target === 'AppImage' || target === 'nsis' || target === 'dmg') {
    if (target === 'dmg' && platform !== 'darwin') return 'disk images of macOS are made on macOS only'
    if (target === 'AppImage' && platform === 'win32') return 'made on Linux or macOS'
    return toolsMissing
  }
  if (platform !== 'linux') return 'made on Linux'
  if (target === 'browser-nsis') {
    if (!machine.has('makensis')) return 'makensis is not installed (Debian: apt install nsis)'
    if (arch !== 'x64') return 'for Windows on x64 only, which Windows on ARM runs too'
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
  return arch === machine.arch ? null : `the Electron here is for ${machine.arch}: name another with --electron-dist`
}
