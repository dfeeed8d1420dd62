import { add, emptyTally, runCampaign } from './campaign.ts'
import { isKindOfKiosk, kindsOfKiosk } from './kinds-of-kiosk.ts'

/** A share of a campaign in a process of its own: tells its parent what every few seeds came to. */
const [first = 0, count = 0, which = ''] = process.argv
  .slice(2)
  .map((text) => (/^\d+$/u.test(text) ? Number(text) : text))
const STRIDE = 25

const onOrphaned = (): never => process.exit(1)
process.once('disconnect', onOrphaned)

if (!isKindOfKiosk(which)) throw new Error(`no such kiosks: ${which}`)
let sum = emptyTally()
await runCampaign(kindsOfKiosk[which], Number(first), Number(count), (tally) => {
  add(sum, tally)
  if (sum.seeds < STRIDE) return
  process.send?.(sum)
  sum = emptyTally()
})
process.send?.(sum)
process.off('disconnect', onOrphaned)
process.disconnect()
