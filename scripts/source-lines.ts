// npm run source-lines [-- RELEASE-source-maps.tar.gz] < STACK: prints the stack with positions in the source files.
// Without an archive, uses the source maps of the last local build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Position in a built file, as in V8 stack traces: `/usr/lib/guichet/out/main/chunks/kiosk-D1x.js:12:34`. */
const PLACE = /(?:[a-z]+:\/\/)?[^\s()"\\]*?([\w.$-]+\.c?js):(\d+):(\d+)/gu

const { positionals } = parseArgs({ allowPositionals: true })
const [archive] = positionals
if (archive !== undefined && !existsSync(archive)) fail(`${archive}: no such file`)
const folder = archive === undefined ? fileURLToPath(new URL('../out/maps', import.meta.url)) : unpacked(archive)
if (!existsSync(folder)) fail(`${folder}: no source maps; name the archive of the release, or build first`)
const maps = mapsIn(folder)
process.stdout.write(withSourcePlaces(readFileSync(0, 'utf8')))

function withSourcePlaces(text: string): string {
  const read = new Map<string, SourceMap>()
  return text.replaceAll(PLACE, (place: string, file: string, line: string, column: string) => {
    const path = maps.get(file)
    if (path === undefined) return place
    const map = read.get(path) ?? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
    read.set(path, map)
    const origin = map.findOrigin(Number(line), Number(column))
    if (!('fileName' in origin)) return place
    return `${origin.fileName.replace(/^(?:\.\.\/)+/u, '')}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

/** Returns the paths of the source maps by the names of the built files, which are unique because of their hashes. */
function mapsIn(start: string): ReadonlyMap<string, string> {
  const found = readdirSync(start, { recursive: true, withFileTypes: true })
  return new Map(
    found.flatMap(({ name, parentPath }) =>
      name.endsWith('.map') ? [[name.replace(/\.map$/u, ''), join(parentPath, name)] as const] : [],
    ),
  )
}

function unpacked(file: string): string {
  const to = mkdtempSync(join(tmpdir(), 'guichet-maps-'))
  process.on('exit', () => rmSync(to, { recursive: true, force: true }))
  const { status, stderr, error } = spawnSync('tar', ['-xzf', resolve(file), '-C', to], { encoding: 'utf8' })
  if (status !== 0) fail(`${file}: ${error?.message ?? stderr}`)
  return to
}

function fail(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(2)
}
