import { configDefaults, defineConfig } from 'vitest/config'
import { areas } from './areas.ts'

/** The tests beside the area that is being mutated, which the variable names. */
const area = areas[process.env['GUICHET_MUTATED'] ?? '']
if (!area) throw new Error('GUICHET_MUTATED names no area')

export default defineConfig({
  test: {
    include: area.tests.map((name) => `tests/${name}${name.endsWith('.test.ts') ? '' : '/**/*.test.ts'}`),
    exclude: [...configDefaults.exclude, ...(area.except ?? [])],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
