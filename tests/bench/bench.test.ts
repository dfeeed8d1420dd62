import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { amountOf, anyOf } from '../support/share.ts'
import { recorded, verdictOn } from './gate.ts'
import { type SuiteName, suites } from './suites.ts'

const drawn = anyOf('suites', Object.keys(suites).sort(), amountOf(6, 1))

test(`every suite comes to its end (${drawn.said})`, async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...drawn.cases, '--once'])
  expect(stdout.match(/^.+(?=: ended$)/gmu)?.sort()).toEqual(drawn.cases)
}, 300_000)

test('a ratio is lost when by far the most rounds are below two thirds of what it was', () => {
  expect(verdictOn([7, 6.8, 9, 30], 10)).toBe('held')
  expect(verdictOn([7, 6.8, 9, 6], 10)).toBe('not decided in time')
  expect(verdictOn([6, 6, 6, 6, 6, 6, 6], 10)).toBe('not decided in time')
  expect(verdictOn([6, 6, 6, 6, 6, 6, 6, 6], 10)).toBe('**lost**')
  expect(verdictOn([6, 6, 6, 6, 6, 7, 6, 6, 6, 6], 10)).toBe('**lost**')
})

test('what was recorded is of rivals that are still there', async () => {
  for (const [name, before] of Object.entries(recorded)) {
    await expect(suites[name as SuiteName]()).resolves.toHaveProperty('prepare')
    expect(Object.keys(before)).not.toHaveLength(0)
  }
})
