/** Content of a page of the manuals, without any styling. */
export interface ManualPage {
  readonly title: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly anchor: string; readonly content: Content }
  | { readonly type: 'paragraph'; readonly content: Content }
  | { readonly type: 'picture'; readonly target: string; readonly about: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly first: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly type: 'table'; readonly head: readonly Content[]; readonly rows: readonly (readonly Content[])[] }

export type Content = readonly Inline[]

export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis'; readonly content: Content }
  /** `target` as written: a web address, or a path relative to the page, with its anchor. */
  | { readonly type: 'link'; readonly target: string; readonly content: Content }

export function wordsOf(content: Content): string {
  return content.map((inline) => ('content' in inline ? wordsOf(inline.content) : inline.text)).join('')
}

/** Pages for operators, in the order of the menu. Each page is a file of `docs/operating`. */
export const manualNames = [
  'cashier-desk',
  'back-office',
  'shifts',
  'daily-operation',
  'recovery',
  'printers',
  'settings',
  'installing',
  'live-kiosk',
  'lockdown',
  'hub',
  'fleet',
  'updates',
  'security',
] as const

export type ManualName = (typeof manualNames)[number]

/** Returns the page of a link's file, such as `back-office.md`; null if the program does not include the page. */
export function manualNameOf(file: string): ManualName | null {
  return manualNames.find((name) => file === `${name}.md`) ?? null
}

/**
 * Reads a page in a subset of Markdown (CommonMark 0.31, with GitHub tables). Throws an error for any other Markdown.
 */
export function readMarkdown(text: string): ManualPage {
  const blocks = readBlocks(text.split('\n'))
  const anchorOf = uniqueAnchors()
  const anchored = blocks.map((block) =>
    block.type === 'heading' ? { ...block, anchor: anchorOf(wordsOf(block.content)) } : block,
  )
  const title = anchored.find((block) => block.type === 'heading')
  if (title?.level !== 1) throw new Error('a page begins with its title: “# …”')
  return { title: wordsOf(title.content), blocks: anchored }
}

/** Returns a function that creates the anchors of headings as GitHub does, with `-1`, `-2` … for repeated texts. */
export function uniqueAnchors(): (words: string) => string {
  const given = new Set<string>()
  return (words) => {
    const anchor = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    let [unique, n] = [anchor, 0]
    while (given.has(unique)) unique = `${anchor}-${++n}`
    given.add(unique)
    return unique
  }
}

const FENCE = /^`{3,}/u
const HEADING = /^(#{1,6}) (.+)$/u
const ITEM = /^(?:- |(?<number>\d+)\. +)/u
const PICTURE = /^!\[(?<about>[^\]]+)\]\((?<target>[^)\s]+)\)$/u
/** Rejected Markdown: quotes, HTML, rules, references, indented code. */
const STRANGE = /^(?:>|<|\* \* \*|---|___|\[[^\]]+\]: | {4}|\t)/u

function readBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line === '') at += 1
    else if (STRANGE.test(line)) throw new Error(`not in these manuals: ${line}`)
    else {
      const length = lengthOf(lines, at)
      blocks.push(readBlock(lines.slice(at, at + length)))
      at += length
    }
  }
  return blocks
}

function lengthOf(lines: readonly string[], at: number): number {
  const line = lines[at] ?? ''
  const rest = lines.slice(at + 1)
  const until = (isEnd: (line: string, index: number) => boolean): number => {
    const end = rest.findIndex(isEnd)
    return end < 0 ? rest.length + 1 : end + 1
  }
  const fence = FENCE.exec(line)?.[0]
  if (fence !== undefined) {
    const length = until((each) => each === fence) + 1
    if (length > rest.length + 1) throw new Error(`not closed: ${line}`)
    return length
  }
  if (HEADING.test(line)) return 1
  if (line.startsWith('|')) return until((each) => !each.startsWith('|'))
  const item = ITEM.exec(line)
  if (!item) return until((each) => each === '' || FENCE.test(each) || ITEM.test(each))
  // An unindented line that is not an item of the same kind ends the list.
  const isOfList = (each: string): boolean => each === '' || each.startsWith('  ') || kindOf(each) === kindOf(line)
  return until((each, index) => !isOfList(each) || (each === '' && !isOfList(rest[index + 1] ?? 'x')))
}

const kindOf = (line: string): 'numbered' | 'marked' | null => {
  const item = ITEM.exec(line)
  if (!item) return null
  return item.groups?.['number'] === undefined ? 'marked' : 'numbered'
}

function readBlock(lines: readonly string[]): Block {
  const [line = ''] = lines
  if (FENCE.test(line)) return { type: 'code', text: lines.slice(1, -1).join('\n') }
  const [, marks, words = ''] = HEADING.exec(line) ?? []
  if (marks !== undefined) return { type: 'heading', level: marks.length, anchor: '', content: readInline(words) }
  if (line.startsWith('|')) return readTable(lines)
  if (ITEM.test(line)) return readList(lines)
  const { about, target } = PICTURE.exec(lines.join(' '))?.groups ?? {}
  if (about !== undefined && target !== undefined) return { type: 'picture', target, about }
  return { type: 'paragraph', content: readInline(lines.join(' ')) }
}

function readList(lines: readonly string[]): Block {
  const items: string[][] = []
  let width = 0
  for (const line of lines) {
    const mark = ITEM.exec(line)?.[0]
    if (mark === undefined) items.at(-1)?.push(line.slice(width))
    else {
      width = mark.length
      items.push([line.slice(width)])
    }
  }
  const number = ITEM.exec(lines[0] ?? '')?.groups?.['number']
  return { type: 'list', first: number === undefined ? null : Number(number), items: items.map(readBlocks) }
}

function readTable(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split(/(?<!\\)\|/u)
      .slice(1, -1)
      .map((cell) => readInline(cell.trim().replaceAll('\\|', '|'))),
  )
  return { type: 'table', head, rows }
}

const INLINE = new RegExp(
  [
    /`(?<code>[^`]+)`/u,
    /\*\*(?<strong>.+?)\*\*/u,
    /(?<![\p{L}\p{N}])_(?<emphasis>\S.*?)_(?![\p{L}\p{N}])/u,
    /\[(?<words>(?:`[^`]*`|[^\]])+)\]\((?<target>[^)\s]+)\)/u,
    /<(?<address>[^>\s]+@[^>\s]+)>/u,
    /\\(?<escaped>[\\`*_[\]|<])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

function readInline(text: string): Content {
  const content: Inline[] = []
  const add = (plain: string): void => {
    if (plain !== '') content.push({ type: 'text', text: plain })
  }
  let at = 0
  for (const match of text.matchAll(INLINE)) {
    add(text.slice(at, match.index))
    at = match.index + match[0].length
    content.push(inlineOf(match.groups ?? {}))
  }
  add(text.slice(at))
  return content
}

function inlineOf(groups: Readonly<Record<string, string | undefined>>): Inline {
  const { code, strong, emphasis, words, target, address, escaped } = groups
  if (code !== undefined) return { type: 'code', text: code }
  if (strong !== undefined) return { type: 'strong', content: readInline(strong) }
  if (emphasis !== undefined) return { type: 'emphasis', content: readInline(emphasis) }
  if (words !== undefined && target !== undefined) return { type: 'link', target, content: readInline(words) }
  return { type: 'text', text: address ?? escaped ?? '' }
}
