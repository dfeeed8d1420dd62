import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDeb, type DebControl } from '../../scripts/packaging/deb.ts'
import { whyNoMachine } from '../installed/machine.ts'
import { temporaryFolder } from '../shells/shell.ts'

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url))

const needed = ['/usr/sbin/adduser', '/usr/share/debconf/confmodule']

export const whyNoInstalling = (): string | null => whyNoMachine() ?? needed.find((path) => !existsSync(path)) ?? null

const packed: Record<string, Buffer> = {}

/** Builds a package of Guichet with its real scripts and a replacement program. Returns its path. Caches the build. */
export function packSmall(folder: string, version: string, program = '#!/bin/sh\n'): string {
  const output = join(folder, `guichet_${version}_amd64.deb`)
  writeFileSync(output, (packed[version + program] ??= pack(version, program)))
  return output
}

/** The fields of a small package, without its version. */
const fields = {
  name: 'guichet',
  architecture: 'amd64',
  maintainer: 'A <a@example.org>',
  homepage: 'https://guichet.example',
  synopsis: 'point of sale',
  recommends: [],
  suggests: [],
}

/** Packs the files of `tree`, uncompressed, with the real scripts of Guichet. Returns the path of the package. */
export function packFolder(
  tree: string,
  more: Pick<DebControl, 'version' | 'description' | 'depends' | 'conflicts'>,
): string {
  const output = join(temporaryFolder(), 'guichet.deb')
  const scripts = join(packaging, 'debian')
  buildDeb({ control: { ...fields, ...more }, tree, scripts, output, compression: 'none', builtAt: 1_700_000_000 })
  return output
}

function pack(version: string, program: string): Buffer {
  const tree = temporaryFolder()
  chmodSync(tree, 0o755)
  const [command, undo] = [join(tree, 'usr/bin/guichet'), join(tree, 'usr/lib/guichet/rollback-update')]
  for (const path of [command, undo]) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(command, program)
  cpSync(join(packaging, 'rollback-update.sh'), undo)
  for (const path of [command, undo]) chmodSync(path, 0o755)
  const depends = ['adduser', 'debconf (>= 0.5) | debconf-2.0']
  return readFileSync(packFolder(tree, { version, description: ['One.'], depends, conflicts: [] }))
}
