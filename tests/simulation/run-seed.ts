import { join } from 'node:path'
import { settingsOf } from '../world/campaign/kiosk.ts'
import { ledgerErrors } from '../world/campaign/accountant.ts'
import { createAfterSales, serveReturns } from './after-sales.ts'
import { DiskFailed } from './audited-ledger.ts'
import { serveCustomers, createWallet, createVenue } from './customer.ts'
import type { GroundTruth } from './ground-truth.ts'
import { openHall, type Hall, type SeedReport, kioskName, type Templates } from './hall.ts'
import { createInvariants, type Invariants } from './invariants.ts'
import { createMachine, type Machine } from './machine.ts'
import { createNetwork } from './network.ts'
import type { Control, Program } from './program.ts'
import { createCounter } from './staff.ts'
import { seconds, type World } from './world.ts'

/** `everywhere`: every machine takes notes; they do in few seeds otherwise, for a device is asked four times a second. */
type Notes = 'seldom' | 'everywhere'

const NOTES_SELDOM = 0.08

/** Staff have this long to end what waits for them. */
const SETTLING = seconds(4_000)

/**
 * Plays one seed of the shipping program to its end. The same seed tells the same story, to the byte.
 */
export async function runSeed(
  seed: number,
  templates: Templates,
  how: { readonly control?: Control; readonly notes?: Notes } = {},
): Promise<SeedReport> {
  const hall = await openHall(seed, templates)
  const { world, terms } = hall
  const { time, truth } = world
  try {
    const invariants = createInvariants(truth, { ...terms, nowMs: () => time.now() })
    const check = (): void => invariants.check()
    const { machines, afterSales, inNotes, atRest } = setUp(hall, templates, invariants, { seed, ...how })

    for (const machine of machines) await machine.start()
    await hall.go(inNotes ? terms.openMs + seconds(150) : terms.openMs, check, () => false)
    hall.closeDoors()
    const closedMs = time.now()
    const longestMs = seconds(terms.holdSeconds + 120) + terms.timeoutMs
    await hall.go(SETTLING, check, () => {
      for (const machine of machines) {
        const program = machine.program()
        if (program) invariants.checkProgress(machine.name, Math.max(closedMs, program.startedMs), longestMs)
      }
      return atRest()
    })
    if (truth.violations.length === 0) {
      for (const machine of machines) await closeDay(world, machine, invariants)
      invariants.checkEnd()
      afterSales.checkEnd()
    }
    return hall.report(countStates(machines, invariants))
  } finally {
    await hall.end()
  }
}

function setUp(
  { world, terms, service, directory }: Hall,
  templates: Templates,
  invariants: Invariants,
  { seed, control, notes = 'seldom' }: { readonly seed: number; readonly control?: Control; readonly notes?: Notes },
) {
  const { truth } = world
  const network = createNetwork(world, { handle: service.handle, onPurchase: (_kiosk, body) => invariants.sends(body) })
  const venue = createVenue(world, network, templates)
  const afterSales = createAfterSales(truth)
  // Machines where nobody stands by, and customers scan a code to pay.
  const alone =
    ['careless', 'trusting'].includes(control ?? '') || notes === 'everywhere'
      ? false
      : control !== undefined || world.random.chance(0.1)
  const inNotes =
    control === 'trusting' || notes === 'everywhere' || (!control && !alone && world.random.chance(NOTES_SELDOM))
  const wallet = createWallet(world)
  const withCustomer = new Set<Program | null>()
  const machines = Array.from({ length: terms.kiosks }, (_, index): Machine => {
    const name = kioskName(index)
    const counter = createCounter(world, () => machine, invariants)
    const codes = new Set<string>()
    const machine: Machine = createMachine(world, {
      ...terms,
      name,
      zvt: control === undefined && (seed + index) % 2 === 0,
      takesNotes: inNotes,
      slipPapers: wallet.papers,
      control,
      directory: join(directory, name),
      emptyLedger: templates.emptyLedgers[index] ?? '',
      signer: templates.signer,
      network,
      invariants,
      afterSales,
      settings: {
        ...settingsOf(name, templates.accessCode),
        role: alone || inNotes ? 'kiosk' : 'cashier',
        tenders: alone ? ['mobile-money'] : inNotes ? ['notes', 'card'] : ['card', 'cash', 'orange-money', 'mtn-momo'],
        tenderBudgetMs: terms.tenderBudgetMs,
      },
      onStart(program) {
        withCustomer.add(program)
        const served = serveCustomers(world, name, program, venue, { counter, codes, wallet, notes: machine.notes })
        watch(
          truth,
          served.finally(() => withCustomer.delete(program)),
        )
        watch(truth, counter.attend(program))
        watch(truth, serveReturns(world, name, program, invariants, { afterSales, wallet }))
      },
    })
    return machine
  })
  const free = (machine: Machine): boolean => machine.program() !== null && !withCustomer.has(machine.program())
  return {
    machines,
    afterSales,
    inNotes,
    atRest: () => network.quiet() && invariants.allOver() && afterSales.settled() && machines.every(free),
  }
}

/** A command that throws, in a program that is well, is a bug. */
function watch(truth: GroundTruth, actor: Promise<unknown>): void {
  actor.catch((error: unknown) => {
    if (!(error instanceof DiskFailed))
      truth.violate('bug', error instanceof Error ? String(error.stack) : String(error))
  })
}

/** The shift is summed up, the program ends in order while virtual time goes on, and the ledger is judged by its verifier. */
export async function closeDay({ time, truth }: World, machine: Machine, invariants?: Invariants): Promise<void> {
  if (invariants?.notes.hasUntold(machine.name)) await machine.notes?.tellsTheRest()
  invariants?.notes.checkEnd(machine.name, invariants.known(machine.name), machine.program()?.openSlips() ?? [])
  machine.program()?.closeShift('Z')
  const stopping = machine.stop().then(() => time.now())
  let stoppedMs: number | null = null
  while (stoppedMs === null) {
    await time.runUntil(time.now() + seconds(1), () => undefined)
    stoppedMs = await Promise.race([stopping, Promise.resolve(null)])
  }
  for (const error of await ledgerErrors(machine.ledgerPath())) truth.violate('ledger', `${machine.name}: ${error}`)
}

function countStates(machines: readonly Machine[], invariants: Invariants): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { name } of machines) {
    for (const { state } of invariants.known(name)) sums[state] = (sums[state] ?? 0) + 1
  }
  return sums
}
