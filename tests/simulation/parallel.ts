import { fork } from 'node:child_process'
import { join } from 'node:path'
import { add, emptyTally, type Tally } from './campaign.ts'
import type { KindOfKiosk } from './kinds-of-kiosk.ts'

export interface CampaignOptions {
  readonly first: number
  readonly seeds: number
  /** Processes that share the seeds. */
  readonly jobs: number
  readonly kiosks: KindOfKiosk
  readonly onProgress?: (tally: Tally) => void
}

/** Plays seeds in several processes at once. Which process plays a seed makes no difference to it. */
export async function runInParallel({ first, seeds, jobs, kiosks, onProgress }: CampaignOptions): Promise<Tally> {
  const sum = emptyTally()
  const share = Math.ceil(seeds / jobs)
  const shares = Array.from({ length: jobs }, (_, job) => ({
    from: first + job * share,
    count: Math.min(share, seeds - job * share),
  }))
  await Promise.all(
    shares.filter(({ count }) => count > 0).map(({ from, count }) => runShare(from, count, kiosks, onTally)),
  )
  return sum

  function onTally(tally: Tally): void {
    add(sum, tally)
    onProgress?.(sum)
  }
}

/** Most of what a seed makes is over before the next collection, when that may wait this long. */
const ROOM_FOR_YOUNG_OBJECTS = ['--max-semi-space-size=64']

function runShare(from: number, count: number, kiosks: string, onTally: (tally: Tally) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'campaign-child.ts'), [String(from), String(count), kiosks], {
      execArgv: ROOM_FOR_YOUNG_OBJECTS,
    })
    child.on('message', (tally) => onTally(tally as Tally))
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`seeds ${from}…: the process ended with ${code}`)),
    )
  })
}
