// npm run labels: writes the pages with the English label for each French screen label that the manuals quote.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { en } from '../renderer/i18n/en/catalogue.ts'
import { fleet as enFleet } from '../renderer/i18n/en/fleet.ts'
import { recording as enRecording } from '../renderer/i18n/en/recording.ts'
import { fr } from '../renderer/i18n/fr/catalogue.ts'
import { fleet as frFleet } from '../renderer/i18n/fr/fleet.ts'
import { recording as frRecording } from '../renderer/i18n/fr/recording.ts'
import { catalogues } from '../shared/i18n/catalogues.ts'
import { formatted } from './formatted.ts'

const folder = new URL('../docs/operating/', import.meta.url)

const pages = {
  'docs/operating/labels.md': [
    'Words on the screens',
    'The manuals quote the labels of the French screens, because a new machine starts in French. This page lists them in English.',
    'French',
    'English',
  ],
  'docs/fr/operating/labels.md': [
    'Les mots des écrans',
    'Les manuels citent les écrans en français. Cette page donne ce que ces mots deviennent en anglais.',
    'Français',
    'Anglais',
  ],
} as const

const plain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll('\u00a0', ' ')

function textsOf(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

function translations(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const pairs = [
    [fr, en],
    [frFleet, enFleet],
    [frRecording, enRecording],
    [catalogues.fr, catalogues.en],
  ] as const
  for (const [french, english] of pairs) {
    const byPath = new Map(textsOf(english))
    for (const [path, text] of textsOf(french)) {
      const other = byPath.get(path)
      if (other !== undefined) found.set(plain(text), (found.get(plain(text)) ?? new Set()).add(other))
    }
  }
  return found
}

async function quotedLabels(): Promise<readonly (readonly [french: string, english: readonly string[]])[]> {
  const known = translations()
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'labels.md')
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  const quoted = texts.flatMap((text) =>
    [
      ...text.replaceAll(/^( *)```.*?^\1```$/gmsu, '').matchAll(/(?<![\p{L}\p{N}_`])_([^_\n`]+)_(?![\p{L}\p{N}_])/gu),
    ].map(([, label = '']) => label),
  )
  const byPlain = new Map(quoted.map((label) => [plain(label), label]))
  return [...byPlain]
    .flatMap(([key, label]) => {
      const english = new Map([...(known.get(key) ?? [])].toReversed().map((text) => [plain(text), text]))
      if (english.size === 0 || english.has(key)) return []
      return [[label, [...english.values()].toReversed()] as const]
    })
    .toSorted(([one], [other]) => one.localeCompare(other, 'fr'))
}

export async function labelPages(): Promise<ReadonlyMap<string, string>> {
  const rows = (await quotedLabels()).map(
    ([french, english]) => `| _${french}_ | ${english.map((text) => `_${text}_`).join(', ')} |`,
  )
  const made = Object.entries(pages).map(async ([path, [title, lead, french, english]]) => {
    const text = [`# ${title}`, lead, [`| ${french} | ${english} |`, '| --- | --- |', ...rows].join('\n')].join('\n\n')
    return [path, await formatted(path, text)] as const
  })
  return new Map(await Promise.all(made))
}

if (import.meta.main) {
  for (const [path, text] of await labelPages()) await writeFile(new URL(`../${path}`, import.meta.url), text)
}
