import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { nodeProgram } from './node-program.ts'
import type { Arch, Edition } from './plan.ts'
import { programFiles } from './program-files.ts'

/** Copies the program and its Node into a folder, which is deleted when this process exits. */
export async function stageBrowserProgram(
  root: string,
  system: 'linux' | 'win',
  arch: Arch,
  { version, published, forTests }: Edition,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-browser-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const path of await programFiles(root, { system, arch })) cpSync(join(root, path), join(folder, path))
  // `writeNotices` writes the licence notices next to the program.
  const notices = join(root, 'resources', 'third-party.txt')
  const filter = (path: string): boolean => path !== notices
  cpSync(join(root, 'resources'), join(folder, 'resources'), { recursive: true, filter })
  const node = nodeProgram(root, system, arch)
  if (node === null) throw new Error(`no Node for ${system}-${arch}`)
  cpSync(node, join(folder, basename(node)))
  cpSync(join(dirname(node), '..', 'LICENSE'), join(folder, 'LICENSE.node.txt'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const { name, description, license, type, testVariables } = manifest
  const editionOnly = { ...(!published && { trial: true }), ...(forTests && { testVariables }) }
  const packed = { name, version, description, license, type, ...editionOnly }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packed)}\n`)
  return folder
}
