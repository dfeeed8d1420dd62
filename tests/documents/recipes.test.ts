import { basename, dirname, join } from 'node:path/posix'
import { beforeAll, afterEach, expect, test } from 'vitest'
import { shareOf } from '../support/share.ts'
import { suiteFolder } from '../support/temporary-folder.ts'
import { ProjectCopy } from './recipe-copy.ts'
import { examples } from './recipe-examples.ts'
import { textOf } from './pages.ts'

const PAGE = 'docs/developing/recipes.md'

const isText = (path: string): boolean => path.includes('/i18n/') || path.startsWith('docs/')

type Row = Readonly<{ links: readonly string[]; names: readonly string[] }>

/** Returns the rows of a recipe's table, with the links as paths relative to the project's root. */
function rowsOf(heading: string): readonly Row[] {
  const [, section] = textOf(PAGE).split(`\n## ${heading}\n`)
  if (section === undefined) throw new Error(`${PAGE}: no heading “${heading}”`)
  return section
    .replace(/\n## .*/su, '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:File +\||-)/u.test(line))
    .map((line) => ({
      links: [...line.matchAll(/\]\(([^)#]+)\)/gu)].map(([, target = '']) => join(dirname(PAGE), target)),
      names: [...line.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name),
    }))
}

let copy: ProjectCopy
beforeAll(() => {
  copy = new ProjectCopy(suiteFolder())
})
afterEach(() => copy.restore())

const headings = Object.keys(examples)

test.each(headings)('%s: the table lists the files of the example', (heading) => {
  const { follow, elsewhere = [], limits, isText: isWords = isText } = examples[heading]!
  follow(copy)
  const { changed, added } = copy.changes
  const counted = [changed, added].map((paths) => paths.filter((path) => !isWords(path)).length)
  expect(counted[0], `changed: ${changed.join(', ')}`).toBeLessThanOrEqual(limits.changed)
  expect(counted[1], `added: ${added.join(', ')}`).toBeLessThanOrEqual(limits.added)

  const isIn = ({ links, names }: Row, path: string): boolean =>
    links.includes(path) ||
    links.some((link) => path.startsWith(`${link}/`) && (names.includes(basename(path)) || added.includes(path)))
  const rows = rowsOf(heading)
  const touched = [...changed, ...added]
  expect({
    lacking: touched.filter((path) => !elsewhere.includes(path) && !rows.some((row) => isIn(row, path))),
    unused: rows.filter((row) => !touched.some((path) => isIn(row, path))).flatMap(({ links }) => links),
  }).toEqual({ lacking: [], unused: [] })
})

// The type check of a copy takes minutes on a busy machine. `npm test` compiles none, `npm run test:manuals` some, and the
// proof of the long tests all.
test.each(shareOf('recipes', headings, 0).cases)(
  '%s: the example compiles, sells, prints and verifies',
  { timeout: 900_000 },
  async (heading) => {
    const { follow, sale } = examples[heading]!
    follow(copy)
    expect(await copy.compile()).toBe('')
    expect(await copy.sell(sale)).toBe('')
  },
)
