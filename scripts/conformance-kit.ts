// npm run conformance-kit: packs "guichet conformance" into dist/guichet-conformance-VERSION.tgz.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { leanZod } from './trim-zod.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const name = 'guichet-conformance'

/** Packs the kit into the folder and returns the path of the archive. Throws if the kit cannot be built or packed. */
export async function packConformanceKit(folder: string): Promise<string> {
  const staged = mkdtempSync(join(tmpdir(), `${name}-`))
  try {
    await bundle(staged)
    const { version, license, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
      license: string
      author: string
    }
    const manifest = {
      name,
      version,
      description: 'Checks an implementation of the Partner Ticket Booking Service, rule by rule',
      license,
      author,
      private: true,
      type: 'module',
      bin: { [name]: `${name}.js` },
      engines: { node: '>=22.14' },
    }
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    // Removes the links, because the kit does not include the linked pages.
    const page = readFileSync(join(root, 'docs', 'integrating', 'conformance.md'), 'utf8')
    writeFileSync(join(staged, 'README.md'), page.replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, '$1'))
    copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'))
    copyFileSync(join(root, 'resources', 'third-party.txt'), join(staged, 'third-party.txt'))
    mkdirSync(folder, { recursive: true })
    const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: staged,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`)
    return join(folder, `${name}-${version}.tgz`)
  } finally {
    rmSync(staged, { recursive: true, force: true })
  }
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [leanZod()],
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'electron', 'cli', 'conformance-main.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node22',
      minify: true,
      rolldownOptions: {
        output: { entryFileNames: `${name}.js`, banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  })
}

if (import.meta.main) console.log(relative(process.cwd(), await packConformanceKit(join(root, 'dist'))))
