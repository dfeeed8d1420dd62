import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTemplates,
  createSimulationWorld,
  type SeedOptions,
  kioskName,
  type Templates,
} from '../simulation/simulation-world.ts'
import { newEvent, readyToBuy } from '../contract/buyers.ts'
import { contractClient } from '../contract/target.ts'
import { everyLie, type FalseResponse, type WireReply } from './false-responses.ts'
import type { OperationName } from '../../shared/api/partner/operations.ts'
import { createAfterSales } from '../simulation/after-sales.ts'
import { createInvariants } from '../simulation/invariants.ts'
import { createMachine, type Machine } from '../simulation/machine.ts'
import type { Program } from '../simulation/program.ts'
import { closeDay } from '../simulation/run-seed.ts'
import { createCounter } from '../simulation/staff.ts'
import { PIN, settingsOf } from '../world/campaign/kiosk.ts'
import { seconds, type World } from '../simulation/world.ts'
import { createTicketPageHub } from '../simulation/ticket-page-hub.ts'
import { createLyingLine, type LyingLine } from './tampering-proxy.ts'
import { bySection } from '../../shared/domain/seats/offer.ts'

interface Lies {
  readonly most?: number
  readonly seed?: number
  readonly blind?: boolean
  readonly only?: (lie: FalseResponse) => boolean
}

/** Plays at most `most` kinds of false replies, drawn by `seed`. `blind`: identifying fields are not compared. */
export async function lieToTheKiosk({ most = Infinity, seed = 1, blind = false, only }: Lies) {
  const directory = mkdtempSync(join(tmpdir(), 'guichet-liar-'))
  try {
    const templates = await createTemplates(directory)
    const truthful = await playLie(null, templates)
    if (truthful.violations.length > 0 || truthful.ended !== 'done') throw new Error(describe(truthful))
    const all = everyLie(truthful.honest).filter(only ?? (() => true))
    const stride = Math.max(1, Math.ceil(all.length / most))
    const lies = all.filter((_, index) => index % stride === seed % stride)
    const ended: Record<string, number> = {}
    const faults: string[] = []
    /** Number of replies that were modified in transit. */
    let told = 0
    for (const lie of lies) {
      const played = await playLie(lie, templates, blind)
      told += played.told
      const end = played.ended ?? 'not begun'
      ended[end] = (ended[end] ?? 0) + 1
      if (played.violations.length > 0) faults.push(describe(played))
    }
    return { lies: lies.length, told, ended, faults }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Returns true for false replies about money and tickets that can be detected only by an identifier. */
export function namesAnother({ operation, what }: FalseResponse): boolean {
  const afterHolds = operation === 'readCheckout' || operation === 'confirmPurchase' || operation === 'listTickets'
  return afterHolds && /(event_id|owner_ref|session_id|event\.id): of another event$/u.test(what)
}

function describe({ lie, ended, violations, story }: Awaited<ReturnType<typeof playLie>>): string {
  const what = violations.map(({ invariant, what: said }) => `${invariant}: ${said}`).join('; ')
  return `${lie} (sale: ${ended ?? 'not begun'}): ${what}\n${story.slice(-30).join('\n')}`
}

const times = { holdSeconds: 120, tenderBudgetMs: seconds(20), timeoutMs: seconds(15) }
const TERMS: SeedOptions = { ...times, kiosks: 1, batchHolds: false, openMs: 0 }
/** Duration of the false replies, longer than all holds, the refund time limit and a refund together. */
const LYING = seconds(600)
const SETTLING = seconds(4_000)

/**
 * Simulates one sale with a service that replies honestly, then falsely, then honestly again. Every sale must end once
 * the service is honest again.
 */
async function playLie(lie: FalseResponse | null, templates: Templates, blind = false) {
  const hall = await createSimulationWorld(1, templates, { terms: TERMS, faults: new Set() })
  const { world } = hall
  const { time, truth } = world
  try {
    const line = createLyingLine(world, hall.service.handle, blind)
    const otherEvent = await sellElsewhere(world, line)
    const invariants = createInvariants(truth, { ...TERMS, nowMs: () => time.now() })
    const recorded: typeof invariants.recorded = (...step) => {
      invariants.recorded(...step)
      line.committed(step[2])
    }
    const judged = { ...invariants, recorded }
    let over = false
    const machine = kiosk(world, join(hall.directory, 'kiosk'), templates, line, judged, async (program) => {
      await buy(world, program, templates.eventId)
      await listSold(line)
      if (lie) line.lie(lie, otherEvent)
      await buy(world, program, templates.eventId)
      over = true
    })
    await machine.start()
    const check = (): void => invariants.check()
    await hall.go(LYING, check, () => false)
    hall.closeDoors()
    await hall.go(SETTLING, check, () => over && invariants.allOver())
    if (truth.violations.length === 0) {
      await closeDay(world, machine)
      invariants.checkEnd()
    }
    const [, second] = invariants.known(kioskName(0))
    const { violations, story } = hall.report({})
    const name = lie ? `${lie.operation}: ${lie.what}` : 'no lie'
    return { lie: name, told: line.told(), ended: second?.state ?? null, violations, story, honest: line.honest }
  } finally {
    await hall.end()
  }
}

function kiosk(
  world: World,
  directory: string,
  templates: Templates,
  line: LyingLine,
  invariants: ReturnType<typeof createInvariants>,
  customer: (program: Program) => Promise<void>,
): Machine {
  const counter = createCounter(world, () => machine, invariants)
  const failed = (error: unknown): void =>
    world.truth.violate('bug', error instanceof Error ? String(error.stack) : String(error))
  const machine: Machine = createMachine(world, {
    ...TERMS,
    name: kioskName(0),
    directory,
    emptyLedger: templates.emptyLedgers[0] ?? '',
    signer: templates.signer,
    network: line,
    invariants,
    afterSales: createAfterSales(world.truth),
    ticketPages: createTicketPageHub(world),
    settings: {
      ...settingsOf(kioskName(0), templates.accessCode),
      role: 'cashier',
      tenders: ['card'],
      tenderBudgetMs: TERMS.tenderBudgetMs,
    },
    onStart(program) {
      customer(program).catch(failed)
      counter.attend(program).catch(failed)
    },
  })
  return machine
}

async function buy({ time }: World, { api }: Program, eventId: string): Promise<void> {
  const visit = await api.startVisit({ eventId, language: 'fr' })
  if (!visit.ok) return
  const { saleId } = visit.value
  const until = async (...names: readonly string[]): Promise<boolean> => {
    for (let looks = 0; looks < 300; looks++) {
      const shown = await api.getKiosk({})
      const stage = shown.ok ? shown.value.sale?.stage.name : undefined
      if (stage !== undefined && names.includes(stage)) return true
      await time.sleep(seconds(1))
    }
    return false
  }
  const offers = await api.proposeSeats({ saleId, count: 2 })
  const [offer] = offers.ok ? offers.value : []
  if (offer) {
    void (await api.holdSeats({ saleId, groups: bySection(offer.seats) }))
    if (await until('review', 'choosing', 'ended')) {
      const paying = await api.pay({ saleId, tender: 'card', by: { pin: PIN } })
      if (paying.ok) await until('done', 'ended', 'refund-due', 'needs-staff', 'print-problem')
    }
  }
  void (await api.abandonSale({ saleId, reason: 'cancelled' }))
  void (await api.dismissSale({ saleId }))
}

const clientOf = (line: LyingLine) => contractClient({ baseUrl: 'http://hub', partnerCode: 'demo' }, line.elsewhere)

/** Lists the tickets of a completed sale to record an honest reply, because the kiosk itself never requests the list. */
async function listSold(line: LyingLine): Promise<void> {
  const { data } = JSON.parse(line.honest.get('openSession')?.body ?? '{}') as { data: { owner_ref: string } }
  await clientOf(line).succeed('listTickets', { query: { owner_ref: data.owner_ref } })
}

/** Sells two seats of another match to another customer. Returns the honest replies by operation. */
async function sellElsewhere({ random }: World, line: LyingLine): Promise<ReadonlyMap<OperationName, WireReply>> {
  const client = clientOf(line)
  const event = await newEvent(client, { event_name: 'Demi-finale', event_date: '2026-03-21', default_price: 700 })
  const { order, session } = await readyToBuy(client, 2, event)
  await client.succeed('confirmPurchase', { body: { ...order, order_id: random.uuid() } })
  await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })
  return new Map(line.honest)
}
