import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { manualNames } from '../../shared/manual.ts'
import { filesBelow } from '../support/project-files.ts'
import { brokenLinks, namedPages, readPage, wideTables } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns all files in the given folders and in the root. Only files that `readable` accepts have text. */
function tree(folders: readonly string[], readable: (path: string) => boolean): ReadonlyMap<string, string> {
  const atRoot = readdirSync(root).filter((path) => statSync(join(root, path)).isFile())
  return new Map(
    [...atRoot, ...filesBelow(folders)].map((path) => [
      path,
      readable(path) ? readFileSync(join(root, path), 'utf8') : '',
    ]),
  )
}

const code = ['electron', 'packaging', 'renderer', 'resources', 'scripts', 'shared', 'tests']

test('every link between the documents leads to a file, and its anchor to a heading', () => {
  expect(brokenLinks(tree(['docs', ...code], (path) => path.endsWith('.md')))).toEqual([])
})

test('every page that the program, its packages and its tests name is there, with the heading they name', () => {
  const isText = (path: string): boolean => !/\.(?:png|ttf|woff2|wasm|db|ico|pdf|oga|wav)$/u.test(path)
  const files = tree([...code, 'docs', '.ci'], isText)
  const sources = [...files].filter(([path]) => !path.startsWith('docs/') && !path.startsWith('tests/documents/'))
  const missing = sources.flatMap(([from, text]) =>
    namedPages(text).flatMap(({ path, heading }) => {
      const page = files.get(path)
      if (page === undefined) return [`${from}: ${path}: no such file`]
      const headings = page.split('\n').flatMap((line) => /^#+ (.+)$/u.exec(line)?.[1] ?? [])
      return heading === undefined || headings.includes(heading) ? [] : [`${from}: ${path}: no heading “${heading}”`]
    }),
  )
  expect(missing).toEqual([])
})

test('every test that the proofs, the findings and the security page name is there', () => {
  const folders = readdirSync(join(root, 'tests'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const among = folders.map((entry) => entry.name).join('|')
  const name = new RegExp(`\`(?:(?:${among})/[\\w/-]+|tests/[\\w/.-]+)\``, 'gu')
  const tests = tree(['tests'], () => false)
  const missing = ['long-running-tests', 'audit-findings', 'security'].flatMap((page) =>
    [...readFileSync(join(root, `docs/developing/${page}.md`), 'utf8').matchAll(name)].flatMap(([quoted]) => {
      const path = quoted.slice(1, -1).replace(/^tests\//u, '')
      const ends = ['', '.test.ts', '.test.tsx']
      return path.endsWith('/') || ends.some((end) => tests.has(`tests/${path}${end}`)) ? [] : [`${page}: ${path}`]
    }),
  )
  expect(missing).toEqual([])
})

test('the manual pages that the program shows are written', () => {
  expect(manualNames.filter((name) => !existsSync(join(root, `docs/operating/${name}.md`)))).toEqual([])
})

test('every npm script that the documents name is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const named = [...tree(['docs'], (path) => path.endsWith('.md'))].flatMap(([page, text]) =>
    [...text.matchAll(/npm run ([\w:-]+)/gu)].map(([, script = '']) => ({ page, script })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
})

test('the tables of the manuals fit a page', () => {
  // Excludes the recorded pages of the API operations and the developers' pages, whose tables contain figures.
  const read = /^(?:[A-Z]+\.md|docs\/README\.md|docs\/(?:fr\/)?operating\/|docs\/integrating\/(?!api\/))/u
  const pages = [...tree(['docs'], (path) => path.endsWith('.md'))].filter(([path]) => read.test(path))
  expect(pages.length).toBeGreaterThan(20)
  const width = (path: string): number => (path.startsWith('docs/fr/') ? 160 : 130)
  expect(pages.flatMap(([path, text]) => wideTables(text, width(path)).map((table) => `${path}: ${table}`))).toEqual([])
})

test('a table is as wide as its widest cells, of a link its words', () => {
  const table = '| a | b |\n| --- | --- |\n| [four](../elsewhere/far.md) | 1234567 |\n'
  expect([wideTables(table, 18), wideTables(table, 17)]).toEqual([[], ['18: | a | b |']])
})

describe('a link that leads nowhere is found', () => {
  const pages = (text: string): ReadonlyMap<string, string> =>
    new Map([
      ['docs/a/one.md', text],
      ['docs/two.md', '# Two\n\n## What root trusts, and why?\n\n## Again\n\n## Again\n'],
      ['docs/screens/desk.png', ''],
    ])

  test('whether its file or its heading is missing', () => {
    const problems = [
      ['two.md', 'no such file'],
      ['../two.md#three', 'no such heading'],
      ['#below', 'no such heading'],
      ['../screens/till.png', 'no such file'],
      ['../two.md#again-2', 'no such heading'],
      ['../three.md', 'no such file'],
    ] as const
    const inline = problems.slice(0, -1).map(([target]) => `[x](${target})`)
    expect(brokenLinks(pages(`${inline.join(' ')} [x]\n\n[x]: ../three.md`))).toEqual(
      problems.map(([target, problem]) => `docs/a/one.md: ${target}: ${problem}`),
    )
  })

  test('and one that leads somewhere is not', () => {
    const found = ['../two.md', '../two.md#what-root-trusts-and-why', '../two.md#again-1', '#here', '../screens']
    const elsewhere = '[x](https://example.org/none.md) [y](mailto:a@b.example) `[x](none.md)`'
    const links = found.map((target) => `[x](${target})`).join(' ')
    const text = `# Here\n\n${links} ![x](../screens/desk.png "The desk") ${elsewhere}\n\n\`\`\`\n[x](none.md)\n\`\`\`\n`
    expect(brokenLinks(pages(text))).toEqual([])
  })
})

test('headings are anchors as GitHub makes them', () => {
  const { anchors } = readPage(
    '# The Z report’s `code`\n## Debian, with cage (wlroots)\n```\n# none\n```\n## État de la borne\n',
  )
  expect([...anchors]).toEqual(['the-z-reports-code', 'debian-with-cage-wlroots', 'état-de-la-borne'])
})

test('pages are found in what programs say', () => {
  expect(namedPages('see docs/operating/updates.md, "Where from", and `docs/a.md`; node_modules/x/docs/b.md')).toEqual([
    { path: 'docs/operating/updates.md', heading: 'Where from' },
    { path: 'docs/a.md' },
  ])
})
