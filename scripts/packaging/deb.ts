import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export interface DebControl {
  readonly name: string
  readonly version: string
  readonly architecture: string
  readonly maintainer: string
  readonly homepage: string
  readonly synopsis: string
  readonly description: readonly string[]
  readonly depends: readonly string[]
  readonly recommends: readonly string[]
  readonly suggests: readonly string[]
  readonly conflicts: readonly string[]
}

export interface DebOrder {
  readonly control: DebControl
  /** Folder with the files as installed on the computer. `buildDeb` adds `DEBIAN/` to the folder. */
  readonly tree: string
  readonly scripts: string
  readonly output: string
  readonly compression: 'xz' | 'zstd' | 'none'
  /** Modification time of every file, in seconds since 1970, for reproducible packages. */
  readonly builtAt: number
}

const executables: ReadonlySet<string> = new Set(['config', 'preinst', 'postinst', 'prerm', 'postrm'])

/** Builds a Debian package with `dpkg-deb` (deb(5)). Throws with the output of `dpkg-deb` if it fails. */
export function buildDeb({ control, tree, scripts, output, compression, builtAt }: DebOrder): void {
  const debian = join(tree, 'DEBIAN')
  const [files, kilobytes] = [filesBelow(tree), installedKilobytes(tree)]
  mkdirSync(debian)
  for (const name of readdirSync(scripts)) {
    cpSync(join(scripts, name), join(debian, name))
    chmodSync(join(debian, name), executables.has(name) ? 0o755 : 0o644)
  }
  writeFileSync(join(debian, 'md5sums'), files.map((path) => `${md5(join(tree, path))}  ${path}\n`).join(''))
  writeFileSync(join(debian, 'control'), controlFile(control, kilobytes))
  mkdirSync(dirname(output), { recursive: true })
  const args = ['--root-owner-group', `-Z${compression}`, '--build', tree, output]
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(builtAt) }
  const { status, stderr, error } = spawnSync('dpkg-deb', args, { encoding: 'utf8', env })
  if (status !== 0) throw new Error(`dpkg-deb: ${error?.message ?? stderr}`)
}

function controlFile(control: DebControl, kilobytes: number): string {
  const list = (field: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`${field}: ${names.join(', ')}`]
  return [
    `Package: ${control.name}`,
    `Version: ${control.version}`,
    `Architecture: ${control.architecture}`,
    `Maintainer: ${control.maintainer}`,
    `Installed-Size: ${kilobytes}`,
    ...list('Depends', control.depends),
    ...list('Recommends', control.recommends),
    ...list('Suggests', control.suggests),
    ...list('Conflicts', control.conflicts),
    ...list('Replaces', control.conflicts),
    'Section: misc',
    'Priority: optional',
    `Homepage: ${control.homepage}`,
    `Description: ${control.synopsis}`,
    control.description.map((paragraph) => ` ${paragraph}`).join('\n .\n'),
    '',
  ].join('\n')
}

function filesBelow(tree: string): readonly string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(tree, join(entry.parentPath, entry.name)))
    .toSorted()
}

const md5 = (path: string): string => createHash('md5').update(readFileSync(path)).digest('hex')

/** Returns the installed size of a tree in kibibytes, each file rounded up (Debian policy 5.6.20). */
export function installedKilobytes(tree: string): number {
  return filesBelow(tree).reduce((sum, path) => sum + Math.ceil(statSync(join(tree, path)).size / 1024), 0)
}
