import type { ChosenSeat } from '../../shared/domain/seats/offer.ts'
import { specialKinds } from '../../shared/domain/venue/special-seats.ts'
import { ok } from '../../shared/domain/result.ts'
import type { SaleStage, SeatProposal, VisitView } from '../../shared/kiosk-api/views.ts'
import { demoSection, demoVisit } from '../seat-map/demo-venue.ts'
import { stadium } from '../seat-map/plans.ts'
import { calmAnswers, events, review, sale, saleId, type Answers } from './fake-kiosk.ts'

/** The scripted kiosk at a venue whose plan is installed. */
export const plannedVisit: VisitView = { ...demoVisit(stadium), saleId, event: events[0]! }

/** Seats of the plan, as the service gives them. */
export function plannedSeats(code: string, row: string, numbers: readonly number[]): readonly ChosenSeat[] {
  const { sectionId, zoneId, tribune, gates, seats } = demoSection(stadium, code)
  return numbers.map((number) => {
    const seat = seats.find((each) => each.rowLabel === row && each.number === number)
    const gate = gates[0]
    if (!seat || !gate) throw new Error(`No seat ${number} in row ${row} of ${code}`)
    return {
      seatId: seat.seatId,
      sectionId,
      zoneId,
      zoneName: tribune.name,
      price: seat.price,
      place: {
        seatCode: seat.code,
        sector: code,
        row,
        seatNumber: number,
        gate: { ...gate, label: gate.name },
        tribune,
        route: [gate.name, `Secteur ${code}`, `Rang ${row}`, `Place ${number}`],
        disputeCode: '',
        ...Object.fromEntries(specialKinds.flatMap((kind) => (seat[kind] ? [[kind, true]] : []))),
        ...((seat.accessible ?? seat.companion) && { stepFree: true }),
      },
    }
  })
}

export const proposal = (seats: readonly ChosenSeat[], reasons: SeatProposal['reasons']): SeatProposal => ({
  sectionId: seats[0]!.sectionId,
  zoneId: seats[0]!.zoneId,
  seats,
  total: seats.reduce((sum, { price }) => sum + price, 0),
  groups: 1,
  rows: 1,
  reasons,
})

const honour = plannedSeats('S5', 'F', [12, 13, 14])

export const plannedProposals: readonly SeatProposal[] = [
  proposal(honour, ['together', 'central', 'dearer-zone', 'near-gate']),
  proposal(plannedSeats('N13', '3', [7, 9, 11]), ['together', 'front-rows']),
  proposal(plannedSeats('E2', 'K', [4, 5, 6]), ['together', 'lowest-price']),
]

/** At the two ends of the ground, each behind a gate of its own. */
export const apart: readonly ChosenSeat[] = [...plannedSeats('O3', 'B', [5, 6]), ...plannedSeats('N17', '5', [8])]

/** Everything goes well until the review; then the sale stands at this stage. */
export function plannedAnswers(stage: SaleStage = review, seats: readonly ChosenSeat[] = honour): Answers {
  return {
    ...calmAnswers,
    startVisit: ok(plannedVisit),
    renewOverview: ok(plannedVisit.session.overview),
    viewSection: ok({ section: demoSection(stadium, 'S5'), revision: 'r1' }),
    proposeSeats: ok(plannedProposals),
    holdSeats: ok(sale(stage, seats)),
  }
}
