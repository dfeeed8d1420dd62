import { expect, test } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../electron/host/files/read-json.ts'
import { languages } from '../../shared/domain/language.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { expects } from '../../shared/i18n/issue-text.ts'

const shape = z.strictObject({
  point: z.tuple([z.number(), z.number()]),
  count: z.int().min(2).max(5).multipleOf(2),
  ratio: z.number().gt(0).lt(1),
  name: z.string().min(2).max(4),
  list: z.array(z.boolean()).min(1).max(2),
  currency: z.string().regex(textForms.currency),
  letters: z.string().regex(/^[a-z]+$/u),
  site: z.url(),
  mode: z.enum(['demo', 'live']),
  format: z.literal('plan/1'),
  front: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('arc') }),
    z.strictObject({ kind: z.literal('line') }),
  ]),
  pin: z.union([z.literal(2), z.literal(5)]),
  either: z.union([z.string(), z.strictObject({ a: z.number() })]),
  codes: z.record(z.string().regex(textForms.partCode), z.string()),
  own: z.string().refine((text) => text === 'x', 'expected x'),
  qr: z.string().refine((text) => text === 'x', expects('qrText')),
})

const right = {
  point: [1, 2],
  count: 4,
  ratio: 0.5,
  name: 'abc',
  list: [true],
  currency: 'GNF',
  letters: 'a',
  site: 'https://a.example',
  mode: 'demo',
  format: 'plan/1',
  front: { kind: 'arc' },
  pin: 2,
  either: 'x',
  codes: { A1: 'x' },
  own: 'x',
  qr: 'x',
}

/** Changes of `right`, each with its sentence in the English catalogue. */
const wrong: readonly (readonly [change: object, sentence: string])[] = [
  [{ point: '1 2' }, 'point: expected a point [x, y]: two numbers, found "1 2"'],
  [{ point: [1] }, 'point: expected a point [x, y]: two numbers, found [1]'],
  [{ point: [1, '2'] }, 'point.1: expected a number, found "2"'],
  [{ count: 2.5 }, 'count: expected a whole number, found 2.5'],
  [{ count: 3 }, 'count: expected a multiple of 2, found 3'],
  [{ count: 0 }, 'count: expected at least 2, found 0'],
  [{ count: 6 }, 'count: expected at most 5, found 6'],
  [{ ratio: 0 }, 'ratio: expected more than 0, found 0'],
  [{ ratio: 1 }, 'ratio: expected less than 1, found 1'],
  [{ name: 'a' }, 'name: expected at least 2 characters, found "a"'],
  [{ name: 'abcde' }, 'name: expected at most 4 characters, found "abcde"'],
  [{ name: 7 }, 'name: expected a text in quotes, found 7'],
  [{ name: undefined }, 'name: missing; expected a text in quotes'],
  [{ list: [] }, 'list: expected at least 1 entry, found []'],
  [{ list: [true, true, true] }, 'list: expected at most 2 entries, found [true,true,true]'],
  [{ list: {} }, 'list: expected a list […], found {}'],
  [{ list: ['yes'] }, 'list.0: expected true or false, found "yes"'],
  [{ currency: 'FG' }, 'currency: expected a currency code of three letters, such as GNF, found "FG"'],
  [{ letters: 'A' }, 'letters: expected a text of the form /^[a-z]+$/u, found "A"'],
  [{ site: 'a' }, 'site: expected an address such as https://tickets.example, found "a"'],
  [{ mode: 'test' }, 'mode: expected one of demo, live, found "test"'],
  [{ format: 'plan/2' }, 'format: expected "plan/1", found "plan/2"'],
  [{ front: { kind: 'curve' } }, 'front.kind: expected one of arc, line, found "curve"'],
  [{ front: 'arc' }, 'front: expected an object {…}, found "arc"'],
  [{ pin: 3 }, 'pin: expected one of 2, 5, found 3'],
  [{ either: 7 }, 'either: matches none of the forms possible here'],
  [{ codes: { a1: 'x' } }, 'codes.a1: invalid name: expected a code of 1 to 8 capital letters and digits, found "a1"'],
  [{ own: 'y' }, 'own: expected x'],
  [{ qr: 'y' }, 'qr: expected a text short enough for a QR code, found "y"'],
  [{ colour: 'red' }, 'unknown name: colour'],
  [{ colour: 'red', name: undefined }, 'unknown name: colour; possible here: name'],
]

function sentences(text: string, language: keyof typeof catalogues, isSecret = false): readonly string[] {
  const read = readJson(text, shape, catalogues[language], { isSecret })
  return read.ok ? [] : read.problems.map(({ what }) => what)
}

test.each(wrong)('%j is refused in words', (change, sentence) => {
  const text = JSON.stringify({ ...right, ...change })
  expect(sentences(text, 'en')).toContain(sentence)
  const [own] = sentences(text, 'en')
  for (const language of languages) {
    const said = sentences(text, language)
    expect(said.join()).not.toMatch(/Invalid|Unrecognized|Too (?:big|small)|undefined/u)
    if (language !== 'en' && !('own' in change)) expect(said[0]).not.toBe(own)
  }
})

test('a file with secrets shows none of its values', () => {
  for (const [change] of wrong) {
    const [value] = Object.values(change) as unknown[]
    const text = JSON.stringify({ ...right, ...change })
    const said = sentences(text, 'en', true)
    expect(said).not.toEqual([])
    expect(said.join()).not.toContain('found')
    if (typeof value === 'string') expect(sentences(text, 'fr', true).join()).not.toContain(JSON.stringify(value))
  }
})

test('the value is named by its line and column', () => {
  const text = JSON.stringify({ ...right, front: { kind: 'arc', radius: 7 } }, null, 2)
  const read = readJson(text, shape, catalogues.en)
  const [{ line, column } = { line: 0, column: 0 }] = read.ok ? [] : read.problems
  expect(text.split('\n')[line - 1]?.slice(column - 1)).toBe('7')
})
