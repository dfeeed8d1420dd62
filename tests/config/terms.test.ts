import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadConfig, type Config } from '../../electron/config/config.ts'
import { missingTerms } from '../../electron/config/terms.ts'
import { languages } from '../../shared/domain/language.ts'
import { MAX_TERMS_TEXT } from '../../shared/domain/text-forms.ts'
import { termsIn } from '../../shared/domain/terms.ts'
import { temporaryFolder } from '../shells/shell.ts'

let dataDirectory: string

beforeEach(() => {
  dataDirectory = temporaryFolder()
})

const partner = { baseUrl: 'https://tickets.example', partnerCode: 'nongo' }
const live = { mode: 'live', partner, tenders: ['cash'], staffPin: '730516' }
const seller = { name: 'Stade de Nongo SA', address: 'Nongo, Conakry', contact: '+224 620 00 00 00' }

function read(content: object) {
  writeFileSync(join(dataDirectory, 'config.json'), JSON.stringify(content))
  return loadConfig({ dataDirectory, language: 'en' })
}

function load(content: object): Config {
  const config = read(content)
  if (!config.ok) throw new Error(config.error.lines.join('\n'))
  return config.value
}

describe('conditions of sale and privacy notice', () => {
  test('are texts of the settings, or files beside them', () => {
    writeFileSync(join(dataDirectory, 'conditions.txt'), '\uFEFF1. Vendeur\n2. Prix\n')
    const more = { version: '1 octobre 2026', address: 'nongo.example/cgv' }
    const privacy = { fr: ' Vos données ', en: 'Your data' }
    const terms = { conditions: { fr: { file: 'conditions.txt' } }, privacy, ...more }
    expect(load({ ...live, seller, terms })).toMatchObject({
      seller,
      terms: { conditions: { fr: '1. Vendeur\n2. Prix' }, privacy: { fr: 'Vos données', en: 'Your data' }, ...more },
    })
  })

  test.each<[string, (path: string) => void, string]>([
    ['is missing', () => undefined, 'no such file: '],
    ['is empty', (path) => writeFileSync(path, ' \n'), ' is empty: write the text into it'],
    [
      'is too long',
      (path) => writeFileSync(path, 'a'.repeat(MAX_TERMS_TEXT + 1)),
      ' is too long: expected at most 20000',
    ],
    ['is no text', (path) => writeFileSync(path, Buffer.from([0x50, 0x4b, 3, 4])), 'workbook'],
  ])('a file that %s is refused by its setting and path', (_what, make, detail) => {
    const path = join(dataDirectory, 'cgv.txt')
    make(path)
    const config = read({ ...live, seller, terms: { conditions: { fr: { file: 'cgv.txt' } } } })
    expect(config).toMatchObject({ error: { faults: [{ setting: 'terms.conditions.fr.file' }] } })
    const [line = ''] = config.ok ? [] : config.error.lines
    expect(line).toContain(path)
    expect(line).toContain(detail)
  })

  test.each(['CGV.TXT', 'conditions.md'])('a text file may be named %s', (name) => {
    writeFileSync(join(dataDirectory, name), 'Conditions')
    const { terms } = load({ ...live, seller, terms: { conditions: { fr: { file: name } } } })
    expect(terms.conditions).toEqual({ fr: 'Conditions' })
  })

  test.each<[string, string, (path: string) => void, string]>([
    ['the settings', 'config.json', () => undefined, 'config.json does not end in .txt or .md'],
    ['a secret', 'local-api-token', (path) => writeFileSync(path, 'never shown'), ' does not end in .txt or .md'],
    ['a key', 'ledger-key.pem', (path) => writeFileSync(path, 'never shown'), ' does not end in .txt or .md'],
    [
      'a link to a secret',
      'cgv.txt',
      (path) => {
        writeFileSync(join(dataDirectory, 'staff.json'), '{}')
        symlinkSync('staff.json', path)
      },
      'staff.json does not end in .txt or .md',
    ],
    ['a folder', 'cgv.txt', (path) => mkdirSync(path), ' is not a regular file: expected a text file'],
    ['another computer’s', '\\\\server\\share\\cgv.txt', () => undefined, ' is on another computer: expected a file '],
    ['another computer’s, with slashes', '//server/share/cgv.txt', () => undefined, ' is on another computer: '],
  ])('a file that is %s is refused: customers would read it', (_what, name, make, detail) => {
    make(join(dataDirectory, name))
    const config = read({ ...live, seller, terms: { privacy: { en: { file: name } } } })
    expect(config.ok ? [] : config.error.faults).toEqual([
      { setting: 'terms.privacy.en.file', detail: expect.stringContaining(detail) as string },
    ])
    expect(config.ok ? [] : config.error.lines).toEqual([expect.stringContaining(name)])
  })

  test.skipIf(process.platform === 'win32')('a device or a pipe is refused, and never read', () => {
    symlinkSync('/dev/zero', join(dataDirectory, 'zero.txt'))
    execFileSync('mkfifo', [join(dataDirectory, 'pipe.txt')])
    const terms = {
      conditions: { fr: { file: 'zero.txt' }, en: { file: '/dev/zero' } },
      privacy: { fr: { file: 'pipe.txt' } },
    }
    const config = read({ ...live, seller, terms })
    expect(config.ok ? [] : config.error.faults).toEqual([
      { setting: 'terms.conditions.fr.file', detail: expect.stringContaining('/dev/zero does not end in') as string },
      { setting: 'terms.conditions.en.file', detail: expect.stringContaining('/dev/zero does not end in') as string },
      { setting: 'terms.privacy.fr.file', detail: expect.stringContaining('pipe.txt is not a regular file') as string },
    ])
  })

  test.each<[string, object, RegExp]>([
    [
      'longer than its limit',
      { conditions: { fr: 'a'.repeat(MAX_TERMS_TEXT + 1) } },
      /terms\.conditions\.fr: expected at most 20000 characters/u,
    ],
    ['empty', { privacy: { en: '' } }, /terms\.privacy\.en: expected at least 1 character/u],
    ['in a language that the screens have not', { privacy: { de: 'Daten' } }, /terms\.privacy/u],
    ['with a version that fills a receipt', { version: 'v'.repeat(81) }, /terms\.version/u],
  ])('%s: refused', (_what, terms, line) => {
    const config = read({ ...live, seller, terms })
    expect(config.ok ? [] : config.error.lines).toEqual([expect.stringMatching(line)])
  })

  test('in a language that has none the text of the first language stands, and is known as such', () => {
    const texts = { fr: 'Conditions', pt: 'Condições' }
    expect(termsIn(texts, 'pt', 'fr')).toEqual({ language: 'pt', text: 'Condições' })
    expect(termsIn(texts, 'ar', 'pt')).toEqual({ language: 'pt', text: 'Condições' })
    expect(termsIn(texts, 'ar', 'en')).toEqual({ language: 'fr', text: 'Conditions' })
    expect(termsIn({}, 'fr', 'fr')).toBeNull()
  })
})

describe('what a live machine lacks', () => {
  test('is its seller, conditions and privacy notice, each by its setting', () => {
    const expected = ['seller.name', 'seller.address', 'seller.contact', 'terms.conditions', 'terms.privacy']
    expect(missingTerms(load(live))).toEqual(expected)
    const terms = { conditions: { fr: 'Conditions' }, privacy: { fr: 'Vos données' } }
    expect(missingTerms(load({ ...live, seller, terms }))).toEqual([])
    const { contact: _, ...unreachable } = seller
    expect(missingTerms(load({ ...live, seller: unreachable, terms: { privacy: terms.privacy } }))).toEqual([
      'seller.contact',
      'terms.conditions',
    ])
  })

  test('the demo has examples that say so in every language, until it has texts of its own', () => {
    const demo = load({})
    expect(missingTerms(demo)).toEqual([])
    for (const document of ['conditions', 'privacy'] as const)
      for (const language of languages)
        expect(demo.terms[document][language]).toMatch(/^(?:EXEMPLE|EXAMPLE|EXEMPLO|مثال)/u)
    expect(demo.seller.name).toContain('exemple')
    const own = load({ seller: { name: 'Stade de Nongo SA' }, terms: { privacy: { fr: 'Vos données' } } })
    expect(own).toMatchObject({ seller: { name: 'Stade de Nongo SA' }, terms: { privacy: { fr: 'Vos données' } } })
    expect(own.terms.privacy.en).toBeUndefined()
    expect(own.terms.conditions.fr).toMatch(/^EXEMPLE/u)
  })
})
