// node scripts/licences.ts [--check]: writes resources/third-party.txt, the licence notices of a packaged program.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'resources', 'third-party.txt')

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

const rule = '='.repeat(80)

function noticeOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/iu.test(name))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

const parts = Object.entries(packages)
  .filter(([path, { dev, optional }]) => path.startsWith('node_modules/') && !dev && !optional)
  .filter(([path]) => existsSync(join(root, path)))
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, { version = '', license = '' }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const notice = noticeOf(join(root, path)) || `Licence: ${license}. The package carries no text of its own.`
    return `${rule}\n${name} ${version} (${license})\n${rule}\n\n${notice}\n`
  })

const fonts = join(root, 'resources', 'fonts')
const fontParts = readdirSync(fonts)
  .filter((name) => name.endsWith('.LICENSE.txt'))
  .sort()
  .map((name) => {
    const text = readFileSync(join(fonts, name), 'utf8').trim()
    return `${rule}\n${name.replace('.LICENSE.txt', '')} (font)\n${rule}\n\n${text}\n`
  })

const speechPart = `${rule}
Speech packs (sounds)
${rule}

The recordings in resources/speech were made by machine: with the voices fr, en-gb, pt and ar of eSpeak NG
(GPL-3.0-or-later), encoded by libopus. Neither program is part of Guichet, and what they put out is not bound by
their licences. The recordings are dedicated to the public domain: CC0-1.0.
`

const content =
  `Guichet carries the work of others. Their notices follow.\n\n${[...parts, ...fontParts, speechPart].join('\n')}`.replaceAll(
    '\r\n',
    '\n',
  )
if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== content) {
    console.error('resources/third-party.txt is not what the packages say: run npm run licences')
    process.exitCode = 1
  }
} else writeFileSync(target, content)
