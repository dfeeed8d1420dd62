import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, newEvent, newSession } from '../contract/buyers.ts'
import type { Client } from '../contract/target.ts'
import { brokenInvariants, onEachEngine, start, world } from '../booking/service.ts'

const HOLD_SECONDS = 100
const BUYERS = 3

const buyer = fc.integer({ min: 0, max: BUYERS - 1 })
const seat = fc.integer({ min: 0, max: 9 })
const seats = fc.uniqueArray(seat, { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('hold' as const), buyer, seats }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), buyer, seat }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('buy' as const), buyer, wrongBy: fc.constantFrom(0, 0, 0, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 70 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), buyer, seat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), buyer }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The expected buyer of a seat and the expected end of the hold. The service must return the same values. */
interface Claim {
  readonly buyer: number
  readonly until: number
  readonly holdId: string
}

class Model {
  seconds = 0
  readonly claims = new Map<number, Claim>()
  readonly tickets = new Map<number, string>()

  settle(): void {
    for (const [index, { until }] of this.claims) if (until <= this.seconds) this.claims.delete(index)
  }

  of(who: number): [seat: number, claim: Claim][] {
    return [...this.claims].filter(([, claim]) => claim.buyer === who && claim.until !== Infinity)
  }

  statuses(): string[] {
    return Array.from({ length: 10 }, (_, index) => {
      const claim = this.claims.get(index)
      return claim === undefined ? 'available' : claim.until === Infinity ? 'sold' : 'held'
    })
  }
}

onEachEngine((engine) => {
  test('any interleaving of buyers, releases, purchases and time agrees with a model of ten lines', async () => {
    const here = await world({ holdSeconds: HOLD_SECONDS, sessionSeconds: 1_000_000 }, engine)
    const { options, clock, faults } = here
    const { client } = await start(options)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const event = await newEvent(client, { default_price: 1_000 })
        const sessions = await Promise.all(Array.from({ length: BUYERS }, () => newSession(client, event)))
        const section = sessions[0]?.map.sections[0]?.id ?? ''
        const query = { section_id: section }
        const seen = await client.succeed('viewSection', { ...at(sessions[0]!), query })
        const seats = seen.map.seats.map(({ id }) => id)
        const model = new Model()
        for (const one of steps) {
          if (one.kind === 'wait') {
            clock.now += one.seconds * 1000
            model.seconds += one.seconds
            model.settle()
            continue
          }
          await perform(client, sessions[one.buyer]!, one, { model, seats, section })
        }
        expect(await brokenInvariants(here)).toEqual([])
        expect(faults).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

type Session = Awaited<ReturnType<typeof newSession>>

async function perform(
  client: Client,
  session: Session,
  step: Exclude<Step, { kind: 'wait' }>,
  { model, seats, section }: { model: Model; seats: readonly string[]; section: string },
): Promise<void> {
  const own = model.of(step.buyer)
  if (step.kind === 'hold') {
    const body = { seat_ids: step.seats.map((index) => seats[index]) }
    const foreign = step.seats.filter((index) => {
      const claim = model.claims.get(index)
      return claim !== undefined && (claim.buyer !== step.buyer || claim.until === Infinity)
    })
    if (foreign.length > 0) {
      const details = await client.refused('SEAT_CONFLICT', 'holdSeats', { ...at(session), body })
      const named = (details['seats'] as { seat_id: string }[]).map(({ seat_id }) => seats.indexOf(seat_id))
      expect(named).toEqual(foreign)
      return
    }
    const { holds } = await client.succeed('holdSeats', { ...at(session), body })
    step.seats.forEach((index, place) => {
      const holdId = holds[place]?.hold_id ?? ''
      const before = model.claims.get(index)
      if (before) expect(holdId).toBe(before.holdId)
      else model.claims.set(index, { buyer: step.buyer, until: model.seconds + HOLD_SECONDS, holdId })
      expect(holds[place]?.remaining_seconds).toBe((model.claims.get(index)?.until ?? 0) - model.seconds)
    })
  } else if (step.kind === 'release') {
    const claim = own.find(([index]) => index === step.seat)?.[1]
    if (claim === undefined) return
    const { holds } = await client.succeed('releaseHold', { params: { ...at(session).params, hold_id: claim.holdId } })
    model.claims.delete(step.seat)
    expect(holds).toHaveLength(own.length - 1)
  } else if (step.kind === 'buy') {
    const amount = own.length * 1_000 + step.wrongBy
    const body = { order_id: randomUUID(), amount, hold_ids: own.map(([, claim]) => claim.holdId), customer: {} }
    if (own.length === 0) return
    if (step.wrongBy > 0) return void (await client.refused('AMOUNT_MISMATCH', 'confirmPurchase', { body }))
    const { tickets } = await client.succeed('confirmPurchase', { body })
    expect(tickets.map((ticket) => seats.indexOf(ticket.seat_id))).toEqual(own.map(([index]) => index))
    for (const [place, [index, claim]] of own.entries()) {
      model.claims.set(index, { ...claim, until: Infinity })
      model.tickets.set(index, tickets[place]?.id ?? '')
    }
  } else if (step.kind === 'cancel') {
    const id = model.tickets.get(step.seat)
    if (id === undefined) return
    const body = { request_id: randomUUID(), owner_ref: session.owner_ref, ticket_ids: [id] }
    if (model.claims.get(step.seat)?.buyer !== step.buyer)
      return void (await client.refused('TICKET_NOT_FOUND', 'cancelTickets', { body }))
    await client.succeed('cancelTickets', { body })
    model.claims.delete(step.seat)
    model.tickets.delete(step.seat)
  } else {
    const query = { section_id: section }
    const { map, availability, holds } = await client.succeed('viewSection', { ...at(session), query })
    expect(map.seats.map(({ status }) => status)).toEqual(model.statuses())
    expect(availability.remaining).toBe(10 - model.claims.size)
    expect(holds.map(({ hold_id }) => hold_id).toSorted()).toEqual(own.map(([, claim]) => claim.holdId).toSorted())
  }
}
