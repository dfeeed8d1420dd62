import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import packageFile from '../../package.json' with { type: 'json' }
import { root } from '../shells/shell.ts'
import { whyNoMachine } from './machine.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Packages of the current version and of an earlier one. Null if they cannot be installed. */
    packages: { readonly folder: string; readonly older: string; readonly newer: string } | null
  }
}

const older = '0.0.9'

export default function setup({ provide }: TestProject): () => void {
  if (whyNoMachine() !== null) {
    provide('packages', null)
    return () => undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'guichet-packages-'))
  for (const release of [older, packageFile.version]) {
    for (const only of [['deb', '--for-tests'], ['browser-deb']]) {
      const how = ['--compression', 'none', '--skip-speech', '--release', release, '--output', folder]
      const args = ['scripts/package.ts', '--only', ...only, ...how]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
      if (status !== 0) throw new Error(`the packages could not be built:\n${stdout}${stderr}`)
      rmSync(join(folder, 'linux-unpacked'), { recursive: true, force: true })
    }
  }
  provide('packages', { folder, older, newer: packageFile.version })
  return () => rmSync(folder, { recursive: true, force: true })
}
