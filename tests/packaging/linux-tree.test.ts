import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { finishProgram, metainfo, settleModes, systemTree } from '../../scripts/packaging/linux-tree.ts'
import { filesBelow } from '../support/project-files.ts'
import { brokenLinks } from '../documents/pages.ts'
import { root, temporaryFolder } from '../shells/shell.ts'
import { readVendor } from '../../scripts/packaging/vendor.ts'

const built = { version: '1.2.3', sbom: '{"bomFormat":"CycloneDX"}', builtUtc: '2026-11-21T08:00:00Z' }

const ofChromium = ['chrome-sandbox', 'chrome_crashpad_handler'] as const
const programs = ['bin/guichet', 'node', ...ofChromium, 'kiosk-session', 'rollback-update'] as const

/** Creates a minimal installed program. The file modes are as unsuitable as a umask can make them. */
function lay(packageName: string): string {
  const home = temporaryFolder()
  mkdirSync(join(home, 'resources'))
  for (const name of ['node', 'chrome-sandbox', 'chrome_crashpad_handler', 'resources/app.asar', 'libffmpeg.so'])
    writeFileSync(join(home, name), name, { mode: 0o600 })
  chmodSync(join(home, 'resources'), 0o777)
  const documents = { ...built, packageName }
  finishProgram(home, root, 'browser', documents)
  const tree = systemTree(root, home, documents)
  onTestFinished(() => rmSync(tree, { recursive: true }))
  settleModes(tree)
  return tree
}

test('all that a machine needs lies where Debian looks for it', () => {
  const tree = lay('guichet-browser')
  const files = readdirSync(tree, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const manuals = /^usr\/share\/doc\/guichet-browser\/docs\//u
  const paths = files
    .map(({ parentPath, name }) => relative(tree, join(parentPath, name)))
    .filter((path) => !manuals.test(path))
  const icons = readdirSync(join(root, 'resources', 'icons')).map((name) => name.replace('.png', ''))
  const units = (scope: string): readonly string[] =>
    readdirSync(join(root, 'packaging', 'systemd', scope)).map((name) => `usr/lib/systemd/${scope}/${name}`)
  const notices = ['sbom.cdx.json', 'third-party.txt']
  expect(paths.toSorted()).toEqual(
    [
      'usr/bin/guichet',
      ...programs.map((name) => `usr/lib/guichet/${name}`),
      ...['resources/app.asar', 'libffmpeg.so'].map((name) => `usr/lib/guichet/${name}`),
      ...[...notices, 'LICENSE'].map((name) => `usr/lib/guichet/${name}`),
      'usr/share/applications/guichet.desktop',
      'usr/share/metainfo/org.guichet.app.metainfo.xml',
      ...icons.map((size) => `usr/share/icons/hicolor/${size}/apps/guichet.png`),
      ...units('system'),
      ...units('user'),
      'usr/lib/udev/rules.d/70-guichet-headphones.rules',
      'usr/share/man/man1/guichet.1.gz',
      'usr/share/lintian/overrides/guichet-browser',
      ...[...notices, 'SECURITY.md', 'copyright', 'changelog.gz'].map(
        (name) => `usr/share/doc/guichet-browser/${name}`,
      ),
    ].toSorted(),
  )
  expect(icons).toContain('256x256')
  expect(units('system').length).toBeGreaterThan(0)
  expect(readlinkSync(join(tree, 'usr/bin/guichet'))).toBe('../lib/guichet/bin/guichet')
  const read = (path: string): Buffer => readFileSync(join(tree, path))
  expect(read('usr/lib/guichet/bin/guichet').toString()).toContain('browser-host.js')
  expect(read('usr/lib/guichet/sbom.cdx.json').toString()).toBe(built.sbom)
  expect(read('usr/share/doc/guichet-browser/sbom.cdx.json').toString()).toBe(built.sbom)
  expect(read('usr/share/lintian/overrides/guichet-browser').toString()).not.toContain('PACKAGE:')
  const changes = gunzipSync(read('usr/share/doc/guichet-browser/changelog.gz')).toString()
  expect(changes).toMatch(/^guichet-browser \(1\.2\.3\) unstable;.*\n -- .* {2}Sat, 21 Nov 2026 08:00:00 \+0000\n$/su)
})

test('operators and integrators have their manuals there, with the pictures these show', () => {
  const folder = join(lay('guichet'), 'usr/share/doc/guichet')
  const shipped = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const own = ['operating', 'fr/operating', 'integrating'].flatMap((reader) =>
    readdirSync(join(root, 'docs', reader), { recursive: true, encoding: 'utf8' }).map((path) => join(reader, path)),
  )
  expect(shipped).toEqual(expect.arrayContaining(['README.md', ...own].map((path) => join('docs', path))))
  expect(shipped).toContain('docs/screens/desk.png')
  expect(shipped).not.toContain('docs/developing')
  const pages = new Map(
    shipped.map((path) => [path, path.endsWith('.md') ? readFileSync(join(folder, path), 'utf8') : '']),
  )
  expect(brokenLinks(pages)).toEqual([])
})

test('whatever the package names of its manuals is there: units, manual page', () => {
  const trees = ['guichet', 'guichet-browser'].map(lay)
  const packaging = filesBelow(['packaging']).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  const named = packaging.flatMap(([path, text]) =>
    [...text.matchAll(/\/(usr\/share\/doc\/[\w-]+\/[\w./-]+\w)/gu)].map(([, page = '']) => ({ path, page })),
  )
  const ends = (suffix: string): readonly string[] =>
    packaging.flatMap(([path]) => (path.endsWith(suffix) ? [path] : []))
  expect(named.map(({ path }) => path)).toEqual(expect.arrayContaining([...ends('.service'), ...ends('.1')]))
  expect(named.filter(({ page }) => !trees.some((tree) => existsSync(join(tree, page))))).toEqual([])
  // Each manual page exists once for each package. The systemd units are the same in both packages.
  const ofPackage = (name: string): readonly string[] =>
    named.flatMap(({ path, page }) =>
      path.endsWith('.service') && page.includes(`/${name}/`) ? [page.replace(name, '…')] : [],
    )
  expect(ofPackage('guichet-browser')).toEqual(ofPackage('guichet'))
})

test('only programs may be run, only the sandbox as root, and nothing is written to by others', () => {
  const tree = lay('guichet')
  const modes = readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => {
      const { mode } = lstatSync(join(parentPath, name))
      return [relative(tree, join(parentPath, name)), (mode & 0o7777).toString(8)] as const
    })
  const folders = new Set(
    readdirSync(tree, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => relative(tree, join(parentPath, name))),
  )
  const runnable = modes.filter(([path, mode]) => !folders.has(path) && mode !== '644')
  const wanted = programs.map((name) => [`usr/lib/guichet/${name}`, name === 'chrome-sandbox' ? '4755' : '755'])
  expect(Object.fromEntries(runnable)).toEqual(Object.fromEntries(wanted))
  expect(new Set(modes.filter(([path]) => folders.has(path)).map(([, mode]) => mode))).toEqual(new Set(['755']))
})

const sameFile = (): string => 'packaging/guichet.desktop'

function asPackaged(): string {
  const path = join(temporaryFolder(), 'org.guichet.app.metainfo.xml')
  writeFileSync(path, metainfo(root))
  return path
}

const checks = [
  ['the menu entry', 'desktop-file-validate', [], sameFile],
  ['the AppStream metadata', 'appstreamcli', ['validate', '--no-net'], asPackaged],
] as const

test.for(checks)('%s is what desktops expect', ([, program, args, file], { skip }) => {
  if (spawnSync(program, ['--help']).error) skip(`no ${program}`)
  const { status, stdout } = spawnSync(program, [...args, file()], { cwd: root, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.not.stringMatching(/^[EW]: |error|warning/imu)])
})

test('the AppStream metadata names the vendor of package.json', () => {
  const { name, homepage } = readVendor(root)
  expect(metainfo(root)).toContain(`<developer_name>${name}</developer_name>`)
  expect(metainfo(root)).toContain(`<url type="homepage">${homepage}</url>`)
  expect(metainfo(root)).not.toContain('@')
})
