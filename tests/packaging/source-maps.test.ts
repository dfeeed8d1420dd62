import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { programFiles } from '../../scripts/packaging/program-files.ts'
import { writeSourceMaps } from '../../scripts/packaging/source-maps.ts'
import { temporaryFolder } from '../shells/shell.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'out')

/** Where a text stands in what was built below a folder: file, line and column. */
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
  expect([archive, sums].map((path) => basename(path))).toEqual([
    'guichet-1.2.3-source-maps.tar.gz',
    'guichet-1.2.3-source-maps.tar.gz.sha256',
  ])
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex')
  expect(readFileSync(sums, 'utf8')).toBe(`${sum}  guichet-1.2.3-source-maps.tar.gz\n`)

  const [main, screen] = [placeOf('main', 'log.info("kiosk.started"'), placeOf('renderer', 'reportScreenFault')]
  // As V8 writes a call, as the log has it in JSON, and as the log of a screen has it.
  const stack = [
    `    at start (file:///usr/lib/guichet/out/main/chunks/${main})`,
    JSON.stringify({ error: `Error: x\n    at start (/usr/lib/guichet/resources/app.asar/out/main/${main})` }),
    `Review ${screen}`,
    '    at unknown (other.js:1:2)',
  ].join('\n')
  const script = join(root, 'scripts', 'source-lines.ts')
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, archive], { input: stack, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const [call, json, component, unknown] = stdout.split('\n')
  const started = `electron/core/kiosk.ts:${lineOf('electron/core/kiosk.ts', "'kiosk.started'")}:`
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
