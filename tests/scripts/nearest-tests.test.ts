import { expect, test } from 'vitest'
import { nearestTests } from '../../scripts/nearest-tests.ts'

const files = [
  { path: 'shared/domain/money.ts', specifiers: ['zod'] },
  { path: 'shared/domain/sale.ts', specifiers: ['./money.ts', './sale.ts'] },
  { path: 'electron/core/desk.ts', specifiers: ['../../shared/domain/sale.ts', '../picture.svg?raw'] },
  { path: 'tests/domain/money.test.ts', specifiers: ['vitest', '../../shared/domain/money.ts'] },
  { path: 'tests/core/machine.ts', specifiers: ['../../electron/core/desk.ts'] },
  { path: 'tests/core/desk.test.tsx', specifiers: ['./machine.ts', '../../shared/domain/money.ts'] },
  { path: 'tests/core/far.test.ts', specifiers: ['./machine.ts'] },
  { path: 'tests/other.test.ts', specifiers: ['vitest'] },
]
const near = (...changed: string[]) => nearestTests(files, changed).map(({ path, steps }) => `${steps} ${path}`)

test('the tests that reach what changed come nearest first, others not at all', () => {
  expect(near('shared/domain/money.ts')).toEqual([
    '1 tests/domain/money.test.ts',
    '1 tests/core/desk.test.tsx',
    '4 tests/core/far.test.ts',
  ])
  expect(near('electron/core/desk.ts')).toEqual(['2 tests/core/desk.test.tsx', '2 tests/core/far.test.ts'])
})

test('a test that changed comes first; pictures count as well; what is gone or unknown reaches nothing', () => {
  expect(near('tests/core/far.test.ts', 'electron/picture.svg')).toEqual([
    '0 tests/core/far.test.ts',
    '3 tests/core/desk.test.tsx',
  ])
  expect(near('tests/gone.test.ts', 'README.md')).toEqual([])
  expect(near()).toEqual([])
})
