import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBookingService } from '../../electron/booking-service/booking-service.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { err, ok } from '../../shared/domain/result.ts'
import { DiskFailed } from './audited-ledger.ts'
import { serveCustomers } from './customer.ts'
import { drawFaults, type FaultKind } from './faults.ts'
import { createGroundTruth, type GroundTruth, type Violation } from './ground-truth.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import { createMachine, type Machine } from './machine.ts'
import { createNetwork } from './network.ts'
import type { Program } from './program.ts'
import { createRandom, type Random } from './random.ts'
import { createCounter, PIN } from './staff.ts'
import { kioskName, MOST_KIOSKS, type Templates } from './templates.ts'
import { createVenue } from './venue.ts'
import { createVirtualTime } from './virtual-time.ts'
import { BEGINNING, seconds, type World } from './world.ts'

export interface SeedReport {
  readonly seed: number
  readonly violations: readonly Violation[]
  /** What happened, line by line. */
  readonly story: readonly string[]
  readonly struck: ReadonlyMap<FaultKind, number>
  readonly sales: Readonly<Record<string, number>>
  readonly virtualMs: number
}

/** The terms on which a seed sells. */
interface Terms {
  readonly kiosks: number
  readonly holdSeconds: number
  readonly tenderBudgetMs: number
  readonly timeoutMs: number
  readonly batchHolds: boolean
  readonly openMs: number
}

function drawTerms(random: Random): Terms {
  const holdSeconds = random.pick([40, 120, 240, 480])
  return {
    kiosks: random.chance(0.3) ? MOST_KIOSKS : 2,
    holdSeconds,
    tenderBudgetMs: seconds(random.pick([0, 20, 90])),
    timeoutMs: seconds(random.pick([5, 15, 45])),
    batchHolds: random.chance(0.5),
    openMs: seconds(random.between(80, 260)),
  }
}

/** Staff have this long to end what waits for them. */
const SETTLING = seconds(4_000)

/** Plays one seed to its end. The same seed tells the same story, to the byte. */
export async function runSeed(seed: number, templates: Templates, only?: ReadonlySet<FaultKind>): Promise<SeedReport> {
  const random = createRandom(seed)
  const terms = drawTerms(random)
  const time = createVirtualTime(random.fork())
  const truth = createGroundTruth()
  const faults = drawFaults(random.fork(), only)
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
  try {
    const invariants = createInvariants(truth, { ...terms, nowMs: () => time.now() })
    const hall = await openHall(world, directory, templates, terms, invariants)
    const { machines, network, visited } = hall
    const go = async (durationMs: number, done: () => boolean): Promise<void> => {
      const endMs = time.now() + durationMs
      while (time.now() < endMs && truth.violations.length === 0 && !done()) {
        await time.runUntil(Math.min(endMs, time.now() + seconds(15)), () => invariants.check())
      }
    }
    const atRest = (): boolean =>
      network.quiet() && invariants.allOver() && machines.every((machine) => machine.program() && !visited(machine))

    for (const machine of machines) await machine.start()
    await go(terms.openMs, () => false)
    closing = true
    faults.cease()
    world.tell('hall', 'closes: nothing goes wrong any more')
    const closedMs = time.now()
    const longestMs = seconds(terms.holdSeconds + 120) + terms.timeoutMs
    await go(SETTLING, () => {
      for (const machine of machines) {
        const program = machine.program()
        if (program) invariants.checkProgress(machine.name, Math.max(closedMs, program.startedMs), longestMs)
      }
      return atRest()
    })
    if (truth.violations.length === 0) {
      for (const machine of machines) await closeDay(world, machine)
      invariants.checkEnd()
    }
    await hall.close()
    return {
      seed,
      violations: truth.violations,
      story,
      struck: faults.struck,
      sales: count(machines, invariants),
      virtualMs: time.now(),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function openHall(world: World, directory: string, templates: Templates, terms: Terms, invariants: Invariants) {
  const { time, random, truth } = world
  const databasePath = join(directory, 'service.db')
  copyFileSync(templates.serviceDatabase, databasePath)
  const service = await createBookingService({
    databasePath,
    venuesDirectory: templates.venuesDirectory,
    clock: () => BEGINNING + time.now(),
    random: random.fork().bytes,
    holdSeconds: terms.holdSeconds,
    seed: false,
    report: (fault) => truth.violate('bug', `the service: ${fault instanceof Error ? fault.stack : String(fault)}`),
  })
  const network = createNetwork(world, { handle: service.handle, onPurchase: (_kiosk, body) => invariants.sends(body) })
  const venue = createVenue(world, network, templates)
  const withCustomer = new Set<Program | null>()
  const machines = Array.from({ length: terms.kiosks }, (_, index): Machine => {
    const name = kioskName(index)
    const counter = createCounter(world, () => machine, invariants)
    const machine: Machine = createMachine(world, {
      name,
      directory: join(directory, name),
      emptyLedger: templates.emptyLedgers[index] ?? '',
      signer: templates.signer,
      network,
      invariants,
      timeoutMs: terms.timeoutMs,
      batchHolds: terms.batchHolds,
      settings: {
        deviceId: name,
        version: '0.0.0',
        mode: 'demo',
        languages: ['fr'],
        defaultLanguage: 'fr',
        maxSeats: 8,
        pixelsPerMillimetre: 4,
        tenders: ['card', 'cash'],
        tenderBudgetMs: terms.tenderBudgetMs,
        accessCode: () => templates.accessCode,
        plan: () => null,
        checkPin: (pin) => (pin === PIN ? ok(null) : err({ type: 'wrong-pin' })),
      },
      onStart(program) {
        withCustomer.add(program)
        const served = serveCustomers(world, name, program, venue, counter)
        watch(
          truth,
          served.finally(() => withCustomer.delete(program)),
        )
        watch(truth, counter.attend(program))
      },
    })
    return machine
  })
  const visited = (machine: Machine): boolean => withCustomer.has(machine.program())
  return { machines, network, visited, close: () => service.close() }
}

/** A command that throws, in a program that is well, is a bug. */
function watch(truth: GroundTruth, actor: Promise<unknown>): void {
  actor.catch((error: unknown) => {
    if (!(error instanceof DiskFailed))
      truth.violate('bug', error instanceof Error ? String(error.stack) : String(error))
  })
}

/** The shift is summed up, the program ends in order while virtual time goes on, and the ledger is judged by its verifier. */
async function closeDay({ time, truth }: World, machine: Machine): Promise<void> {
  machine.program()?.closeShift('Z')
  let stopped = false
  void machine.stop().then(() => {
    stopped = true
  })
  while (!stopped) await time.runUntil(time.now() + seconds(1), () => undefined)
  const { findings } = await verifyLedger({ path: machine.ledgerPath() })
  for (const { severity, check, seq, what, why } of findings) {
    if (severity === 'error') truth.violate(check, `${machine.name}, row ${seq}: ${what}: ${why}`)
  }
}

function count(machines: readonly Machine[], invariants: Invariants): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { name } of machines) {
    for (const { state } of invariants.known(name)) sums[state] = (sums[state] ?? 0) + 1
  }
  return sums
}
