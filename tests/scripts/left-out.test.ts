import { expect, test } from 'vitest'
import { leftOut } from '../../scripts/left-out.ts'

test('files that were not run are counted by folder, most first, each once', () => {
  const paths = ['tests/e2e/sale.test.ts', 'tests/kiosk/a.test.ts', 'tests/kiosk/b/c.test.ts', 'tests/kiosk/a.test.ts']
  expect(leftOut(paths)).toBe('tests/kiosk (2 files), tests/e2e (1)')
  expect(leftOut(['tests/e2e/sale.test.ts'])).toBe('tests/e2e (1 file)')
})
