import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSample } from '../support/share.ts'
import { type Campaign, openCampaign, pairs, singles } from './campaign.ts'
import { ROOTS } from './target-ledger.ts'

let campaign: Campaign

beforeAll(async () => {
  campaign = await openCampaign()
})

afterAll(() => campaign.close())

test('an honest ledger holds under each root of trust', async () => {
  expect(await campaign.honest()).toEqual([])
})

test.each(ROOTS)('every forgery is noticed by who has one root of trust: %s', async (root) => {
  const { attacks, missed } = await campaign.judge(root, singles)
  expect(attacks).toBeGreaterThan(15)
  expect(missed).toEqual([])
  const { missed: unseen } = await campaign.blind(root)
  expect(unseen).toEqual(
    root === 'key' ? ['all files are put back to an earlier moment', 'an older archive is shown for the newest'] : [],
  )
})

test('so is a share of the pairs; all of them are played by npm run proofs', async () => {
  const share = pairs.filter((_, index) => index % (isSample ? 16 : 8) === 0)
  expect(share.length).toBeGreaterThan(isSample ? 10 : 20)
  for (const root of ROOTS) expect((await campaign.judge(root, share)).missed).toEqual([])
})

test('the control: without roots, and without the checks that came with them, most of it passes', async () => {
  const { missed } = await campaign.withoutRoots(singles)
  expect(missed).toContain('everything is signed again by a stranger')
  expect(missed).toContain('the archive is cut, and a stranger’s key takes over and goes on')
  expect(missed).toContain('the last sale is deleted, with anchor, roll and backups')
  expect(missed).toContain('the triggers are replaced by ones that do nothing')
})
