import { readFileSync } from 'node:fs'
import { cpuUsage } from 'node:process'
import { risesOf, type SeatAddress, seatView } from '../../shared/domain/venue/seat-view.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { atMost, quantile, type Suite, times } from './harness.ts'

const file = new URL('../../resources/venues/stadium.json', import.meta.url)

/** Maximum CPU time to draw the first seat view of a venue, in milliseconds. */
const ASKED_MS = 30

function stadium(): VenuePlan {
  const plan = parseVenuePlan(JSON.parse(readFileSync(file, 'utf8')))
  if (!plan.ok) throw new Error(JSON.stringify(plan.error.issues))
  return plan.value
}

export const suite: Suite = {
  title: 'the view from a seat of the stadium, computed from its plan',
  unit: { one: 'view', many: 'views' },
  clock: 'cpu',
  prepare: () => {
    const plan = stadium()
    const addresses = plan.sections.map((section): SeatAddress => {
      const { rowLabel, number } = planSeats(section)[0]!
      return { sector: section.code, row: rowLabel, seatNumber: number }
    })
    const look = (at: VenuePlan, turn: number) => seatView(at, addresses[turn % addresses.length]!)
    const places = (turn: number) => planSeats(plan.sections[turn % plan.sections.length]!)
    return Promise.resolve({
      contenders: [
        {
          name: 'guichet: heights of a plan kept from look to look',
          units: 200,
          run: times(200, (turn) => look(plan, turn)),
        },
        { name: 'heights worked out for every look', units: 4, run: times(4, () => look({ ...plan }, 1)) },
        { name: 'floor: the places of a section’s seats', units: 200, run: times(200, places) },
      ],
      goals: [{ against: 'heights worked out for every look', ratio: 5 }],
      check: () => {
        if (seatView(plan, addresses[0]!)?.stands.length === 0) throw new Error('no stand is seen')
        if (risesOf(plan).size !== plan.sections.length) throw new Error('a section has no height')
        return Promise.resolve()
      },
      facts: () => {
        const first = firstLooks(plan, addresses[0]!)
        return Promise.resolve([
          atMost('first look at a venue', first, ASKED_MS, (ms) => `${ms.toFixed(1)} ms of a core`),
        ])
      },
    })
  },
}

function firstLooks(plan: VenuePlan, address: SeatAddress): number {
  const costs = Array.from({ length: 9 }, () => {
    const unseen = { ...plan }
    const before = cpuUsage()
    seatView(unseen, address)
    const { user, system } = cpuUsage(before)
    return (user + system) / 1000
  })
  return quantile(costs, 0.5)
}
