import { test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { shareOf } from '../support/share.ts'
import { liveADay } from './a-day.ts'
import { inBrowser } from './in-browser.ts'

const inTheBrowser = inBrowser(useBrowser())

/** With the long day they are twenty. Ten sales have both troubles and two errands; which ones differs by seed. */
const days = shareOf(
  'a cashier’s day',
  Array.from({ length: 19 }, (_, n) => n + 2),
  1,
)

test.for(days.cases)(
  `day %i, 10 sales by keyboard: drawer, reports, books and service agree (${days.said})`,
  { timeout: 300_000 },
  async (seed) => {
    await liveADay(inTheBrowser, seed, 10)
  },
)
