import { statSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { areas } from './areas.ts'

/** Tests of the area that is being mutated, which `GUICHET_MUTATED` names. */
const area = areas[process.env['GUICHET_MUTATED'] ?? '']
if (!area) throw new Error('GUICHET_MUTATED names no area')
const { tests, first = [], except = [] } = area

/** Tests that detect many mutants in little time come first, because a run ends with the first failure. */
class CheapestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      first.some((path) => moduleId.endsWith(path)) ? 0 : statSync(moduleId).size
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Isolation would start a worker for each test file of each mutant.
    isolate: false,
    include: [...first, ...tests.map((name) => `tests/${name}${name.endsWith('.test.ts') ? '' : '/**/*.test.ts'}`)],
    exclude: [...configDefaults.exclude, ...except],
    sequence: { sequencer: CheapestFirst },
    // A timeout on a busy computer must not count as a detected mutant.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
