import { expect, test } from 'vitest'
import { brokenInvariants, onEachEngine } from '../booking/service.ts'
import { amountOf } from '../support/share.ts'
import { type HubRaceOutcome, raceHubs } from './hub-race.ts'

const SEATS = amountOf(60, 24)

onEachEngine((engine) => {
  test(`two hub processes, sixteen buyers at each: each of ${SEATS} seats is sold once, every loser is told`, async () => {
    const database = await engine.database()
    const outcome = await raceHubs({ database, hubs: 2, clients: 16, seats: SEATS })
    expectSoldOut(outcome)
    expect(outcome.refusals).toBe(32 * SEATS - SEATS)
    expect(outcome.faults).toEqual([])
    expect(await brokenInvariants({ engine, database })).toEqual([])
  })

  test('one of them killed in the middle: its buyers go on at the other, nothing is sold twice or lost', async () => {
    const database = await engine.database()
    expectSoldOut(await raceHubs({ database, hubs: 2, clients: 8, seats: SEATS, killAfter: SEATS / 3 }))
    expect(await brokenInvariants({ engine, database })).toEqual([])
  })
})

function expectSoldOut({ sold, shownSold, tickets }: HubRaceOutcome): void {
  expect(new Set(sold).size).toBe(sold.length)
  expect(sold).toHaveLength(SEATS)
  expect(shownSold.toSorted()).toEqual(sold.toSorted())
  expect(tickets.toSorted()).toEqual(sold.toSorted())
}
