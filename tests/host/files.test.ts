import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { readJson } from '../../electron/host/files/file-text.ts'
import { languages } from '../../shared/domain/language.ts'
import { textForms } from '../../shared/domain/text-forms.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { expects } from '../../shared/i18n/issue-text.ts'
import { filesSetAside, replaceFile, quarantineFile, writeFileAtomic } from '../../electron/host/files/atomic-file.ts'
import { openRotatingFile } from '../../electron/host/log.ts'
import { temporaryFolder } from '../shells/shell.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { startStatusFile, type KioskStatus, readStatus } from '../../electron/host/status-file.ts'

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

/** A Windows-like file system that reports a file as open in another program for the first `times` attempts. */
function heldOpen(times: number, code: string) {
  const asked: number[] = []
  const rename: typeof renameSync = (from, to) => {
    asked.push(asked.length)
    if (asked.length <= times) throw Object.assign(new Error(`${code}: rename`), { code })
    renameSync(from, to)
  }
  return { asked, rename }
}

test('a file is written whole in the place of the one before, and nothing is left beside', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'deeper', 'status.json')
  writeFileAtomic(file, { version: 1 })
  writeFileAtomic(file, { version: 2 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 2 })
  expect(readdirSync(join(folder, 'deeper'))).toEqual(['status.json'])
})

test.each(['EPERM', 'EACCES', 'EBUSY'])('a reader who has it open just then is waited for (%s)', (code) => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'new'), join(folder, 'old')]
  writeFileSync(from, 'new')
  writeFileSync(to, 'old')
  replaceFile(from, to, heldOpen(2, code).rename)
  expect(readFileSync(to, 'utf8')).toBe('new')
})

test('one who does not let go, or another trouble, is said', () => {
  const folder = temporaryFolder()
  const held = heldOpen(Infinity, 'EPERM')
  expect(() => replaceFile(join(folder, 'new'), join(folder, 'old'), held.rename)).toThrow('EPERM')
  expect(held.asked.length).toBe(20)
  const full = heldOpen(Infinity, 'ENOSPC')
  expect(() => replaceFile(join(folder, 'new'), join(folder, 'old'), full.rename)).toThrow('ENOSPC')
  expect(full.asked.length).toBe(1)
})

test('two files set aside in the same millisecond are both kept', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = temporaryFolder()
  const kept = ['first', 'second', 'third'].map((content) => {
    writeFileSync(join(folder, 'staff.json'), content)
    return quarantineFile(join(folder, 'staff.json'))
  })
  expect(kept.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second', 'third'])
  expect(filesSetAside([folder])).toHaveLength(3)
})

const keeping = { bytes: 1_000, files: 3, days: 7 }
const HOUR_MS = 3_600_000
const machine = (): string => 'kiosk-1'
const noon = Date.parse('2026-11-21T12:00:00Z')

test('length and number are bounded, and what is kept is the newest, whole and in order', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.log')
  const log = openRotatingFile(path, keeping, { machine })
  for (let n = 0; n < 500; n += 1) log.write(`${JSON.stringify({ n, pad: 'x'.repeat(30) })}\n`)
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1', 'a.log.2'])
  const files = ['a.log.2', 'a.log.1', 'a.log'].map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const text of files) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(keeping.bytes)
  const lines = files.join('').trimEnd().split('\n')
  const numbers = lines.map((line) => (JSON.parse(line) as { n: number }).n)
  expect(numbers).toEqual(numbers.map((_, index) => 500 - numbers.length + index))
  expect(numbers.length).toBeGreaterThan(40)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0)
})

test('a program that is started again goes on in the same file, and in a new one the next day', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.log')
  const write = (line: string, at: number): void =>
    openRotatingFile(path, keeping, { machine, nowMs: () => at }).write(line)
  write('first\n', noon)
  utimesSync(path, noon / 1000, noon / 1000)
  write('second\n', noon + HOUR_MS)
  utimesSync(path, noon / 1000, noon / 1000)
  write('third\n', noon + 24 * HOUR_MS)
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('first\nsecond\n')
  expect(readFileSync(path, 'utf8')).toBe('third\n')
})

test('a line that a power cut or a full disk cut off is ended before the next line', () => {
  const path = join(temporaryFolder(), 'a.log')
  writeFileSync(path, 'whole\ncu')
  // If the date is simulated, the file system still uses the real date.
  utimesSync(path, new Date(), new Date())
  const log = openRotatingFile(path, keeping, { machine })
  log.write('next\n')
  log.write('last\n')
  expect(readFileSync(path, 'utf8')).toBe('whole\ncu\nnext\nlast\n')
})

test('nothing is kept longer than its days, nor files of a time when more were kept', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.log')
  for (const [name, days] of [
    ['a.log.1', 6],
    ['a.log.2', 8],
    ['a.log.3', 1],
    ['a.log.4', 1],
  ] as const) {
    writeFileSync(join(folder, name), `${name}\n`)
    const written = (noon - days * 24 * HOUR_MS) / 1000
    utimesSync(join(folder, name), written, written)
  }
  let now = noon
  const log = openRotatingFile(path, keeping, { machine, nowMs: () => now })
  log.write('today\n')
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1'])
  now += 24 * HOUR_MS
  log.write('tomorrow\n')
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('today\n')
  expect(existsSync(`${path}.2`)).toBe(true)
  now += HOUR_MS * 24
  log.write('the day after\n')
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('today\n')
})

test.skipIf(!existsSync('/dev/full'))('a full disk is survived, said elsewhere, and what was lost is counted', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'a.log')
  symlinkSync('/dev/full', path)
  const said: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  let now = noon
  const log = openRotatingFile(path, keeping, { machine, nowMs: () => now })
  log.write('one\n')
  log.write('two\n')
  stderr.mockRestore()
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('one\n')
  expect(said[0]).toContain('ENOSPC')
  rmSync(path)
  now += 24 * HOUR_MS
  log.write('three\n')
  const time = new Date(now).toISOString()
  const lost = JSON.stringify({ time, level: 'warn', event: 'log.lines-lost', machine: 'kiosk-1', lost: 2 })
  expect(readFileSync(path, 'utf8')).toBe(`${lost}\nthree\n`)
})

const kiosk = { version: '1.0.0', mode: 'demo', deviceId: 'nongo-07', partner: 'up', printer: 'ready' } as const
const settings = { running: 0, waiting: false, waitsFor: null, settingsRolledBack: null }
const well: KioskStatus = { ...kiosk, canSell: true, unfinished: 0, serving: false, settings }

test('its stop waits for the look that is being taken: afterwards nothing is asked, and nothing is told', async () => {
  const folder = temporaryFolder()
  const errors: unknown[] = []
  const look = Promise.withResolvers<KioskStatus>()
  const status = startStatusFile(
    folder,
    createSystemClock(),
    () => look.promise,
    (error) => void errors.push(error),
  )
  let stopped = false
  const stopping = status.stop().then(() => void (stopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(stopped).toBe(false)
  look.resolve(well)
  await stopping
  expect(existsSync(join(folder, 'status.json'))).toBe(false)
  expect(errors).toEqual([])
})

test('it is told while the program runs, and no longer', async () => {
  const folder = temporaryFolder()
  const status = startStatusFile(
    folder,
    createSystemClock(),
    async () => well,
    (error) => {
      throw error
    },
  )
  await expect.poll(() => readStatus(folder, Date.now())).toMatchObject({ ...well, pid: process.pid })
  await status.stop()
  expect(readStatus(folder, Date.now())).toBeNull()
})
