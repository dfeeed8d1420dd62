import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Block, Content, Inline, ManualPage } from '../../shared/manual/manual-page.ts'
import { readMarkdown } from '../../shared/manual/read-markdown.ts'
import { filesBelow } from '../support/project-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const docs = join(root, 'docs')

/** Every document by its path from the project's root, those at the root that give commands, too. */
export function documentPages(): readonly string[] {
  return ['README.md', 'CONTRIBUTING.md', ...filesBelow(['docs']).filter((path) => path.endsWith('.md'))]
}

/** The text of a file by its path from the project's root. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** A page of `docs` by its path there. */
export const pageAt = (path: string): ManualPage => readMarkdown(readFileSync(join(docs, path), 'utf8'))

/** The paths of the pages in a folder of `docs`. */
export const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(docs, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))

/** Every block of a page, those in lists, too. */
export function blocksOf(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) =>
    block.type === 'list' ? [block, ...block.items.flatMap((item) => blocksOf(item))] : [block],
  )
}

/** Every piece of every line of a page, in order, those within others, too. */
export function inlinesOf(page: ManualPage): readonly Inline[] {
  const within = (content: Content): readonly Inline[] =>
    content.flatMap((inline) => ('content' in inline ? [inline, ...within(inline.content)] : [inline]))
  return blocksOf(page.blocks).flatMap((block) => {
    if (block.type === 'table') return [block.head, ...block.rows].flat().flatMap((cell) => within(cell))
    return 'content' in block ? within(block.content) : []
  })
}
