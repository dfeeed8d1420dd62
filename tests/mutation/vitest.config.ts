import { statSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { areas } from './areas.ts'

/** The tests beside the area that is being mutated, which the variable names. */
const area = areas[process.env['GUICHET_MUTATED'] ?? '']
if (!area) throw new Error('GUICHET_MUTATED names no area')
const { tests, first = [], except = [] } = area

/** A mutant ends with the first test that notices it: those that see much in little time come first, then small files. */
class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      first.some((path) => moduleId.endsWith(path)) ? 0 : statSync(moduleId).size
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Isolation starts a worker for each test file of each mutant.
    isolate: false,
    include: [...first, ...tests.map((name) => `tests/${name}${name.endsWith('.test.ts') ? '' : '/**/*.test.ts'}`)],
    exclude: [...configDefaults.exclude, ...except],
    sequence: { sequencer: CheapestFirst },
    // A machine with other work to do is no mutant that was noticed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
