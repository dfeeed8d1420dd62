import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { filesBelow } from '../support/project-files.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const styles = join(root, 'renderer/styles')

function importedBy(name: string): readonly string[] {
  const source = readFileSync(join(styles, name), 'utf8')
  return Array.from(source.matchAll(/^import '([^']+\.css)'$/gmu), ([, path = '']) =>
    path.startsWith('.') ? join(styles, path) : createRequire(import.meta.url).resolve(path),
  )
}

/** Returns the code points that the fonts of a style sheet cover, limited to their `unicode-range`. */
function drawnBy(sheet: string): readonly number[] {
  const faces = readFileSync(sheet, 'utf8').match(/@font-face\s*\{[^}]*\}/gu) ?? []
  return faces.flatMap((face) => {
    const [, url = ''] = /url\(['"]?([^'")?]+)/u.exec(face) ?? []
    const path = url.startsWith('@') ? join(root, 'node_modules', url) : join(dirname(sheet), url)
    const ranges = Array.from(
      /unicode-range:([^;}]+)/iu.exec(face)?.[1]?.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/giu) ?? [],
    )
    const bounds = ranges.map(
      ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const,
    )
    const { characterSet } = create(readFileSync(path)) as Font
    return characterSet.filter(
      (code) => bounds.length === 0 || bounds.some(([first, last]) => code >= first && code <= last),
    )
  })
}

const drawn = new Set([...importedBy('every-screen.ts'), join(styles, 'plain-zero.css')].flatMap(drawnBy))

/** Returns the characters that no shipped font covers, except spaces, control and format characters. */
const strangeIn = (text: string): readonly string[] =>
  Array.from(text).filter((character) => !/[\p{Cc}\p{Cf}\s]/u.test(character) && !drawn.has(character.codePointAt(0)!))

interface Node {
  readonly type: string
  readonly start: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function textsOf(part: unknown): readonly Node[] {
  if (Array.isArray(part)) return part.flatMap(textsOf)
  if (!isNode(part)) return []
  const isText = part.type === 'TemplateElement' || part.type === 'JSXText' || typeof part['value'] === 'string'
  return [...(isText ? [part] : []), ...Object.values(part).flatMap(textsOf)]
}

function textOf({ value }: Node): string {
  return typeof value === 'string' ? value : ((value as { readonly cooked?: string }).cooked ?? '')
}

test('the fonts that come with the program draw letters, figures, ticks and stars', () => {
  expect(strangeIn('Àé 09 ★ ☆ ✓ ✗ ⇧ ▲ ● ■ ♥ ɓ ب ߞ 𞤀 Ж Ω ạ – … € −')).toEqual([])
  expect(strangeIn('→ ≤ 字')).toEqual(['→', '≤', '字'])
})

test('every text of the screens is written in fonts that come with the program', () => {
  const sources = filesBelow(['renderer', 'shared/i18n']).filter((path) => /\.tsx?$/u.test(path))
  const strange = sources.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return textsOf(parseSync(path, source).program).flatMap((node) =>
      strangeIn(textOf(node)).map(
        (character) => `${path}:${source.slice(0, node.start).split('\n').length} ${character}`,
      ),
    )
  })
  expect(strange).toEqual([])
})
