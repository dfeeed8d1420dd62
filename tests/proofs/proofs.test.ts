import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Outcome, summarise } from './proof.ts'
import { proofs } from './proofs.ts'

const sound: Outcome = { amount: '9 seeds', violations: [], controls: { naive: true, early: true }, details: [] }

test.each<[string, Outcome, boolean, string]>([
  ['nothing violated, controls found', sound, true, '9 seeds, 0 violations, 2 of 2 controls found'],
  ['a violation', { ...sound, violations: ['I1'] }, false, 'FAILED: 9 seeds, 1 violations, 2 of 2 controls found'],
  [
    'a control that is not found',
    { ...sound, controls: { naive: true, 'early-timeout': false } },
    false,
    'FAILED: 9 seeds, 0 violations, 1 of 2 controls found (not early-timeout)',
  ],
  ['no control', { ...sound, controls: {} }, false, 'FAILED: 9 seeds, 0 violations, 0 of 0 controls found'],
])('the line of a proof: %s', (_, outcome, isSound, line) => {
  expect(summarise(outcome)).toEqual({ isSound, line })
})

test('the page gives the budgets of the table', () => {
  const page = readFileSync(new URL('../../docs/developing/long-running-tests.md', import.meta.url), 'utf8')
  const rows = page
    .split('## Budgets')[1]!
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split('|').map((cell) => cell.trim())] : []))
  for (const [name, { options, isInCi }] of Object.entries(proofs)) {
    const [, , budget, ...columns] = rows.find(([, names]) => names?.includes(`\`${name}\``)) ?? []
    expect(budget, name).toContain(Object.keys(options)[0] ?? '')
    const amounts = Object.values(options).flatMap((one) => (typeof one === 'string' ? [] : [one]))
    for (const [index, level] of (['default', 'ci', 'nightly'] as const).entries()) {
      if (amounts.length === 0 || (level === 'ci' && !isInCi)) continue
      const expected = amounts.map((one) => (one[level] ?? one.default).toLocaleString('en')).join(', ')
      expect(columns[index]?.replace(/ from \d+$/u, ''), `${name}, ${level}`).toBe(expected)
    }
  }
})
