import { type PlanSeat, planSeats, seatCount } from '../../../shared/domain/venue/venue-geometry.ts'
import type { PlanSection, VenuePlan } from '../../../shared/domain/venue/venue-plan.ts'
import { type SpecialKind, specialSeats } from '../../../shared/domain/venue/special-seats.ts'

/** The numbered seats of a venue. Immutable; each section is computed on first use. */
export interface VenueLayout {
  readonly plan: VenuePlan
  section(code: string): SectionLayout
}

export interface SectionLayout {
  readonly section: PlanSection
  readonly tribune: VenuePlan['tribunes'][number]
  readonly zone: VenuePlan['zones'][number]
  readonly gate: VenuePlan['gates'][number]
  readonly gateIndex: number
  readonly seatCount: number
  readonly seats: readonly PlanSeat[]
  seatCode(index: number): string
  readonly is: Readonly<Record<SpecialKind, (rowLabel: string, number: number) => boolean>>
}

export function venueLayout(plan: VenuePlan): VenueLayout {
  const sections = new Map<string, SectionLayout>()
  return {
    plan,
    section(code) {
      let layout = sections.get(code)
      if (layout === undefined) {
        layout = sectionLayout(plan, code)
        sections.set(code, layout)
      }
      return layout
    },
  }
}

function sectionLayout(plan: VenuePlan, code: string): SectionLayout {
  const section = byCode(plan.sections, code)
  const gate = byCode(plan.gates, section.gate)
  let seats: readonly PlanSeat[] | undefined
  const laidOut = (): readonly PlanSeat[] => (seats ??= planSeats(section))
  return {
    section,
    tribune: byCode(plan.tribunes, section.tribune),
    zone: byCode(plan.zones, section.zone),
    gate,
    gateIndex: plan.gates.indexOf(gate),
    seatCount: seatCount(section),
    get seats() {
      return laidOut()
    },
    is: {
      accessible: specialSeats(section, 'accessible'),
      companion: specialSeats(section, 'companion'),
      restrictedView: specialSeats(section, 'restrictedView'),
    },
    seatCode(index) {
      const seat = laidOut()[index]
      if (seat === undefined) throw new RangeError(`section ${code} has no seat ${index}`)
      return `${code}-${seat.rowLabel}-${seat.number}`
    },
  }
}

function byCode<T extends { readonly code: string }>(list: readonly T[], code: string): T {
  const found = list.find((item) => item.code === code)
  if (found === undefined) throw new Error(`the venue plan has no ${code}`)
  return found
}
