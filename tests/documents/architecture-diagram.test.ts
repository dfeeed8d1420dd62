import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { drawImportGraph, layersOf, readImportGraph } from '../../scripts/architecture-diagram.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { filesBelow } from '../support/project-files.ts'
import { fencesOf, textOf } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [tree = '', loop = '', states = ''] = fencesOf(textOf('docs/developing/architecture.md')).flatMap(
  ({ info, text }) => (info === '' ? [text] : []),
)

const foldersIn = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Returns the folders and files in the tree, including paths in descriptions. `<language>` matches any language. */
function drawn(): readonly string[] {
  let above = ''
  return tree.split('\n').flatMap((line) => {
    const own = /^ {0,2}(?=\S)/u.test(line)
    const names = line.match(/(?<![\w/.])[\w-]+(?:\/(?:<language>)?|\.ts)(?![\w.])/gu) ?? []
    if (!own) return names.map((name) => `${above}${name}`)
    if (!line.startsWith(' ')) {
      above = names[0] ?? ''
      return names
    }
    const [first = '', ...others] = names
    const isFile = first.endsWith('.ts')
    // A line may list several paths. Paths in the description of a folder are relative to the first path of the line.
    const beside = isFile || /^ {2}\S+ {2}\S+\//u.test(line)
    return [`${above}${first}`, ...others.map((name) => `${above}${beside ? '' : first}${name}`)]
  })
}

test('the tree of the page is that of the project', () => {
  const paths = drawn().map((path) => path.replace('<language>', 'fr').replace(/\/$/u, ''))
  expect(paths.length).toBeGreaterThan(50)
  const files = filesBelow(['shared', 'electron', 'renderer', 'resources', 'tests'])
  const isThere = (path: string): boolean => files.some((file) => file === path || file.startsWith(`${path}/`))
  expect(paths.filter((path) => !isThere(path))).toEqual([])
  const folders = ['shared', 'electron', 'renderer'].flatMap((room) => foldersIn(room).map((name) => `${room}/${name}`))
  expect(folders.filter((folder) => !paths.some((path) => path.startsWith(folder)))).toEqual([])
})

test('the loop of the page is made of what the core calls', () => {
  const core = filesBelow(['electron/kiosk/sale', 'shared/domain/sale']).map(textOf).join('\n')
  const called = Array.from(loop.replaceAll(/\/\/.*$/gmu, '').matchAll(/(?!while)\b(\w+)\(/gu), ([, name]) => name)
  expect(called).toEqual(['nextEffect', 'performEffect', 'transition', 'record', 'publish'])
  expect(called.filter((name) => !new RegExp(`\\b${name}\\(`, 'u').test(core))).toEqual([])
})

test('the states of the page are those of a sale', () => {
  const known: Readonly<Record<Sale['state'], true>> = {
    choosing: true,
    holding: true,
    held: true,
    priced: true,
    paying: true,
    paid: true,
    confirming: true,
    unknown: true,
    confirmed: true,
    printing: true,
    'print-unknown': true,
    done: true,
    releasing: true,
    abandoned: true,
    'refund-due': true,
    refunded: true,
    'needs-staff': true,
  }
  const words = states.match(/[a-z]+(?:-[a-z]+)*/gu) ?? []
  expect(words.filter((word) => !(word in known))).toEqual(['n', 'refused'])
})

test('the diagram of the architecture matches the code: npm run architecture:diagram', () => {
  expect(textOf('docs/developing/architecture.svg')).toBe(drawImportGraph(readImportGraph()))
})

test('folders import down only: a circle of them is named', () => {
  const circle = ['ab', 'bc', 'ca'].map(([from = '', to = '']) => [from, new Set([to])] as const)
  expect(() => layersOf(new Map(circle))).toThrow('a circle of folders: a → b → c → a')
})
