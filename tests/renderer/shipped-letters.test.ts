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

/** Returns a source without its comments, with Unicode escape sequences replaced by their characters. */
function writtenIn(path: string, source: string): string {
  const { comments } = parseSync(path, source)
  const bare = comments.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), source)
  return bare.replaceAll(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/giu, (_, long?: string, short?: string) =>
    String.fromCodePoint(Number.parseInt(long ?? short ?? '', 16)),
  )
}

test('the fonts that come with the program draw letters, figures, ticks and stars', () => {
  expect(strangeIn('Àé 09 ★ ☆ ✓ ✗ ⇧ ▲ ● ■ ♥ ɓ ب ߞ 𞤀 Ж Ω ạ – … € −')).toEqual([])
  expect(strangeIn('→ ≤ 字')).toEqual(['→', '≤', '字'])
})

test('every text of the screens is written in fonts that come with the program', () => {
  const sources = filesBelow(['renderer', 'shared/i18n']).filter((path) => /\.tsx?$/u.test(path))
  const strange = sources.flatMap((path) =>
    strangeIn(writtenIn(path, readFileSync(join(root, path), 'utf8'))).map((character) => `${path} ${character}`),
  )
  expect(strange).toEqual([])
})
