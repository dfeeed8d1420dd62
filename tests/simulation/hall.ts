import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBookingService, type BookingService } from '../../electron/booking-service/booking-service.ts'
import { drawFaults, type FaultKind } from './faults.ts'
import { createGroundTruth, type Violation } from './ground-truth.ts'
import { createRandom, type Random } from './random.ts'
import { smallVenue } from './small-venue.ts'
import { MOST_KIOSKS, type Templates } from './templates.ts'
import { createVirtualTime } from './virtual-time.ts'
import { BEGINNING, seconds, type World } from './world.ts'

/** The terms on which a seed sells. */
export interface Terms {
  readonly kiosks: number
  readonly holdSeconds: number
  readonly tenderBudgetMs: number
  readonly timeoutMs: number
  readonly batchHolds: boolean
  readonly openMs: number
}

/** What a seed came to. */
export interface SeedReport {
  readonly seed: number
  readonly violations: readonly Violation[]
  /** What happened, line by line. */
  readonly story: readonly string[]
  readonly struck: ReadonlyMap<FaultKind, number>
  /** By the state they ended in. */
  readonly sales: Readonly<Record<string, number>>
  readonly virtualMs: number
}

/** One seed's world with its service: everything but the kiosks. */
export interface Hall {
  readonly world: World
  readonly terms: Terms
  readonly service: BookingService
  /** Scratch space, gone in the end. */
  readonly directory: string
  /** Nothing goes wrong any more, and nobody begins anything new. */
  closeDoors(): void
  /** Lets time pass until `done`, at most that long; a violation ends everything. */
  go(longestMs: number, check: () => void, done: () => boolean): Promise<void>
  report(sales: Readonly<Record<string, number>>): SeedReport
  end(): Promise<void>
}

function drawTerms(random: Random): Terms {
  return {
    kiosks: random.chance(0.3) ? MOST_KIOSKS : 2,
    holdSeconds: random.pick([40, 120, 240, 480]),
    tenderBudgetMs: seconds(random.pick([0, 20, 90])),
    timeoutMs: seconds(random.pick([5, 15, 45])),
    batchHolds: random.chance(0.5),
    openMs: seconds(random.between(45, 180)),
  }
}

/** Share of the seeds that sell at rare prices. */
const RARE_PRICES = 0.15

/** How long time runs before somebody asks whether it is enough. */
const STRIDE = seconds(15)

export interface HallOptions {
  readonly terms: Terms
  /** Nothing else goes wrong. */
  readonly faults: ReadonlySet<FaultKind>
}

export async function openHall(seed: number, templates: Templates, fixed?: HallOptions): Promise<Hall> {
  const random = createRandom(seed)
  const terms = fixed?.terms ?? drawTerms(random)
  const time = createVirtualTime(random.fork())
  const truth = createGroundTruth()
  const faults = drawFaults(random.fork(), fixed?.faults)
  const story: string[] = []
  let closing = false
  const world: World = {
    time,
    random,
    truth,
    faults,
    tell: (who, what) => void story.push(`${(time.now() / 1_000).toFixed(3).padStart(9)} ${who}: ${what}`),
    closing: () => closing,
  }
  const directory = join(templates.directory, `seed-${process.pid}-${seed}`)
  mkdirSync(directory)
  const database = join(directory, 'service.db')
  const isRare = !fixed && random.chance(RARE_PRICES)
  copyFileSync(isRare ? random.pick(templates.rareServiceDatabases) : templates.serviceDatabase, database)
  const service = await createBookingService({
    database,
    venues: [smallVenue],
    clock: () => BEGINNING + time.now(),
    random: random.fork().bytes,
    holdSeconds: terms.holdSeconds,
    seed: false,
    report: (fault) => truth.violate('bug', `the service: ${fault instanceof Error ? fault.stack : String(fault)}`),
  })
  return {
    world,
    terms,
    service,
    directory,
    closeDoors() {
      closing = true
      faults.cease()
      world.tell('hall', 'closes: nothing goes wrong any more')
    },
    async go(longestMs, check, done) {
      const endMs = time.now() + longestMs
      while (time.now() < endMs && truth.violations.length === 0 && !done()) {
        await time.runUntil(Math.min(endMs, time.now() + STRIDE), check)
      }
    },
    report: (sales) => ({
      seed,
      violations: truth.violations,
      story,
      struck: faults.struck,
      sales,
      virtualMs: time.now(),
    }),
    async end() {
      time.end()
      await service.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
