import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Arch } from './plan.ts'

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
})

const versioned = z.object({ version: z.string() })

/**
 * Returns the path of the Node executable for the given system and processor, or null if unavailable. If the locked
 * version is not installed, downloads it and verifies the checksum in the lockfile, without running package scripts.
 */
export function nodeProgram(root: string, system: 'linux' | 'win', arch: Arch): string | null {
  const name = `node-${system}-${arch}`
  const file = system === 'win' ? 'node.exe' : 'node'
  const lock = lockFile.parse(JSON.parse(readFileSync(join(root, 'scripts/node/package-lock.json'), 'utf8')))
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (version === undefined || integrity === undefined) return null
  const installed = join(root, 'scripts/node/node_modules', name)
  if (existsSync(join(installed, 'bin', file)) && versionIn(installed) === version) return join(installed, 'bin', file)
  const cache = join(root, 'node_modules', '.cache', 'guichet')
  const folder = join(cache, `${name}-${version}`)
  const program = join(folder, 'bin', file)
  if (existsSync(program)) return program
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(`${folder}.`)
  try {
    const args = ['pack', `${name}@${version}`, '--ignore-scripts', '--silent', '--pack-destination', fresh]
    if (spawnSync('npm', args, { cwd: root, stdio: 'ignore' }).status !== 0) return null
    const archive = join(fresh, readdirSync(fresh)[0] ?? '')
    const sum = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (`sha512-${sum}` !== integrity)
      throw new Error(`${name}: its sum is not the one of scripts/node/package-lock.json`)
    if (spawnSync('tar', ['-xzf', archive, '-C', fresh, '--strip-components=1']).status !== 0) return null
    rmSync(archive)
    renameSync(fresh, folder)
    return program
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function versionIn(folder: string): string | null {
  const file = join(folder, 'package.json')
  return existsSync(file) ? versioned.parse(JSON.parse(readFileSync(file, 'utf8'))).version : null
}
