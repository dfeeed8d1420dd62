import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { readVendor } from './vendor.ts'

/** Folder of the installed program, relative to the file system root. */
export const HOME = 'usr/lib/guichet'

export interface Documents {
  readonly packageName: string
  readonly version: string
  readonly sbom: string
  readonly builtUtc: string
}

export function finishProgram(home: string, root: string, kind: 'electron' | 'browser', documents: Documents): void {
  place(join(root, 'packaging', `launch-${kind}.sh`), join(home, 'bin', 'guichet'), 0o755)
  writeNotices(home, root, documents)
  writeManuals(root, home)
}

export function writeNotices(home: string, root: string, { sbom }: Pick<Documents, 'sbom'>): void {
  writeFileSync(join(home, 'sbom.cdx.json'), sbom)
  place(join(root, 'resources', 'third-party.txt'), join(home, 'third-party.txt'), 0o644)
  place(join(root, 'LICENSE'), join(home, 'LICENSE'), 0o644)
}

/** Returns the file tree of an installation around a built program: command, menu entry, icons, units and documents. */
export function systemTree(root: string, home: string, documents: Documents): string {
  const tree = mkdtempSync(join(tmpdir(), 'guichet-deb-'))
  chmodSync(tree, 0o755)
  const at = (path: string): string => join(tree, path)
  mkdirSync(dirname(at(HOME)), { recursive: true })
  cpSync(home, at(HOME), { recursive: true, verbatimSymlinks: true })
  mkdirSync(at('usr/bin'), { recursive: true })
  symlinkSync('../lib/guichet/bin/guichet', at('usr/bin/guichet'))
  const packaging = join(root, 'packaging')
  place(join(packaging, 'guichet.desktop'), at('usr/share/applications/guichet.desktop'), 0o644)
  write(metainfo(root), at('usr/share/metainfo/org.guichet.app.metainfo.xml'))
  for (const name of readdirSync(join(root, 'resources', 'icons'))) {
    const size = name.replace('.png', '')
    place(join(root, 'resources', 'icons', name), at(`usr/share/icons/hicolor/${size}/apps/guichet.png`), 0o644)
  }
  for (const scope of ['system', 'user'])
    for (const name of readdirSync(join(packaging, 'systemd', scope)))
      place(join(packaging, 'systemd', scope, name), at(`usr/lib/systemd/${scope}/${name}`), 0o644)
  for (const name of readdirSync(join(packaging, 'udev')))
    place(join(packaging, 'udev', name), at(`usr/lib/udev/rules.d/${name}`), 0o644)
  for (const name of ['kiosk-session', 'rollback-update'])
    place(join(packaging, `${name}.sh`), at(`${HOME}/${name}`), 0o755)
  const manual = gzipSync(readFileSync(join(packaging, 'guichet.1')), { level: 9 })
  write(manual, at('usr/share/man/man1/guichet.1.gz'))
  const { packageName } = documents
  const overrides = readFileSync(join(packaging, 'lintian-overrides'), 'utf8').replaceAll('PACKAGE:', `${packageName}:`)
  write(overrides, at(`usr/share/lintian/overrides/${packageName}`))
  writeDocuments(tree, root, documents)
  return tree
}

export function metainfo(root: string): string {
  const { name, homepage } = readVendor(root)
  const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return readFileSync(join(root, 'packaging', 'guichet.metainfo.xml'), 'utf8')
    .replace('@NAME@', () => escaped(name))
    .replace('@HOMEPAGE@', () => escaped(homepage))
}

/** Writes the manuals for technicians, with the folder structure of the project, so that links between pages work. */
export function writeManuals(root: string, folder: string): void {
  for (const path of manualsOf(root)) place(join(root, path), join(folder, path), 0o644)
  const readme = join('docs', 'README.md')
  write(readFileSync(join(root, readme), 'utf8').replace(/\n## Developing\b.*$/su, ''), join(folder, readme))
}

const manuals = ['docs', 'SECURITY.md']

/** Returns the pages for operators and integrators with their pictures. The developers' pages are not shipped. */
function manualsOf(root: string): readonly string[] {
  const pages = ['operating', 'fr', 'integrating'].flatMap((reader) =>
    readdirSync(join(root, 'docs', reader), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  )
  const paths = ['SECURITY.md', ...pages]
  const shown = paths.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/screens\/([\w-]+\.png)/gu),
  ])
  return [...paths, ...new Set(shown.map(([, name = '']) => join('docs', 'screens', name)))]
}

function writeDocuments(tree: string, root: string, { packageName, version, sbom, builtUtc }: Documents): void {
  const folder = join(tree, 'usr/share/doc', packageName)
  mkdirSync(folder, { recursive: true })
  for (const name of manuals) renameSync(join(tree, HOME, name), join(folder, name))
  place(join(root, 'packaging', 'copyright'), join(folder, 'copyright'), 0o644)
  place(join(root, 'resources', 'third-party.txt'), join(folder, 'third-party.txt'), 0o644)
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  const date = new Date(builtUtc).toUTCString().replace('GMT', '+0000')
  const entry = `${packageName} (${version}) unstable; urgency=medium\n\n  * See the project's own history.\n\n -- ${readVendor(root).maintainer}  ${date}\n`
  writeFileSync(join(folder, 'changelog.gz'), gzipSync(entry, { level: 9 }))
}

function write(content: string | Uint8Array, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  writeFileSync(to, content)
}

function place(from: string, to: string, mode: number): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
  chmodSync(to, mode)
}

/**
 * Sets the modes of all folders and files regardless of the umask. `chrome-sandbox` gets 4755, which Chromium needs if
 * user namespaces are unavailable.
 */
export function settleModes(tree: string): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, modeOf(entry.name, path))
  }
}

const programs: ReadonlySet<string> = new Set([
  'guichet',
  'node',
  'kiosk-session',
  'rollback-update',
  'chrome_crashpad_handler',
])

function modeOf(name: string, path: string): number {
  if (name === 'chrome-sandbox') return 0o4755
  return programs.has(name) && !/\/(?:doc|lintian)\//u.test(path) ? 0o755 : 0o644
}

/** Writes an archive that unpacks into one folder. Identical files give identical bytes. Throws if tar fails. */
export function tarGz(folder: string, output: string, builtAt: number): void {
  mkdirSync(dirname(output), { recursive: true })
  rmSync(output, { force: true })
  const name = output.slice(output.lastIndexOf('/') + 1).replace('.tar.gz', '')
  const args = ['--create', '--gzip', '--file', output, '--directory', folder, '--sort=name', '--numeric-owner']
  const same = ['--owner=0', '--group=0', `--mtime=@${builtAt}`, `--transform=s,^\\.,${name},`, '.']
  const { status, stderr, error } = spawnSync('tar', [...args, ...same], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`tar: ${error?.message ?? stderr}`)
}
