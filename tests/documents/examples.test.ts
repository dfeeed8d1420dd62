import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readVenue } from '../../electron/booking/venue-import/read-venue.ts'
import { loadConfig } from '../../electron/config/config.ts'
import { anonymousCustomerSchema, holdSchema } from '../../electron/config/partner.ts'
import { settingsFileSchema } from '../../electron/config/settings-schema.ts'
import { messageSettings } from '../../electron/fleet/message-drivers.ts'
import { walletSettings } from '../../electron/fleet/wallet-keys.ts'
import { readSaleQuery } from '../../electron/kiosk/sale/sale-commands.ts'
import { serveLocalApi } from '../../electron/partner/local-api.ts'
import { secretSource } from '../../electron/payments/settings-fields.ts'
import { readTicketLines } from '../../electron/printing/bulk/bulk-render.ts'
import { readUpdateSettings } from '../../electron/update/update-state.ts'
import { readTrustFile } from '../../electron/verify/trust.ts'
import { type LinePart, readDeskLine, seatsNamed } from '../../shared/domain/desk/desk-command.ts'
import { readSum } from '../../shared/domain/money/money.ts'
import { seatRows } from '../../shared/domain/seats/seat-rows.ts'
import { venuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { readiness } from '../../shared/api/fleet/contract.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { setupAnswers } from '../../shared/api/kiosk/setup.ts'
import { speechManifestSchema } from '../../shared/speech/manifest.ts'
import { guichet } from '../cli/guichet.ts'
import { sectionOf, upTo } from '../domain/seat-choice-samples.ts'
import { cert } from '../partner/certificates.ts'
import { demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { blocksOf, documentPages, fencesOf, inlinesOf, pageAt, textOf } from './pages.ts'

/** Reads an example as the program reads user input. Throws or returns the problems if the example is invalid. */
type Reader = (text: string) => Promise<unknown>

const readers: Readonly<Record<string, Reader>> = {
  'json settings': async (text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'config.json'), text)
    for (const [, picture = ''] of text.matchAll(/"(?:logo|sponsor)": "([^"]+)"/gu)) {
      mkdirSync(dirname(join(folder, picture)), { recursive: true })
      writeFileSync(join(folder, picture), '')
    }
    const contents = { secretFile: 'secret', caFile: cert, file: 'text' }
    for (const [, member = '', name = ''] of text.matchAll(/"(secretFile|caFile|file)": "([^"]+)"/gu))
      writeFileSync(join(folder, name), contents[member as keyof typeof contents], { mode: 0o600 })
    const loaded = loadConfig({ dataDirectory: folder })
    return loaded.ok ? [] : loaded.error.lines
  },
  'json answers': async (text) => {
    const folder = temporaryFolder()
    const answers = join(folder, 'answers.json')
    writeFileSync(answers, text)
    chmodSync(answers, 0o600)
    const { code, said, refused } = await guichet('setup', '--answers', answers, '--untried', '--data', folder)
    return code === 0 ? [] : [said, ...refused]
  },
  'json update-settings': async (text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'update-settings.json'), text)
    const vendor = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
    writeFileSync(join(folder, 'vendor.pem'), vendor)
    const read = readUpdateSettings(join(folder, 'update-settings.json'))
    return read.ok ? [] : read.error.detail
  },
  'json customer': async (text) => problemsOf(anonymousCustomerSchema.safeParse(JSON.parse(text))),
  'json hold': async (text) => problemsOf(holdSchema.safeParse(JSON.parse(text))),
  'json ticket': async (text) => {
    const file = join(temporaryFolder(), 'tickets.jsonl')
    writeFileSync(file, JSON.stringify(JSON.parse(text)))
    let tickets = 0
    for await (const ticket of readTicketLines(file, catalogues.en)) tickets += ticket.count
    return tickets === 1 ? [] : tickets
  },
  'json speech': async (text) => problemsOf(speechManifestSchema.safeParse(JSON.parse(text))),
  'json messages': async (text) => problemsOf(messageSettings.safeParse(JSON.parse(text))),
  'json wallet': async (text) => problemsOf(walletSettings.safeParse(JSON.parse(text))),
  'json trust': async (text) => {
    const filled = text
      .replace('<hub key>', Buffer.alloc(44).toString('base64'))
      .replace('<key id>', '0'.repeat(32))
      .replace('<64 hexadecimal digits>', '0'.repeat(64))
    return readTrustFile(filled).registers.length === 1 ? [] : filled
  },
  'json health': async (text) => {
    const shown = JSON.parse(text) as { issues: readonly Readonly<Record<string, unknown>>[] }
    // The machine's internal readiness report does not contain the human-readable fields `what` and `todo`.
    const issues = shown.issues.map((issue) =>
      Object.fromEntries(Object.entries(issue).filter(([name]) => name !== 'what' && name !== 'todo')),
    )
    const answered = await healthOf(readiness.parse({ ...shown, issues }))
    const shortened = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replaceAll(/("todo":"[^:"]*: )[^"]*/gu, '$1…'))
    expect(shortened(shown)).toEqual(shortened(answered))
    return []
  },
  'csv rows': async (text) => {
    const facts = { name: 'Stade de Nongo', city: 'Conakry', country: 'Guinée' }
    const venue = readVenue(Buffer.from(text), 'csv', { facts, texts: catalogues.en })
    return venue.ok ? [] : venue.problems
  },
}

/** Blocks that the program does not read, with the tests or sources that cover them. */
const others: Readonly<Record<string, string>> = {
  sh: 'typed: commands.test.ts holds what is ours, live-kiosk-page.test.ts and requests.test.ts run whole pages',
  bat: 'typed on Windows: commands.test.ts holds what is ours, the rest is Windows’s',
  powershell: 'Shell Launcher of Windows, by Microsoft’s documents; the page says that it was not tried',
  ini: 'files of systemd and of the kernel; the page says what was tried',
  conf: 'files of Chromium and of X; the page says what was tried; of a cluster: tests/cluster/cluster.test.ts',
  yaml: 'of a cluster: tests/cluster/cluster.test.ts',
  http: 'requests.test.ts asks a hub',
  'http signed': 'signed-request.test.ts checks it as a hub does',
  text: 'signed-request.test.ts counts the bytes',
  'sh signature': 'signed-request.test.ts runs it',
  'js signature': 'signed-request.test.ts runs it',
  'php signature': 'signed-request.test.ts runs it',
  'json chromium': 'Chromium’s policies; tests/installed and the page say what was tried',
}

/** Tests of blocks that have no words after the opening fence and contain program output or a drawing. */
const answers: Readonly<Record<string, string>> = {
  'docs/developing/architecture.md': 'architecture-diagram.test.ts',
  'docs/operating/live-kiosk.md': 'tests/documents/live-kiosk-page.test.ts',
  'docs/fr/operating/live-kiosk.md': 'languages.test.ts: the same as in English',
  'docs/operating/back-office.md': 'answers.test.ts',
  'docs/fr/operating/back-office.md': 'languages.test.ts: the same as in English',
}

// Excludes the recorded pages of the service, which tests/partner-api/openapi.test.ts covers.
const pages = documentPages().filter((path) => !path.startsWith('docs/integrating/api/'))
const fences = pages.flatMap((page) => fencesOf(textOf(page)).map((fence) => ({ page, ...fence })))

test('each block of the documents says what it is an example of', () => {
  const isKnown = (page: string, info: string): boolean =>
    info === '' ? page in answers : info in { ...readers, ...others }
  expect(fences.filter(({ page, info }) => !isKnown(page, info))).toEqual([])
  const used = new Set(fences.map(({ info }) => info))
  expect(
    Object.keys({ ...readers, ...others }).filter((info) => !used.has(info) && info !== 'json update-settings'),
  ).toEqual([])
})

const examples = fences.flatMap(({ page, line, info, text }) => {
  const reader = readers[info]
  return reader ? [{ where: `${page}:${line}`, info, reader, text }] : []
})

test.each(examples)('$where: $info is read as the program reads it', async ({ reader, text }) => {
  expect(await reader(text)).toEqual([])
})

test.each(Object.entries(readers))('the reader of %s refuses what is not so', async (_, reader) => {
  const wrong = await reader('{ "seats": "N1" }').catch((error: unknown) => error)
  expect(wrong).not.toEqual([])
})

const written: Readonly<Record<string, Reader | undefined>> = {
  'update-settings.json': readers['json update-settings'],
  'seats.csv': readers['csv rows'],
}

test('each file that a page has people write is read', async () => {
  const here = /^.*?([\w.-]+) <<'?END'?\n(.*?)^END$/gmsu
  const files = fences.flatMap(({ page, text }) =>
    Array.from(text.matchAll(here), ([, file = '', lines = '']) => ({ page, file, lines })),
  )
  const names = Object.keys(written).flatMap((file) => [file, file])
  expect(files.map(({ file }) => file).toSorted()).toEqual(names.toSorted())
  for (const { page, file, lines } of files) expect([page, await written[file]?.(lines)]).toEqual([page, []])
})

type Schema = Parameters<typeof problemsOf>[0]
const settings = (value: unknown): Schema => settingsFileSchema.safeParse(value)
const printer = (value: object): Schema =>
  settings({ printers: { devices: { kiosk: { kind: 'escpos', address: '/dev/ttyUSB0', ...value } } } })

/** Schemas by the first member of an example, for examples that are not settings at the top level of the file. */
const shownAs: Readonly<Record<string, (value: object) => Schema>> = {
  caFile: (value) => settings({ fleet: { hub: 'https://hub.example', ...value } }),
  drawer: printer,
  serial: printer,
  kind: (value) => setupAnswers.shape.printer.safeParse(value),
  hub: (value) => setupAnswers.shape.fleet.safeParse(value),
  release: (value) => holdSchema.safeParse(value),
  secretFile: (value) => secretSource.safeParse(value),
  sells: (value) => readiness.safeParse({ issues: [], ...value }),
  label: (value) => venuePlan.shape.sections.element.shape.rows.element.safeParse(value),
  venue: (value) => settings({ place: value }),
  depth: (value) => venuePlan.shape.tribunes.element.shape.roof.unwrap().safeParse(value),
  accessible: (value) =>
    venuePlan.shape.sections.element.pick({ accessible: true }).required({ accessible: true }).safeParse(value),
  status: (value) => z.strictObject({ status: z.literal('ok') }).safeParse(value),
}

test('what a line of the manuals shows of a file is read, too', () => {
  // Other tests cover the members of the ledger format and of npm's package.json.
  const without = ['docs/integrating/ledger-format.md', 'docs/developing/dependencies.md']
  const lines = pages.flatMap((page) =>
    without.includes(page)
      ? []
      : [...textOf(page).matchAll(/`(\{ ?"[^`]+|"\w+": [^`]+)`/gu)].map(([, shown = '']) => ({ page, shown })),
  )
  const faults = lines.flatMap(({ page, shown }) => {
    if (inRequests.includes(shown)) return []
    const value = JSON.parse(shown.startsWith('{') ? shown : `{ ${shown} }`) as object
    const [name = ''] = Object.keys(value)
    const problems = problemsOf((shownAs[name] ?? settings)(value))
    return problems.map((problem) => `${page}: ${shown}: ${problem}`)
  })
  expect(faults).toEqual([])
  const names = new Set(lines.flatMap(({ shown }) => /"(\w+)":/u.exec(shown)?.[1] ?? []))
  expect(Object.keys(shownAs).filter((name) => name !== 'status' && !names.has(name))).toEqual([])
})

/** Abbreviated bodies of requests and replies, which are complete on other pages. */
const inRequests = ['{ "success": true, "data": … }', '{ "type": "other" }', '{"seat_id": "…"}']

function problemsOf(parsed: {
  readonly error?:
    | { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }
    | undefined
}): readonly string[] {
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
}

async function healthOf(judged: ReturnType<typeof readiness.parse>): Promise<unknown> {
  const served = await serveLocalApi({
    port: 0,
    token: 'x',
    origins: [],
    routes: [],
    onward: () => Promise.reject(new Error('nobody asks the partner')),
    timeoutMs: 1,
    readiness: async () => judged,
    log: { info() {}, warn() {}, error() {} },
  })
  onTestFinished(() => served.close())
  return (await fetch(`${served.url}/healthz`)).json()
}

const { overview } = demoVisit(stadium).session

/** Returns a short form of the desk's interpretation of a typed line. */
function understood(typed: string): string {
  const line = readDeskLine(typed, { overview, plan: stadium, currency: 'GNF', maxSeats: 20 })
  return line.ok ? line.value.map(({ value }) => meaning(value)).join(' + ') : line.error.type
}

function meaning(command: LinePart['value']): string {
  if (command.type === 'seats') {
    const rows = ['A', 'A1', 'F'].map((label) => ({ label, numbers: upTo(15) }))
    const named = seatsNamed(seatRows(sectionOf(rows)), command)
    return named.ok ? named.value.map(({ rowLabel, number }) => `${rowLabel}-${number}`).join(', ') : named.error.type
  }
  const { count, sectionIds, maxPrice, wheelchair } = command
  return [`best ${count}`, wheelchair && 'for a wheelchair', sectionIds && 'somewhere', maxPrice && `up to ${maxPrice}`]
    .filter(Boolean)
    .join(', ')
}

function sum(typed: string): string {
  const read = readSum(typed.replace(/\+$/u, ''), 'GNF')
  return read.ok ? String(read.value) : read.error.type
}

const lines: Readonly<Record<string, readonly [read: (typed: string) => string, as: string]>> = {
  '4': [understood, 'best 4'],
  '4 tribune nord': [understood, 'best 4, somewhere'],
  '4 n': [understood, 'best 4, somewhere'],
  '4 nor': [understood, 'best 4, somewhere'],
  '4 nord max 50000': [understood, 'best 4, somewhere, up to 50000'],
  '<50k': [(typed) => understood(`4 nord ${typed}`), 'best 4, somewhere, up to 50000'],
  '5 pmr': [understood, 'best 5, for a wheelchair'],
  '2 pmr': [understood, 'best 2, for a wheelchair'],
  '2 pmr nord': [understood, 'best 2, for a wheelchair, somewhere'],
  '1 pmr': [understood, 'best 1, for a wheelchair'],
  'N3 F 12-15': [understood, 'F-12, F-13, F-14, F-15'],
  'N3 F 12,14': [understood, 'F-12, F-14'],
  '2 nord + 1 pmr': [understood, 'best 2, somewhere + best 1, for a wheelchair'],
  'N3 F 12-15 + N4 F 1': [understood, 'F-12, F-13, F-14, F-15 + F-1'],
  'N1 A: 1,5': [understood, 'A-1, A-5'],
  '2 virage': [understood, 'which-place'],
  '500000': [sum, '500000'],
  '500 000': [sum, '500000'],
  '500k': [sum, '500000'],
  '0,5m': [sum, '500000'],
  '50000+': [sum, '50000'],
  '50000': [sum, '50000'],
}

const found = (typed: string): string => {
  const { words, period } = readSaleQuery(typed, '2026-05-18T12:00:00Z', 'Africa/Conakry')
  const minutes = period && (Date.parse(period.untilUtc) - Date.parse(period.fromUtc)) / 60_000
  return minutes === null ? words : `${minutes} minutes`
}

const searches: Readonly<Record<string, string>> = {
  'N3 F 12': 'N3 F 12',
  N3: 'N3',
  'N3 F': 'N3 F',
  '80 000': '80 000',
  '42,50': '42,50',
  '14:30': '30 minutes',
  '14h': '60 minutes',
  '17/05': '1440 minutes',
  '17/05 14:30': '30 minutes',
}

test('what finds a sale on its page does', () => {
  for (const [typed, as] of Object.entries(searches)) expect([typed, found(typed)]).toEqual([typed, as])
})

test.each(['operating/cashier-desk.md', 'fr/operating/cashier-desk.md'])('what %s has people type is there', (path) => {
  const inTable = (one: string): readonly string[] =>
    blocksOf(pageAt(path).blocks).flatMap((block) => {
      const typed =
        block.type === 'table' ? block.rows.flat(2).flatMap((each) => (each.type === 'code' ? [each.text] : [])) : []
      return typed.includes(one) ? typed : []
    })
  const typed = inTable('4 tribune nord')
  expect(inTable('14h').toSorted()).toEqual(Object.keys(searches).toSorted())
  const beside = inlinesOf(pageAt(path)).flatMap((inline) =>
    inline.type === 'code' && inline.text.startsWith('2 virage') ? [inline.text] : [],
  )
  expect([...typed, ...beside].toSorted()).toEqual(Object.keys(lines).toSorted())
})

test('each typed line is understood as its page says', () => {
  for (const [typed, [read, as]] of Object.entries(lines)) expect([typed, read(typed)]).toEqual([typed, as])
})
