import { runCampaign } from './campaign.ts'
import { runNaiveSeed } from './run-naive-seed.ts'
import { runSeed } from './run-seed.ts'

/** A share of a campaign in a process of its own: tells its parent what every few seeds came to. */
const [first = 0, count = 0, which = ''] = process.argv
  .slice(2)
  .map((text) => (/^\d+$/u.test(text) ? Number(text) : text))
const STRIDE = 25

for (let from = Number(first); from < Number(first) + Number(count); from += STRIDE) {
  const stride = Math.min(STRIDE, Number(first) + Number(count) - from)
  process.send?.(await runCampaign(which === 'naive' ? runNaiveSeed : runSeed, from, stride))
}
process.disconnect()
