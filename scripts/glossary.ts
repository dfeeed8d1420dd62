// npm run glossary: writes docs/developing/glossary.md from the terms in glossary/.
import { writeFile } from 'node:fs/promises'
import { languages } from '../shared/domain/language.ts'
import { moneyTerms } from './glossary/money.ts'
import { peopleTerms } from './glossary/people.ts'
import { saleTerms } from './glossary/sale.ts'
import { termText, type CodeWord, type Term } from './glossary/term.ts'
import { venueTerms } from './glossary/venue.ts'
import { codeWords } from './glossary/words.ts'
import { formatted } from './formatted.ts'

const path = 'docs/developing/glossary.md'

const groups: readonly (readonly [title: string, terms: readonly Term[]])[] = [
  ['Venue and machines', venueTerms],
  ['Sale', saleTerms],
  ['Money', moneyTerms],
  ['People and records', peopleTerms],
]

export const terms: readonly Term[] = groups.flatMap(([, each]) => each)

/** Languages that have a word for at least one term. */
const columns = languages.filter((language) => terms.some(({ texts }) => texts[language]))

const nameIn = new Intl.DisplayNames('en', { type: 'language' })

const lead = [
  'A thing has one name in the code and in the partner’s interface (“contract”), and one word in each language of the screens and papers. Where customers and staff know a thing by different words, both are given. “Not built yet”: the words stand, and no program has the thing.',
  '`npm run glossary` writes this page from [`scripts/glossary`](../../scripts/glossary/venue.ts). The table there also lists the words that a text may not use for a thing: a test finds each of them in the catalogues, and names the text and the word to use.',
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const code = (name: string | null): string => (name === null ? '' : `\`${name}\``)

const termRow = ({ thing, code: name, isBuilt, contract, texts }: Term): readonly string[] => [
  thing,
  isBuilt === false ? `${code(name)} (not built yet)` : code(name),
  code(contract),
  ...columns.map((language) => (texts[language] ? termText(texts[language][0]) : '')),
]

const wordRow = ({ word, means, code: name }: CodeWord): readonly string[] => [word, means, code(name)]

export function glossaryPage(): Promise<string> {
  const parts = [
    '# Glossary',
    ...lead,
    ...groups.flatMap(([title, each]) => [
      `## ${title}`,
      table(
        ['Thing', 'Code', 'Contract', ...columns.map((language) => nameIn.of(language) ?? language)],
        each.map(termRow),
      ),
    ]),
    '## Words of the code',
    'These words occur in names, comments and manuals for developers, and in no text for people.',
    ...Object.entries(codeWords).flatMap(([title, words]) => [
      `### ${title}`,
      table(['Word', 'Means', 'In the code'], words.map(wordRow)),
    ]),
    'The rows and tables of the ledger: [the ledger’s format](../integrating/ledger-format.md).',
  ]
  return formatted(path, parts.join('\n\n'))
}

if (import.meta.main) await writeFile(new URL(`../${path}`, import.meta.url), await glossaryPage())
