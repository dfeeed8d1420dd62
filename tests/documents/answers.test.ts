import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSystemClock } from '../../electron/host/system.ts'
import { startStatusFile, type KioskStatus, readStatus } from '../../electron/host/status-file.ts'
import { guichet } from '../cli/guichet.ts'
import { startHub } from '../hub/hub.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { labelPages } from '../../scripts/labels.ts'
import { supportPages } from '../../scripts/support-codes.ts'
import { documentPages, fencesOf, textOf } from './pages.ts'

const codeOf = async (...words: readonly string[]): Promise<number> => (await guichet(...words)).code

async function running(told: Partial<KioskStatus>): Promise<string> {
  const data = temporaryFolder()
  const machine = { version: '1.2.3', mode: 'demo', deviceId: 'nongo-07', partner: 'up', printer: 'ready' } as const
  const idle = { canSell: true, unfinished: 0, serving: false, readiness: { sells: true, issues: [] } }
  const observed: KioskStatus = { ...machine, ...idle, ...told }
  const failed = (error: unknown): void => expect.unreachable(String(error))
  const kept = startStatusFile(data, createSystemClock(), async () => observed, failed)
  onTestFinished(() => kept.stop())
  await expect.poll(() => readStatus(data, Date.now())).not.toBeNull()
  return data
}

function sellingFrom(baseUrl: string, accessCodes: Readonly<Record<string, string>> = {}): string {
  const data = temporaryFolder()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ partner: { baseUrl, partnerCode: 'demo' }, accessCodes }))
  return data
}

const full = { sells: false, issues: [{ type: 'disk-full' as const }] }

type Way = () => Promise<number>

const doctor: Readonly<Record<number, Way>> = {
  0: async () => {
    const { url, accessCodes } = await startHub({ mode: 'demo' })
    return codeOf('doctor', '--data', sellingFrom(url, accessCodes))
  },
  1: () => codeOf('doctor', '--data', sellingFrom('http://127.0.0.1:1')),
  2: () => codeOf('doctor', '--data', sellingFrom('tickets.example')),
}

/** Actions that produce each exit code, in the order of the page. `by`: a test that covers the codes instead. */
const seen: Readonly<Record<string, readonly (Readonly<Record<number, Way>> | { readonly by: string })[]>> = {
  'docs/operating/daily-operation.md': [
    {
      0: async () => codeOf('status', '--data', await running({})),
      1: async () => codeOf('status', '--data', await running({ readiness: full })),
      3: () => codeOf('status', '--data', temporaryFolder()),
    },
  ],
  'docs/operating/recovery.md': ['ledger', 'ledger', 'settlement'].map((name) => ({ by: `tests/cli/${name}.test.ts` })),
  'docs/operating/installing.md': [{ by: 'tests/installed/windows.test.ts' }],
  'docs/operating/speech.md': [{ by: 'tests/cli/command-line.test.ts' }],
  'docs/operating/updates.md': [{ by: 'tests/installed/update.test.ts' }],
  'docs/integrating/partner.md': [doctor],
  'docs/integrating/stability.md': [doctor],
  'docs/integrating/conformance.md': [{ by: 'tests/cli/command-line.test.ts' }],
}

/** Returns the exit codes on a page, one list for each sentence, table or comment about exit codes. */
function codesIn(page: string): readonly (readonly number[])[] {
  const text = textOf(page)
  const said = [
    ...text.matchAll(/\bends\s+with\s+(?=\d)([^]*?)[.](?=\s)/gu),
    ...text.matchAll(/^\| It ends with \|[^\n]*\n\|[-| ]*\n((?:\|.*\n)+)/gmu),
    ...text.matchAll(/^guichet .*# (\d: .*)$/gmu),
  ]
  return said
    .toSorted((one, other) => one.index - other.index)
    .map(([, words = '']) => {
      const codes = words.match(/(?<![\w.])\d(?= \(|: | when | or | +\|)/gu) ?? []
      return codes.map(Number)
    })
}

test('every page that names how a command ends stands here, with each of its codes', () => {
  const named = documentPages()
    .filter((page) => !page.startsWith('docs/fr/'))
    .flatMap((page) => codesIn(page).map((codes) => [page, codes] as const))
  const shown = Object.entries(seen).flatMap(([page, ways]) =>
    ways.map((way, index) => {
      const codes = 'by' in way ? (codesIn(page)[index] ?? []) : Object.keys(way).map(Number)
      return [page, codes] as const
    }),
  )
  const inOrder = (rows: readonly (readonly [string, readonly number[]])[]): readonly string[] =>
    rows.map(([page, codes]) => `${page}: ${codes.join(' ')}`).toSorted()
  expect(inOrder(named)).toEqual(inOrder(shown))
})

const ways = Object.entries(seen).flatMap(([page, each]) =>
  each.flatMap((way) =>
    'by' in way ? [] : Object.entries(way).map(([code, end]) => ({ page, code: Number(code), end })),
  ),
)

test.each(ways)('a command ends as its page says $page: $code', async ({ code, end }) => {
  expect(await end()).toBe(code)
})

test('what other tests see is in their text', () => {
  for (const [page, each] of Object.entries(seen))
    for (const [index, way] of each.entries()) {
      if (!('by' in way)) continue
      const told = textOf(way.by)
      for (const code of codesIn(page)[index] ?? [])
        expect(told, page).toMatch(new RegExp(`(?:code: |toBe\\(|\\[|, )${code}\\b`, 'u'))
    }
})

test('a machine whose changes wait says so in the words of the page of the office', async () => {
  const [shown = ''] = fencesOf(textOf('docs/operating/back-office.md')).map(({ text }) => text.trim())
  const settings = { running: 1795298659321, waiting: true, waitsFor: 'sale', settingsRolledBack: null } as const
  const { said } = await guichet('status', '--data', await running({ settings }))
  expect(said.split('\n')).toContain(shown)
})

test('what a page says is found in sentences, tables and comments', () => {
  expect(codesIn('docs/operating/recovery.md')).toEqual([[0, 1, 2, 3], [1], [1, 2]])
  expect(codesIn('docs/operating/updates.md')).toEqual([[0, 1, 4]])
})

test('the pages of support codes and labels are what `npm run support-codes` and `npm run labels` write', async () => {
  for (const [path, text] of [...(await supportPages()), ...(await labelPages())]) expect(textOf(path)).toBe(text)
})
