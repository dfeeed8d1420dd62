import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { patchPackage, type Patch } from '../../scripts/patch-package.ts'
import { temporaryFolder } from '../shells/shell.ts'

const file = /\/greeting\.js$/u

/** Builds a module that exports a greeting; returns the bundle's text. */
async function bundleWith(...patches: readonly Patch[]): Promise<string> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'greeting.js'), "export const greeting = 'hello'\n")
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [patchPackage('greetings', patches)],
    build: { write: false, ssr: join(folder, 'greeting.js') },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('expected a single build')
  return built.output[0].code
}

test('replaces a text of a module, or the whole module', async () => {
  expect(await bundleWith({ file, find: 'hello', replacement: 'bonjour' })).toContain('bonjour')
  expect(await bundleWith({ file, find: null, replacement: 'export const farewell = 1' })).toContain('farewell')
})

test('the build fails if the text to replace is missing', async () => {
  await expect(bundleWith({ file, find: 'good day', replacement: '' })).rejects.toThrow('no "good day" to replace')
})

test('the build fails if the module to patch is missing', async () => {
  const others = /\/farewell\.js$/u
  const expected = `greetings: the build has no module ${others}`
  await expect(bundleWith({ file: others, find: null, replacement: '' })).rejects.toThrow(expected)
})
