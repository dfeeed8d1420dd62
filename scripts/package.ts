// npm run package [-- --only deb,tar.gz …]: builds every package that this computer can build.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { TEST_SUFFIX } from '../electron/update/release.ts'
import { messageOf } from '../shared/errors.ts'
import { stageBrowserProgram } from './packaging/browser-program.ts'
import { buildDeb, type DebControl } from './packaging/deb.ts'
import { builderPackage, electronArch, electronVersion, type ElectronOrder } from './packaging/electron-app.ts'
import { settleModes, systemTree, tarGz, writeManuals, writeNotices } from './packaging/linux-tree.ts'
import { nodeProgram } from './packaging/node-program.ts'
import { plan, targets, type Arch, type BuilderTarget, type Machine, type Target } from './packaging/plan.ts'
import { createPrograms, type Kind } from './packaging/programs.ts'
import { writeSourceMaps } from './packaging/source-maps.ts'
import { allSupplyChainFaults } from './packaging/supply-chain.ts'
import { readVendor, vendorFaults } from './packaging/vendor.ts'
import { buildWindowsInstaller } from './packaging/windows-installer.ts'

const usage = `npm run package -- [--only ${targets.join(',')}] [--arch x64|arm64]
  [--electron-dist DIR] [--release VERSION] [--output DIR] [--compression xz|zstd|none]
  [--publish] a release to hand out, of the vendor in package.json; without it the packages say that they are a trial
  [--skip-speech] do not make the speech packs
  [--for-tests] read the environment variables for tests; the version ends in -test, which no update installs
An unpacked Electron is looked for in --electron-dist, ELECTRON_OVERRIDE_DIST_PATH and node_modules/electron/dist.`

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/u, '')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly devDependencies: { readonly electron: string }
}
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    arch: { type: 'string', default: process.arch },
    'electron-dist': { type: 'string' },
    release: { type: 'string', default: manifest.version },
    output: { type: 'string', default: 'dist' },
    compression: { type: 'string', default: 'xz' },
    publish: { type: 'boolean', default: false },
    'skip-speech': { type: 'boolean', default: false },
    'for-tests': { type: 'boolean', default: false },
  },
})

const vendor = readVendor(root)

/** Environment variables that give electron-builder a local tool, so that it downloads none. */
const ownTools: Readonly<Record<BuilderTarget, readonly string[]>> = {
  AppImage: ['APPIMAGE_TOOLS_PATH'],
  'desktop-deb': ['CUSTOM_FPM_PATH', 'USE_SYSTEM_FPM'],
  nsis: ['ELECTRON_BUILDER_NSIS_DIR'],
  dmg: [],
}

process.exitCode = await run()

async function run(): Promise<number> {
  const wanted = (values.only?.split(',') ?? targets) as readonly Target[]
  const { arch, compression, release } = values
  const known =
    wanted.every((each) => targets.includes(each)) &&
    (arch === 'x64' || arch === 'arm64') &&
    (compression === 'xz' || compression === 'zstd' || compression === 'none') &&
    /^\d+\.\d+\.\d+(?:~[\w.]+)?$/u.test(release)
  if (!known) return refuse(usage)
  if (values.publish) {
    const both = values['for-tests'] ? ['--publish and --for-tests exclude each other'] : []
    const reasons = [...both, ...vendorFaults(root)]
    if (reasons.length > 0) return refuse(...reasons, 'nothing is published before this is put right')
  }
  const faults = allSupplyChainFaults(root)
  if (faults.length > 0) return refuse(...faults, 'nothing is packaged before this is put right')

  if (!values.publish) say('! these packages say that they are a trial; --publish builds a release')
  if (!values['skip-speech'] && !makeSpeechPacks())
    say('! the speech packs could not be made: these packages speak with the voices of the system alone')

  const electronDist = findElectron()
  const found = electronDist === null ? null : electronVersion(electronDist)
  if (found !== null && found !== manifest.devDependencies.electron)
    say(`! Electron ${found} in place of ${manifest.devDependencies.electron}: for tests, not for a venue`)
  const machine = await thisMachine(electronDist)
  const releaseVersion = values['for-tests'] ? `${release}${TEST_SUFFIX}` : release
  // If the local Electron is not usable, electron-builder downloads one, but only for its own packages.
  const isUsable = 'version' in machine.electron && machine.electron.arch === arch
  const electron = isUsable ? { electronDist, electron: found } : { electronDist: null, electron: null }
  const press = createPress({ arch, version: releaseVersion, compression, ...electron })
  let failed = false
  for (const { target, issue } of plan(machine, wanted, arch)) {
    if (issue !== null) {
      say(`not built  ${target} ${arch}: ${issue}`)
      continue
    }
    try {
      for (const file of await press(target)) tell(file)
    } catch (error) {
      failed = true
      say(`FAILED     ${target} ${arch}: ${messageOf(error)}`)
    }
  }
  for (const file of writeSourceMaps(root, releaseVersion, resolve(values.output), buildTime())) tell(file)
  return failed ? 1 : 0
}

function tell(file: string): void {
  say(`built      ${relative(process.cwd(), file)} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
}

function makeSpeechPacks(): boolean {
  const script = join(root, 'scripts', 'speech.ts')
  return spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' }).status === 0
}

function findElectron(): string | null {
  const places = [
    values['electron-dist'],
    process.env['ELECTRON_OVERRIDE_DIST_PATH'],
    join(root, 'node_modules', 'electron', 'dist'),
  ].flatMap((place) => (place ? [resolve(place)] : []))
  return places.find((place) => electronVersion(place) !== null) ?? null
}

async function thisMachine(electronDist: string | null): Promise<Machine> {
  const unreachable = await whyUnreachable(
    process.env['ELECTRON_BUILDER_BINARIES_MIRROR'] ??
      'https://github.com/electron-userland/electron-builder-binaries/releases/',
  )
  return {
    platform: process.platform,
    electron: electronHere(electronDist),
    has: (program) =>
      spawnSync(program, [program === 'makensis' ? '-VERSION' : '--version'], { stdio: 'ignore' }).status === 0,
    hasNode: (system, arch) => nodeProgram(root, system, arch) !== null,
    toolsMissing: (target) =>
      unreachable === null || ownTools[target].some((name) => process.env[name])
        ? null
        : `electron-builder fetches its tools for this from ${unreachable}, which cannot be reached`,
  }
}

function electronHere(dist: string | null): Machine['electron'] {
  const version = dist === null ? null : electronVersion(dist)
  if (dist === null || version === null)
    return { missing: 'no Electron here: name an unpacked one with --electron-dist, or let npm start fetch it first' }
  const wanted = manifest.devDependencies.electron
  return values.publish && version !== wanted
    ? { missing: `Electron ${version} is not the ${wanted} of package.json: a release takes no other` }
    : { version, arch: electronArch(dist) }
}

/** Returns the host name if the host does not respond within five seconds, otherwise null. */
async function whyUnreachable(address: string): Promise<string | null> {
  const answered = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  )
  return answered ? null : new URL(address).host
}

interface Release {
  readonly arch: Arch
  readonly version: string
  readonly compression: 'xz' | 'zstd' | 'none'
  readonly electronDist: string | null
  /** Version of the Electron in `electronDist`. Null if electron-builder downloads one. */
  readonly electron: string | null
}

function createPress(release: Release): (target: Target) => Promise<readonly string[]> {
  const { arch, version, compression, electronDist } = release
  const output = resolve(values.output)
  const builtAt = buildTime()
  const edition = { version, published: values.publish, forTests: values['for-tests'] }
  const order: ElectronOrder = { ...edition, root, arch, output, electronDist }
  const { documentsOf, programFolder, nodeBom } = createPrograms(
    order,
    release.electron,
    new Date(builtAt * 1000).toISOString(),
  )

  async function deb(kind: Kind): Promise<readonly string[]> {
    const documents = documentsOf(kind)
    const tree = systemTree(root, await programFolder(kind), documents)
    try {
      settleModes(tree)
      const control = controlOf(kind, version, arch)
      const file = join(output, `${control.name}_${version}_${control.architecture}.deb`)
      buildDeb({ control, tree, scripts: join(root, 'packaging', 'debian'), output: file, compression, builtAt })
      return [file]
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  }

  async function archive(kind: Kind): Promise<readonly string[]> {
    const file = join(output, `${documentsOf(kind).packageName}-${version}-linux-${arch}.tar.gz`)
    tarGz(await programFolder(kind), file, builtAt)
    return [file]
  }

  async function windowsInstaller(): Promise<readonly string[]> {
    const program = await stageBrowserProgram(root, 'win', arch, order)
    writeNotices(program, root, { sbom: nodeBom })
    writeManuals(root, program)
    const file = join(output, `guichet-browser-${version}-win-${arch}.exe`)
    buildWindowsInstaller({ root, program, version, vendor, output: file, compression, builtAt })
    return [file]
  }

  return (target) => {
    switch (target) {
      case 'deb':
        return deb('electron')
      case 'tar.gz':
        return archive('electron')
      case 'browser-deb':
        return deb('browser')
      case 'browser-tar.gz':
        return archive('browser')
      case 'browser-nsis':
        return windowsInstaller()
      case 'AppImage':
      case 'desktop-deb':
      case 'nsis':
      case 'dmg':
        return builderPackage(order, target, documentsOf('electron'))
    }
  }
}

/** Returns `SOURCE_DATE_EPOCH` (reproducible-builds.org), or the time of the last commit, for reproducible packages. */
function buildTime(): number {
  const given = Number(process.env['SOURCE_DATE_EPOCH'])
  if (Number.isInteger(given) && given > 0) return given
  const commit = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return commit.status === 0 ? Number(commit.stdout.trim()) : Math.floor(Date.now() / 1000)
}

function controlOf(kind: Kind, version: string, arch: Arch): DebControl {
  const common = {
    version,
    architecture: arch === 'x64' ? 'amd64' : 'arm64',
    maintainer: vendor.maintainer,
    homepage: vendor.homepage,
    recommends: ['cage | gnome-kiosk', 'cups-client'],
    suggests: ['cups'],
  }
  const what =
    'Sells seated tickets at a touch kiosk or a cashier’s desk, with a signed\n ledger that no power cut loses.'
  if (kind === 'browser') {
    return {
      ...common,
      name: 'guichet-browser',
      synopsis: 'point of sale for seated tickets, in an installed browser',
      description: [
        what,
        'This package brings Node.js and shows the kiosk in an installed Chromium,\n Chrome or Edge.',
      ],
      depends: [
        'adduser',
        'debconf (>= 0.5) | debconf-2.0',
        'libc6 (>= 2.28)',
        'libstdc++6 (>= 10)',
        'chromium | google-chrome-stable | microsoft-edge-stable',
      ],
      conflicts: ['guichet'],
    }
  }
  return {
    ...common,
    name: 'guichet',
    synopsis: 'point of sale for seated tickets',
    description: [
      what,
      'This package brings Electron; guichet-browser is the same program for an\n installed browser.',
    ],
    depends: [
      'adduser',
      'debconf (>= 0.5) | debconf-2.0',
      'libc6 (>= 2.28)',
      'libasound2 | libasound2t64',
      'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
      'libcups2 | libcups2t64',
      'libdrm2',
      'libgbm1',
      'libgtk-3-0 | libgtk-3-0t64',
      'libnotify4',
      'libnss3',
      'libsecret-1-0',
      'libxkbcommon0',
      'libxss1',
    ],
    conflicts: ['guichet-browser'],
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(...lines: readonly string[]): number {
  for (const line of lines) process.stderr.write(`${line}\n`)
  return 2
}
