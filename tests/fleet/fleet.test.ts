import { expect, test } from 'vitest'
import { playFleet } from './fleet.ts'

const MINUTE = 60_000

test(
  'kiosks sell through an outage, a slow partner and lost replies: all is settled',
  { timeout: 5 * MINUTE },
  async () => {
    const report = await playFleet({
      kiosks: 4,
      seed: 1,
      timeoutMs: 5_000,
      spells: ['refused', 'slow', 'thirds'],
      sales: 3,
    })
    expect(report.violations).toEqual([])
    expect(report.sales.done).toBeGreaterThan(0)
    expect(['abandoned', 'done']).toEqual(expect.arrayContaining(Object.keys(report.sales)))
    expect(report.soldIn.slow).toBeGreaterThan(0)
    expect(report.soldIn.thirds).toBeGreaterThan(0)
    expect(report.caughtSoldAfterMs.length).toBeGreaterThan(0)
  },
)
