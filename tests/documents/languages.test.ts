import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Block, type Content, type Inline, type ManualPage, readMarkdown } from '../../shared/manual.ts'
import { pageAt, pagesIn } from './pages.ts'

test('every page for operators is there in French', () => {
  expect(pagesIn('fr/operating')).toEqual(pagesIn('operating').map((path) => `fr/${path}`))
})

test.each(pagesIn('operating'))('the French page says what the English one says: %s', (path) => {
  expect(skeletonOf(`fr/${path}`)).toEqual(skeletonOf(path))
})

test('a page that is not in step is found', () => {
  const english = '# A\n\nPress F2, then `x`.\n\n| Key | Does |\n| --- | --- |\n| F3 | 8 [a](#a) |\n'
  const french = '# Â\n\nTapez `x`, puis F2.\n\n| Touche | Effet |\n| --- | --- |\n| F3 | [a](#â) 8 |\n'
  const skeleton = (text: string): unknown => bones(readMarkdown(text), 'operating/a.md')
  expect(skeleton(french)).toEqual(skeleton(english))
  const changes = [
    ['F2', 'F4'],
    ['`x`', '`y`'],
    ['| F3', '| F5'],
    [' 8', ' 9'],
    ['# Â\n', '# Â\n\nMot.\n'],
    ['| F3', '| F2 | 1 |\n| F3'],
    ['(#â)', '(cashier-desk.md)'],
  ] as const
  for (const [before, after] of changes)
    expect(skeleton(french.replaceAll(before, after)), after).not.toEqual(skeleton(english))
})

const skeletonOf = (path: string): readonly string[] => bones(pageAt(path), path)

/** Returns the parts of a page that do not depend on the language: blocks, commands, keys, figures and links. */
function bones(page: ManualPage, path: string): readonly string[] {
  const inline = (content: Content): string => facts(content, (target) => place(target, path, page)).join(' ')
  const block = (each: Block): readonly string[] => {
    switch (each.type) {
      case 'heading':
        return [`${'#'.repeat(each.level)} ${inline(each.content)}`]
      case 'paragraph':
        return [`¶ ${inline(each.content)}`]
      case 'picture':
        return [`picture ${posix.basename(each.target)}`]
      case 'code':
        return ['```', ...each.text.split('\n').map(withoutWords), '```']
      case 'list':
        return each.items.flatMap((item, index) => [
          each.first === null ? '-' : `${each.first + index}.`,
          ...item.flatMap(block),
        ])
      case 'table':
        return [each.head, ...each.rows].map((cells) => `| ${cells.map(inline).join(' | ')} |`)
    }
  }
  return page.blocks.flatMap(block)
}

const withoutWords = (line: string): string =>
  line.replace(/(?<=\S)\s+# .*$/u, '').replace(/--language (?:en|fr)\b/u, '--language …')

/** Returns the parts of a text that are identical in every language, in an order that may differ in French. */
function facts(content: Content, placeOf: (target: string) => string): readonly string[] {
  const found: string[] = []
  let words = ''
  const visit = (inline: Inline): void => {
    if ('text' in inline) {
      if (inline.type === 'code') found.push(`\`${inline.text}\``)
      else words += inline.text
    } else {
      if (inline.type === 'link') found.push(`→ ${placeOf(inline.target)}`)
      inline.content.forEach(visit)
    }
  }
  content.forEach(visit)
  const keys =
    words.match(
      /(?<!\p{L})(?:F\d{1,2}|(?:Ctrl|Alt)\+[\w+]+|Enter|Entrée|Escape|Échap|DUPLICATA|SIG[A-Z]+)(?!\p{L})/gu,
    ) ?? []
  const figures = words.match(/(?<![\w+])\d[\d.,:/\u00a0]*(?: \d{3}\b)*/gu) ?? []
  const alike: Readonly<Record<string, string>> = { Entrée: 'Enter', Échap: 'Escape' }
  const digits = figures.map((figure) => figure.replaceAll(/[^\d]/gu, ''))
  return [...found, ...keys.map((key) => alike[key] ?? key), ...digits].toSorted()
}

function place(target: string, path: string, page: ManualPage): string {
  if (/^[a-z]+:/u.test(target)) return target
  const [file = '', anchor] = target.split('#')
  const to = file === '' ? path : posix.join(posix.dirname(path), file)
  const same = to.replace(/^fr\//u, '')
  if (anchor === undefined) return same
  const headings = (file === '' ? page : pageAt(to)).blocks.filter((block) => block.type === 'heading')
  return `${same}, heading ${headings.findIndex((heading) => heading.anchor === anchor)}`
}
