import { wordsOf } from '../../shared/manual/manual-page.ts'
import { blocksOf, pageAt } from './pages.ts'

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** The keys of the desk's main table, one by one, as its page in that language calls them. */
export const keysOfDesk = (page: string): readonly string[] => keysBeside(page, 'F9')

/** Those of its table of the sales made before. */
export const keysOfSales = (page: string): readonly string[] => keysBeside(page, 'F2')

/** The keys of the last table that has this one. */
function keysBeside(page: string, one: string): readonly string[] {
  const tables = blocksOf(pageAt(page).blocks).flatMap((block) =>
    block.type === 'table' && block.head.length === 2
      ? [block.rows.flatMap(([cell]) => wordsOf(cell ?? []).split(', '))]
      : [],
  )
  return tables.findLast((keys) => keys.includes(one)) ?? []
}

/** The same as a browser calls them: one of these names a key. */
export const deskKeys = (): readonly (readonly string[])[] =>
  keysOfDesk('operating/desk.md').map((key) => {
    if (key === 'Arrows') return arrows
    if (key === 'Up' || key === 'Down') return [`Arrow${key}`]
    return [key.replace(/^Ctrl\+(.)$/u, (_, letter: string) => `Control+${letter.toLowerCase()}`)]
  })
