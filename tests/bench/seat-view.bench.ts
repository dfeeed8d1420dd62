import { readFileSync } from 'node:fs'
import { type SeatAddress, seatView } from '../../shared/domain/venue/seat-view.ts'
import { planSeats, risesOf } from '../../shared/domain/venue/venue-geometry.ts'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { atMost, inMs, quantile, type Suite, times } from './harness.ts'
import { openBench } from './seat-map.bench.ts'

const file = new URL('../../resources/venues/stadium.json', import.meta.url)

/** Maximum time until a picture is painted: the first of a venue, and the median of the others, in milliseconds. */
const [FIRST_MS, MEDIAN_MS] = [150, 60]

function stadium(): VenuePlan {
  const plan = parseVenuePlan(JSON.parse(readFileSync(file, 'utf8')))
  if (!plan.ok) throw new Error(JSON.stringify(plan.error.issues))
  return plan.value
}

export const suite: Suite = {
  title:
    'the view from a seat of the stadium, computed from its plan, and painted in Chromium without a GPU, 960 × 540',
  unit: { one: 'view', many: 'views' },
  clock: 'cpu',
  prepare: async () => {
    const plan = stadium()
    const bench = await openBench()
    const addresses = plan.sections.map((section): SeatAddress => {
      const { rowLabel, number } = planSeats(section)[0]!
      return { sector: section.code, row: rowLabel, seatNumber: number }
    })
    const look = (at: VenuePlan, turn: number) => seatView(at, addresses[turn % addresses.length]!, 'day')
    const places = (turn: number) => planSeats(plan.sections[turn % plan.sections.length]!)
    return {
      contenders: [
        { name: 'guichet: stands kept from look to look', units: 20, run: times(20, (turn) => look(plan, turn)) },
        { name: 'stands worked out for every look', units: 4, run: times(4, (turn) => look({ ...plan }, turn)) },
        { name: 'floor: the places of a section’s seats', units: 200, run: times(200, places) },
      ],
      goals: [{ against: 'stands worked out for every look', ratio: 2 }],
      check: () => {
        if (look(plan, 0)?.steps.length === 0) throw new Error('nothing is seen')
        if (risesOf(plan).size !== plan.sections.length) throw new Error('a section has no height')
        return Promise.resolve()
      },
      facts: async () => {
        const [first = Number.NaN, ...others] = await bench.looks(plan)
        return [
          atMost('first picture of a venue', first, FIRST_MS, inMs),
          atMost('median of the pictures after it', quantile(others, 0.5), MEDIAN_MS, inMs),
        ]
      },
      close: bench.close,
    }
  },
}
