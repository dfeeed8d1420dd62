import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { en } from '../../renderer/i18n/en/catalogue.ts'
import { fleet as enFleet } from '../../renderer/i18n/en/fleet.ts'
import { recording as enRecording } from '../../renderer/i18n/en/recording.ts'
import { fr } from '../../renderer/i18n/fr/catalogue.ts'
import { fleet as frFleet } from '../../renderer/i18n/fr/fleet.ts'
import { recording as frRecording } from '../../renderer/i18n/fr/recording.ts'
import { pictureFolder, pictures } from '../../scripts/screenshots/pictures.ts'
import { type DeskCommandName, defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { type Content, wordsOf } from '../../shared/manual.ts'
import { textsOf } from '../support/catalogue-texts.ts'
import { blocksOf, documentPages, inlinesOf, pageAt, pagesIn, readPage, textOf } from './pages.ts'

const folders = ['operating', 'fr/operating'] as const

describe('what the manuals set in italics stands on a screen', () => {
  const filled = [fr, en].map(({ setup }) => setup.signing.shared('x-api'))
  const screens = [fr, frFleet, frRecording, en, enFleet, enRecording, catalogues.fr, catalogues.en, filled]
    .flatMap((catalogue) => textsOf(catalogue))
    .map(([, text]) => plain(text))

  test.each(folders.flatMap((folder) => pagesIn(folder)))('%s', (path) => {
    const quoted = inlinesOf(pageAt(path)).flatMap((inline) =>
      inline.type === 'emphasis' ? [wordsOf(inline.content)] : [],
    )
    // Labels with `→` are from Windows, not from the program's own screens.
    const ours = quoted.filter((label) => !label.includes('→'))
    expect(ours.filter((label) => !screens.some((text) => hasWords(text, plain(label))))).toEqual([])
  })

  test('and a label that is there in part is not found', () => {
    expect(hasWords('la borne redémarre', 'la borne redémar')).toBe(false)
  })
})

describe('the pictures of docs/screens', () => {
  test('are those that pages show, each on the pages that the table of pictures names, and no other', () => {
    expect(readdirSync(pictureFolder).toSorted()).toEqual(pictures.map(({ name }) => `${name}.png`).toSorted())
    const shown = documentPages().flatMap((page) =>
      picturesOn(page, textOf(page)).map((picture) => `${picture} on ${page}`),
    )
    const tabled = pictures.flatMap(({ name, pages }) => pages.map((page) => `docs/screens/${name}.png on ${page}`))
    expect(shown.toSorted()).toEqual(tabled.toSorted())
  })

  test('are found wherever a page shows one', () => {
    const page = '| ![A](../screens/a.png) | ![B](b.jpg "B") |\n\n`![C](c.png)` [d](../cashier-desk.md) ![E](e.svg)'
    expect(picturesOn('docs/operating/x.md', page)).toEqual(['docs/screens/a.png', 'docs/operating/b.jpg'])
  })
})

test.each(folders)('the pages of the office are those of %s/back-office.md', (folder) => {
  const [table] = tablesOf(`${folder}/back-office.md`)
  const named = table?.map(([page]) => page)
  expect(named?.toSorted()).toEqual(Object.values(fr.office.pages).map(plain).toSorted())
})

test.each([
  ['operating', en],
  ['fr/operating', fr],
] as const)(
  'the keys of %s/cashier-desk.md are those of the desk, and do what the desk says of them',
  (folder, { desk }) => {
    const keyNames: Readonly<Record<string, string>> = { escape: 'escape', échap: 'escape' }
    const table = tablesOf(`${folder}/cashier-desk.md`).find((rows) => rows.some(([key]) => key === 'f9'))
    const rows = (table ?? []).flatMap(([keys = '', does = '']) =>
      keys.split(', ').map((key) => ({ key: keyNames[key] ?? key, does })),
    )
    const names = { ...desk.tenders, ...desk.commands } as Readonly<Record<DeskCommandName, string>>
    for (const [command, key] of Object.entries(defaultShortcuts) as [DeskCommandName, string][]) {
      const does = rows.find((each) => each.key === key.toLowerCase())?.does ?? ''
      // Escape always goes back, but its description differs between screens and is not compared.
      const word = command === 'go-back' ? '' : plain(names[command])
      const said = word.split(' ').filter((each) => each.length > 3)
      const isSaid = said.length === 0 || said.some((each) => does.includes(each.slice(0, 5)))
      expect([key, does !== '' && isSaid], `${does}: ${word}`).toEqual([key, true])
    }
    const known = new Set(Object.values(defaultShortcuts).map((key) => key.toLowerCase()))
    const strange = rows.filter(({ key }) => /^(?:f\d|ctrl|alt)/u.test(key) && !known.has(key))
    expect(strange).toEqual([])
  },
)

/** Returns the paths of the bitmap pictures on a page. SVG drawings are generated. */
function picturesOn(path: string, text: string): readonly string[] {
  const ofPixels = readPage(text).links.filter((link) => /\.(?:png|jpe?g|webp|gif)$/u.test(link))
  return ofPixels.map((link) => posix.join(posix.dirname(path), link))
}

function tablesOf(path: string): readonly (readonly (readonly string[])[])[] {
  const cell = (content: Content): string => plain(wordsOf(content))
  return blocksOf(pageAt(path).blocks).flatMap((block) =>
    block.type === 'table' ? [block.rows.map((cells) => cells.map(cell))] : [],
  )
}

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll('\u00a0', ' ')

function hasWords(text: string, words: string): boolean {
  const at = text.indexOf(words)
  const isLetter = (letter: string | undefined): boolean => letter !== undefined && /\p{L}/u.test(letter)
  return at >= 0 && !isLetter(text[at - 1]) && !isLetter(text[at + words.length])
}
