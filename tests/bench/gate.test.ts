import { expect, test } from 'vitest'
import { recorded, verdictOn } from './gate.ts'

test('a ratio is lost when by far the most rounds are below two thirds of what it was', () => {
  expect(verdictOn([7, 6.8, 9, 30], 10)).toBe('held')
  expect(verdictOn([7, 6.8, 9, 6], 10)).toBe('not decided in time')
  expect(verdictOn([6, 6, 6, 6, 6, 6, 6], 10)).toBe('not decided in time')
  expect(verdictOn([6, 6, 6, 6, 6, 6, 6, 6], 10)).toBe('**lost**')
  expect(verdictOn([6, 6, 6, 6, 6, 7, 6, 6, 6, 6], 10)).toBe('**lost**')
})

test('what was recorded is of rivals that are still there', async () => {
  for (const [name, before] of Object.entries(recorded)) {
    await expect(import(`./${name}.bench.ts`)).resolves.toHaveProperty('suite.prepare')
    expect(Object.keys(before)).not.toHaveLength(0)
  }
})
