import type { PlanSection, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { specialKinds, specialSeats } from '../../shared/domain/venue/special-seats.ts'
import type { Overview, SeatOffer, SeatStatus, SectionView } from '../../shared/domain/seats/offer.ts'
import { planSeats } from '../../shared/domain/venue/venue-geometry.ts'
import type { VisitView } from '../../shared/api/kiosk/views.ts'

/** Returns a generator of pseudo-random numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const prices = [100_000, 60_000, 40_000, 30_000, 20_000, 15_000, 10_000]

function priceOf(plan: VenuePlan, { zone }: PlanSection): number {
  return prices[plan.zones.findIndex(({ code }) => code === zone)] ?? 10_000
}

/** Returns the seats of one section, sold, held or blocked in groups. `taken`: approximate share of unavailable seats. */
export function demoSection(plan: VenuePlan, code: string, taken = 0.35): SectionView {
  const index = plan.sections.findIndex((section) => section.code === code)
  const section = plan.sections[index]!
  const random = randomFrom(index + 1)
  const is = {
    accessible: specialSeats(section, 'accessible'),
    companion: specialSeats(section, 'companion'),
    restrictedView: specialSeats(section, 'restrictedView'),
  }
  let run = 0
  let status: SeatStatus = 'available'
  const seats = planSeats(section).map(({ row, rowLabel, number }): SeatOffer => {
    if (run === 0) {
      run = 1 + Math.floor(random() * 5)
      const dice = random()
      status = dice < taken * 0.82 ? 'sold' : dice < taken * 0.94 ? 'held' : dice < taken ? 'blocked' : 'available'
    }
    run -= 1
    return {
      seatId: `${code}-${rowLabel}-${number}`,
      code: `${code}-${rowLabel}-${number}`,
      row: row + 1,
      rowLabel,
      number,
      status,
      price: priceOf(plan, section),
      gate: 0,
      ...Object.fromEntries(specialKinds.flatMap((kind) => (is[kind](rowLabel, number) ? [[kind, true]] : []))),
    }
  })
  const tribune = plan.tribunes.find((one) => one.code === section.tribune)
  const gate = plan.gates.find((one) => one.code === section.gate)
  if (!tribune || !gate) throw new Error(`Section ${code} has no tribune or gate`)
  const remaining = seats.filter((seat) => seat.status === 'available').length
  const ids = { sectionId: `id-${code}`, zoneId: `zone-${section.zone}`, revision: 'r1' }
  return { ...ids, remaining, tribune, gates: [gate], seats }
}

export function demoVisit(plan: VenuePlan, options: { readonly withPlan?: boolean } = {}): VisitView {
  const sections = plan.sections.map((section, index) => {
    const soldOut = index % 17 === 5
    const view = demoSection(plan, section.code, soldOut ? 1 : 0.15 + ((index * 7) % 10) * 0.08)
    const { sectionId, zoneId, remaining } = view
    const own = { code: section.code, name: section.name, price: priceOf(plan, section) }
    return { sectionId, zoneId, ...own, remaining: soldOut ? 0 : remaining }
  })
  const overview: Overview = {
    revision: 'r1',
    soldOut: false,
    remaining: sections.reduce((sum, { remaining }) => sum + remaining, 0),
    zones: plan.zones.map((zone) => {
      const own = sections.filter(({ zoneId }) => zoneId === `zone-${zone.code}`)
      const remaining = own.reduce((sum, section) => sum + section.remaining, 0)
      return { zoneId: `zone-${zone.code}`, name: zone.name, code: zone.code, price: own[0]?.price ?? 0, remaining }
    }),
    sections,
  }
  return {
    saleId: '00000000-0000-4000-8000-000000000001',
    event: {
      eventId: '1',
      title: 'Badia FC – Hamana AC',
      category: 'Football',
      startsAt: '2026-11-28T16:00:00',
      endsAt: '2026-11-28T18:00:00',
      description: '',
      venue: plan.venue,
      minPrice: 10_000,
      currency: 'GNF',
      homeTeam: 'Badia FC',
      awayTeam: 'Hamana AC',
    },
    session: {
      sessionId: 's',
      eventId: '1',
      ownerRef: 'demo-user-1',
      remainingSeconds: 1800,
      currency: 'GNF',
      overview,
    },
    plan: options.withPlan === false ? null : plan,
  }
}
