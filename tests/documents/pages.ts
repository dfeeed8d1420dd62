import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  type Block,
  type Content,
  type Inline,
  type ManualPage,
  readMarkdown,
  uniqueAnchors,
  wordsOf,
} from '../../shared/manual.ts'
import { filesBelow } from '../support/project-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const docs = join(root, 'docs')

/** Returns the paths of all documents, including root documents that contain commands. */
export function documentPages(): readonly string[] {
  return ['README.md', 'CONTRIBUTING.md', ...filesBelow(['docs']).filter((path) => path.endsWith('.md'))]
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

export const pageAt = (path: string): ManualPage => readMarkdown(readFileSync(join(docs, path), 'utf8'))

export const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(docs, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))

export function blocksOf(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) =>
    block.type === 'list' ? [block, ...block.items.flatMap((item) => blocksOf(item))] : [block],
  )
}

export function inlinesOf(page: ManualPage): readonly Inline[] {
  const within = (content: Content): readonly Inline[] =>
    content.flatMap((inline) => ('content' in inline ? [inline, ...within(inline.content)] : [inline]))
  return blocksOf(page.blocks).flatMap((block) => {
    if (block.type === 'table') return [block.head, ...block.rows].flat().flatMap((cell) => within(cell))
    return 'content' in block ? within(block.content) : []
  })
}

/** Returns the page's anchors and its targets of links and pictures, excluding those on other sites. */
export function readPage(text: string) {
  // Links in inline code are only text.
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/gu, '')
  const inline = [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/gu)].map(([, target = '']) => target)
  const defined = [...prose.matchAll(/^\[[^\]]+\]:\s+(\S+)/gmu)].map(([, target = '']) => target)
  const links = [...inline, ...defined].filter((target) => !/^[a-z][a-z+.-]*:/iu.test(target))
  return { links, anchors: anchorsOf(text) }
}

const withoutBlocks = (text: string): string => text.replaceAll(/^( *)(`{3,}|~{3,}).*?^\1\2 *$/gmsu, '')

export interface Fence {
  readonly line: number
  /** Words after the opening fence, except the words in `how`. May be empty. */
  readonly info: string
  /** `goes-on`: continues the previous block. `no-run: REASON`: not run. Empty: run by itself. */
  readonly how: string
  readonly text: string
}

export function fencesOf(text: string): readonly Fence[] {
  return [...text.matchAll(/^( *)```([^`\n]*)\n(.*?)^\1```$/gmsu)].map((match) => {
    const [, , words = '', block = ''] = match
    const [, info = '', how = ''] = /^(.*?) ?(goes-on|no-run:.*)?$/u.exec(words) ?? []
    return { line: text.slice(0, match.index).split('\n').length, info, how, text: block }
  })
}

function anchorsOf(text: string): ReadonlySet<string> {
  const anchorOf = uniqueAnchors()
  const headings = withoutBlocks(text).matchAll(/^#{1,6} +(.+?) *$/gmu)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1'))))
}

/** Returns broken links by page. `files` contains the texts of pages by path; other files have no text. */
export function brokenLinks(files: ReadonlyMap<string, string>): readonly string[] {
  const pages = new Map(
    [...files].filter(([path]) => path.endsWith('.md')).map(([path, text]) => [path, readPage(text)]),
  )
  const folders = new Set([...files.keys()].flatMap(foldersOf))
  return [...pages].flatMap(([from, { links }]) =>
    links.flatMap((link) => {
      const [target = '', anchor] = link.split('#')
      const path = target === '' ? from : resolve(from, target)
      if (!files.has(path) && !folders.has(path)) return [`${from}: ${link}: no such file`]
      if (anchor !== undefined && !pages.get(path)?.anchors.has(anchor)) return [`${from}: ${link}: no such heading`]
      return []
    }),
  )
}

const resolve = (from: string, target: string): string =>
  new URL(target, `http://tree/${from}`).pathname.slice(1).replace(/\/$/u, '')

const foldersOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join('/'))

/** Returns the pages named in a text of the program, a test or a package (`docs/…/page.md`, optionally with a quoted heading). */
export function namedPages(text: string): readonly { readonly path: string; readonly heading?: string }[] {
  const names = text.matchAll(/(?<![\w/.])(docs\/[\w/-]+\.(?:md|json))`?(?:[,،] ["“«]\s?([^"”»\\]+?)\\?\s?["”»])?/gu)
  return [...names].map(([, path = '', heading]) => ({ path, ...(heading !== undefined && { heading }) }))
}

/** Returns tables that are displayed wider than `width`. A link counts with its text only. */
export function wideTables(text: string, width: number): readonly string[] {
  const rows = withoutBlocks(text).split('\n')
  const tables: string[][] = []
  for (const [index, row] of rows.entries()) {
    if (!row.startsWith('|')) continue
    if (rows[index - 1]?.startsWith('|')) tables.at(-1)?.push(row)
    else tables.push([row])
  }
  return tables.flatMap((table) => {
    const cells = table
      .filter((row) => !/^[|\s:-]+$/u.test(row))
      .map((row) =>
        row
          .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
          .split(/(?<!\\)\|/u)
          .slice(1, -1),
      )
    const columns = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => row[at]?.trim().length ?? 0)))
    const wide = columns.reduce((sum, column) => sum + column + 3, 1)
    return wide > width ? [`${wide}: ${table[0]?.replaceAll(/\s+/gu, ' ')}`] : []
  })
}

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

export const keysOfDesk = (page: string) => keysBeside(page, 'F9')

export const keysOfSales = (page: string) => keysBeside(page, 'F2')

function keysBeside(page: string, one: string): readonly string[] {
  const tables = blocksOf(pageAt(page).blocks).flatMap((block) =>
    block.type === 'table' && block.head.length === 2
      ? [block.rows.flatMap(([cell]) => wordsOf(cell ?? []).split(', '))]
      : [],
  )
  return tables.findLast((keys) => keys.includes(one)) ?? []
}

export const deskKeys = (): readonly (readonly string[])[] =>
  keysOfDesk('operating/cashier-desk.md').map((key) => {
    if (key === 'Arrows') return arrows
    if (key === 'Up' || key === 'Down') return [`Arrow${key}`]
    return [key.replace(/^Ctrl\+(.)$/u, (_, letter: string) => `Control+${letter.toLowerCase()}`)]
  })

export function settingsBelow(schema: unknown, path: string, usual?: unknown): ReadonlyMap<string, unknown> {
  if (schema instanceof z.ZodDefault) return settingsBelow(schema.unwrap(), path, schema.parse(undefined))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return settingsBelow(schema.unwrap(), path)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return new Map(schema.options.flatMap((option) => [...settingsBelow(option, path)]))
  if (!(schema instanceof z.ZodObject)) return new Map([[path, usual]])
  const members = Object.entries<unknown>(schema.shape)
  return new Map(members.flatMap(([name, member]) => [...settingsBelow(member, path ? `${path}.${name}` : name)]))
}
