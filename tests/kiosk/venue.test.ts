import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { searchSections } from '../../shared/domain/seats/choice/index.ts'
import type { SectionView } from '../../shared/domain/seats/offer.ts'
import type { SeatProposal } from '../../shared/kiosk-api/views.ts'
import { startLine } from '../partner/scripted-partner.ts'
import { settingsFor, startStadium, startStadiumHub, type Machine } from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'

const seatsOf = (offers: readonly { readonly seats: readonly { readonly seatId: string }[] }[]): unknown =>
  offers.map(({ seats }) => seats.map(({ seatId }) => seatId))

async function open({ api }: Machine) {
  const { events } = need(await api.listEvents({ page: 1, limit: 12 }))
  const { eventId } = events.find(({ homeTeam }) => homeTeam !== '')!
  return need(await api.startVisit({ eventId, language: 'fr' }))
}

/** Returns a function that gives the best offers for a number of seats, after a search of the whole venue. */
async function searched(machine: Machine, { saleId, session, plan }: Awaited<ReturnType<typeof open>>) {
  const sections: SectionView[] = []
  for (const { sectionId } of session.overview.sections) {
    const { section } = need(await machine.api.viewSection({ saleId, sectionId }))
    sections.push(section!)
  }
  return (count: number): unknown => {
    const search = searchSections({ count, overview: session.overview, plan })
    for (const section of sections) search.look(section)
    return seatsOf(search.offers())
  }
}

async function improved({ api }: Machine, saleId: string): Promise<readonly (readonly SeatProposal[])[]> {
  const better = need(await api.improveProposals({ saleId }))
  return better ? [better, ...(await improved({ api } as Machine, saleId))] : []
}

describe('best seats', () => {
  test('are the best of the whole venue', async () => {
    const machine = await startStadium()
    const visit = await open(machine)
    const bestOf = await searched(machine, visit)
    for (const count of [1, 2, 5, 8]) {
      const first = need(await machine.api.proposeSeats({ saleId: visit.saleId, count }))
      const last = (await improved(machine, visit.saleId)).at(-1) ?? first
      expect(seatsOf(last)).toEqual(bestOf(count))
    }
  })

  test('on a slow line come with the first answers, a few questions at a time, and become better', async () => {
    const hub = await startStadiumHub()
    let [asking, most, asked] = [0, 0, 0]
    /** No question about a section is answered before. */
    let answers: Promise<unknown> = Promise.resolve()
    const line = await startLine(hub.url, async ({ line: request }, forward) => {
      if (!request.includes('section_id=')) return forward()
      asked += 1
      most = Math.max(most, ++asking)
      await answers
      asking -= 1
      return forward()
    })
    const machine = await startStadium(settingsFor(line.url, hub.accessCodes))
    const visit = await open(machine)
    const { saleId } = visit
    const best = (await searched(machine, visit))(7)
    const arrival = Promise.withResolvers<undefined>()
    ;[most, asked, answers] = [0, 0, arrival.promise]
    const proposed = machine.api.proposeSeats({ saleId, count: 7 })
    await expect.poll(() => asking).toBe(6)
    // Longer than seats are looked for before any are shown.
    await wait(800)
    arrival.resolve(undefined)
    const first = need(await proposed)
    expect([first.length > 0, asked]).toEqual([true, 6])
    const better = await improved(machine, saleId)
    expect(seatsOf(first)).not.toEqual(best)
    expect(seatsOf(better.at(-1) ?? [])).toEqual(best)
    expect(most).toBe(6)
  })

  test('are looked for no longer once others are wished for', async () => {
    const machine = await startStadium()
    const { saleId } = await open(machine)
    const older = machine.api.proposeSeats({ saleId, count: 2 })
    need(await machine.api.proposeSeats({ saleId, count: 3 }))
    need(await older)
    const offers = await improved(machine, saleId)
    expect(offers.flat().filter(({ seats }) => seats.length !== 3)).toEqual([])
  })
})
