import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openRotatingFile } from '../../electron/host/files/rotating-file.ts'
import { temporaryFolder } from '../kiosk/machine.ts'

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
  // Six days old, and a day more: to the very day.
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
  // A disk with room again, and the next file.
  now += 24 * HOUR_MS
  log.write('three\n')
  const time = new Date(now).toISOString()
  const lost = JSON.stringify({ time, level: 'warn', event: 'log.lines-lost', machine: 'kiosk-1', lost: 2 })
  expect(readFileSync(path, 'utf8')).toBe(`${lost}\nthree\n`)
})
