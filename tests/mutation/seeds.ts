// Runs simulated days in the process that contains the mutant. The simulation's own tests run the days in other
// processes.
import { expect, test } from 'vitest'
import { withTemplates } from '../simulation/campaign.ts'
import { runSeed } from '../simulation/run-seed.ts'

const SEEDS = 20

test(`the invariants hold through ${SEEDS} days in the hall`, { timeout: 600_000 }, async () => {
  await withTemplates(async (templates) => {
    for (let seed = 1; seed <= SEEDS; seed++) expect((await runSeed(seed, templates)).violations).toEqual([])
  })
})
