import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { codeWords } from '../../../scripts/glossary/words.ts'
import { type CatalogueText, refusedNames, refusedWords } from '../../../scripts/glossary/term.ts'
import { glossaryPage, terms } from '../../../scripts/glossary.ts'
import { type Language, languages } from '../../../shared/domain/language.ts'
import { filesBelow } from '../../support/project-files.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const sources = filesBelow(['shared', 'electron', 'renderer']).filter((path) => /\.tsx?$/u.test(path))

interface Node {
  readonly type: string
  readonly start: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Parts of the syntax whose strings are names, not texts. */
const isNaming = ({ type, operator, computed }: Node): boolean =>
  type.startsWith('TS') ||
  type === 'ImportDeclaration' ||
  (type === 'MemberExpression' && computed === true) ||
  (type === 'BinaryExpression' && operator !== '+')

/** Expressions that only add a type: `{ … } as const`, `{ … } satisfies Type`. */
const isTypeWrapper = (type: string): boolean =>
  ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)

function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

function keyOf(node: Node): string {
  if (node.type === 'Property') return nameOf(node['key'])
  if (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration') return nameOf(node['id'])
  if (node.type === 'SwitchCase') return nameOf(node['test'])
  return ''
}

function partsOf(node: Node): readonly unknown[] {
  if (isTypeWrapper(node.type)) return [node['expression']]
  if (isNaming(node)) return []
  if (node.type === 'Property') return [node['value']]
  if (node.type === 'SwitchCase') return [node['consequent']]
  return Object.values(node)
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('{}')
}

const plain = (text: string): string => text.replaceAll('’', "'").replaceAll(/\s+/gu, ' ')

/** Returns every text in a source file, including texts of branches that no sample reaches. */
function textsInSource(path: string, source: string): readonly CatalogueText[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'does not parse'}`)
  const found: CatalogueText[] = []
  const visit = (part: unknown, key: string): void => {
    if (Array.isArray(part)) for (const each of part) visit(each, key)
    if (!isNode(part)) return
    const text = textOf(part)
    // The path of a setting, such as `tickets.notice`, is a name.
    if (text !== null && /\p{L}/u.test(text) && !/^\w+(?:\.\w+)+$/u.test(text)) {
      const line = source.slice(0, part.start).split('\n').length
      found.push({ at: `${path}:${line}`, key, text: plain(text) })
    }
    const name = keyOf(part)
    const inner = name === '' ? key : key === '' ? name : `${key}.${name}`
    for (const each of partsOf(part)) visit(each, inner)
  }
  visit(program, '')
  return found
}

function sourceTexts(root: string, language: Language): readonly CatalogueText[] {
  return ['renderer', 'shared'].flatMap((part) => {
    const folder = `${part}/i18n/${language}`
    return globSync('**/*.ts', { cwd: join(root, folder) })
      .toSorted()
      .flatMap((file) => textsInSource(`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')))
  })
}

describe('each thing has one word', () => {
  test.each(languages)('in the texts in %s', (language) => {
    const texts = sourceTexts(root, language)
    expect(texts.length).toBeGreaterThan(3000)
    expect(refusedWords(texts, language, terms)).toEqual([])
  })

  test('in the names of the code', () => {
    expect(sources.flatMap((path) => refusedNames(path, read(path), terms))).toEqual([])
  })
})

describe('a planted word is found', () => {
  const inCatalogue = (path: string, text: string, name = 'planted'): string[] => {
    const language = languages.find((each) => path.includes(`/${each}/`))!
    const source = `export const ${name} = { title: ${JSON.stringify(text)} }`
    return refusedWords(textsInSource(path, source), language, terms).map((line) => /“([^”]*)”/u.exec(line)?.[1] ?? '')
  }

  test.each([
    ['renderer/i18n/fr/kiosk.ts', 'Retirez vos billets', ['billets'], 'frNotes'],
    ['renderer/i18n/fr/staff.ts', 'Insérez les billets un à un', ['Insérez les billets']],
    ['renderer/i18n/fr/desk.ts', 'Choisissez la monnaie. Cette monnaie manque.', ['Cette monnaie']],
    ['renderer/i18n/fr/catalogue.ts', 'Vos places sont réservées', ['réservées']],
    ['renderer/i18n/fr/catalogue.ts', 'La billetterie ne répond pas', ['billetterie']],
    ['renderer/i18n/fr/catalogue.ts', 'Place fauteuil', ['Place fauteuil']],
    ['renderer/i18n/en/desk.ts', 'The hub knows this ledger', ['hub', 'ledger']],
    ['renderer/i18n/en/kiosk.ts', 'Another way to pay', ['way to pay']],
    ['shared/i18n/en/paper.ts', 'Credit slip', ['Credit slip']],
    ['shared/i18n/pt/paper.ts', 'Vale de crédito', ['Vale de crédito']],
    ['renderer/i18n/ar/kiosk.ts', 'اختر طريقة الدفع', ['طريقة الدفع']],
  ] as const)('%s: %s', (path, text, words, name?: string) => {
    expect(inCatalogue(path, text, name)).toEqual(words)
  })

  test.each([
    ['renderer/i18n/fr/kiosk.ts', 'Insérez vos billets de banque', 'frNotes'],
    ['renderer/i18n/fr/catalogue.ts', 'Scannez chaque billet. La borne ne rend pas la monnaie.'],
    ['renderer/i18n/fr/catalogue.ts', 'Place réservée aux personnes en fauteuil roulant'],
    ['renderer/i18n/fr/catalogue.ts', 'Le service de vente est indisponible'],
    ['renderer/i18n/fr/desk.ts', 'La billetterie ne répond pas : {section}'],
    ['renderer/i18n/en/office.ts', 'Venue time zone'],
    ['shared/i18n/en/program.ts', 'guichet hub: the ledger is complete'],
  ] as const)('but not in %s: %s', (path, text, name?: string) => {
    expect(inCatalogue(path, text, name)).toEqual([])
  })

  test('in every branch of a text that is made of parts', () => {
    const source = `
      const place = (row: string) => \`row \${row}\`
      export const t = { sum: (n: number) => (n === 1 ? 'one zone' : \`\${n} zones, \${place('hub')}\`), kind: 'a' as 'zone' }
      export const says = (kind: string) => { switch (kind) { case 'zone': return 'zone'; default: return '' } }`
    const found = textsInSource('renderer/i18n/en/desk.ts', source)
    const sums = ['one zone', '{} zones, {}', 'hub'].map((text) => `t.sum: ${text}`)
    const all = ['place: row {}', ...sums, 't.kind: a', 'says.zone: zone']
    expect(found.map(({ key, text }) => `${key}: ${text}`)).toEqual(all)
  })

  test('in a name', () => {
    const source = "const seat = 'clerk' // clerk\nexport const nextClerkId = HTTPBarcode"
    expect(refusedNames('a.ts', source, terms)).toEqual([
      'a.ts: “clerk” in nextClerkId instead of “cashier”',
      'a.ts: “barcode” in HTTPBarcode instead of “qrCode”',
    ])
  })
})

test('the glossary is what `npm run glossary` writes', async () => {
  expect(read('docs/developing/glossary.md')).toBe(await glossaryPage())
})

test('the glossary names what the code and the partner’s interface have', () => {
  const code = `${sources.join('\n')}\n${sources.map(read).join('\n')}`.toLowerCase()
  const partner = read('docs/integrating/openapi.json')
  const has = (name: string): boolean => code.includes(name.toLowerCase())
  const words = Object.values(codeWords).flat()
  expect(words.filter((word) => !has(word.code)).map(({ word }) => word)).toEqual([])
  const named = terms.filter((term) => term.code !== null && term.isBuilt !== false)
  expect(named.filter((term) => !has(term.code!)).map(({ thing }) => thing)).toEqual([])
  expect(terms.filter(({ contract }) => contract !== null && !partner.includes(contract))).toEqual([])
})
