import { expect, test } from 'vitest'
import { isSample } from '../support/share.ts'
import { AFTER_THE_FACT } from './kill-points.ts'
import { killsOf, playRound } from './rounds.ts'

const MINUTE = 60_000
const KILLS = isSample ? 5 : 10

test('a kiosk killed over and over loses nothing, and sells nothing twice', { timeout: 3 * MINUTE }, async () => {
  const report = await playRound({ seed: 5, kills: KILLS })
  expect(report.violations).toEqual([])
  expect(killsOf([report])).toBe(KILLS)
  expect(report.sales['done']).toBeGreaterThan(0)
  expect(['abandoned', 'done', 'refunded']).toEqual(expect.arrayContaining(Object.keys(report.sales)))
})

test('the control: a kiosk that acknowledges before it writes is caught', { timeout: 5 * MINUTE }, async () => {
  const report = await playRound({ seed: 5, kills: 8, forgetful: true, points: AFTER_THE_FACT })
  expect(report.violations.length).toBeGreaterThan(0)
})
