import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Vendor } from './vendor.ts'

export interface WindowsInstallerOptions {
  readonly root: string
  /** Folder of the built program, including `node.exe`. */
  readonly program: string
  readonly version: string
  readonly vendor: Pick<Vendor, 'name' | 'homepage'>
  readonly output: string
  readonly compression: 'xz' | 'zstd' | 'none'
  /** Modification time of every file, in seconds since 1970, for reproducible installers. */
  readonly builtAt: number
}

/** Builds the installer for Windows on x64 with NSIS. Throws with the output of makensis if the build fails. */
export function buildWindowsInstaller(options: WindowsInstallerOptions): void {
  const { root, program, version, vendor, output, compression, builtAt } = options
  const work = mkdtempSync(join(tmpdir(), 'guichet-nsis-'))
  try {
    const at = (name: string): string => join(work, name)
    const scripts = join(root, 'packaging', 'windows')
    writeFileSync(at('guichet.ico'), windowsIcon(join(root, 'resources', 'icons')))
    // cmd.exe sometimes misses a label if lines do not end with CR LF.
    writeFileSync(at('guichet.cmd'), readFileSync(join(scripts, 'guichet.cmd'), 'utf8').replaceAll('\n', '\r\n'))
    const files = filesBelow(program)
    writeFileSync(at('files.nsh'), `\uFEFF${fileList(program, files)}`)
    const numbers = `${version.replace(/[~-].*$/u, '')}.0`
    const common = { VERSION: version, NUMBERS: numbers, VENDOR: vendor.name, ICON: at('guichet.ico') }
    makensis(join(scripts, 'launcher.nsi'), [], { ...common, OUTPUT: at('guichet.exe') }, builtAt)
    for (const file of [...files.map((each) => join(program, each)), at('guichet.exe'), at('guichet.cmd')])
      utimesSync(file, builtAt, builtAt)
    mkdirSync(dirname(output), { recursive: true })
    const kilobytes = files.reduce((sum, each) => sum + Math.ceil(statSync(join(program, each)).size / 1024), 0)
    const more = {
      HOMEPAGE: vendor.homepage,
      KILOBYTES: String(kilobytes),
      FILES: at('files.nsh'),
      LAUNCHER: at('guichet.exe'),
      COMMAND: at('guichet.cmd'),
      OUTPUT: output,
    }
    makensis(join(scripts, 'installer.nsi'), compressor(compression), { ...common, ...more }, builtAt)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const compressor = (compression: WindowsInstallerOptions['compression']): readonly string[] =>
  compression === 'none' ? ['SetCompress off'] : ['SetCompressor /SOLID lzma', 'SetCompressorDictSize 64']

function makensis(
  script: string,
  first: readonly string[],
  defines: Readonly<Record<string, string>>,
  builtAt: number,
): void {
  const args = [
    '-V2',
    '-NOCD',
    '-INPUTCHARSET',
    'UTF8',
    ...first.map((line) => `-X${line}`),
    ...Object.entries(defines).map(([name, value]) => `-D${name}=${value}`),
    script,
  ]
  const { status, stdout, stderr, error } = spawnSync('makensis', args, {
    // The NSIS script finds its own header files relative to its folder.
    cwd: dirname(script),
    encoding: 'utf8',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(builtAt), LC_ALL: 'C.UTF-8' },
  })
  if (status !== 0) throw new Error(`makensis: ${error?.message ?? `${stdout}${stderr}`}`)
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/**
 * Returns the NSIS commands that install each file below `$INSTDIR\new`. A `$` is escaped only in destination paths,
 * because NSIS does not expand it in source paths.
 */
export function fileList(folder: string, files: readonly string[]): string {
  const ordersOf = (parent: string): readonly string[] => {
    const into = parent === '.' ? 'new' : `new\\${parent.replaceAll('/', '\\').replaceAll('$', '$$$$')}`
    const own = files.filter((file) => dirname(file) === parent)
    return [`SetOutPath "$INSTDIR\\${into}"`, ...own.map((file) => `File "${join(folder, file)}"`)]
  }
  const parents = [...new Set(files.map((file) => dirname(file)))]
  return `${parents.flatMap(ordersOf).join('\n')}\n`
}

/** Returns an icon file (ICO) with PNG pictures, which Windows supports since Vista. */
export function windowsIcon(folder: string): Uint8Array {
  const sizes = [16, 24, 32, 48, 64, 256]
  const pictures = sizes.map((size) => readFileSync(join(folder, `${size}x${size}.png`)))
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    // In an ICO file, size 256 is written as 0.
    header.writeUInt8((sizes[index] ?? 0) % 256, entry)
    header.writeUInt8((sizes[index] ?? 0) % 256, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
