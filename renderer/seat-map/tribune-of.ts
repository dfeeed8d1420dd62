import type { SectionOffer } from '../../shared/domain/seats/offer.ts'
import type { Tribune } from '../../shared/domain/seats/place.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

/** As the plan says; where there is none, as the section's seats did. */
export function tribuneOf({ code, tribune }: SectionOffer, plan: VenuePlan | null): Tribune | null {
  const planned = plan?.sections.find((section) => section.code === code)
  return plan?.tribunes.find((each) => each.code === planned?.tribune) ?? tribune ?? null
}

/** The tribune that all of these sections are part of; null where they are parts of several, or nobody has said of which. */
export function commonTribune(sections: readonly SectionOffer[], plan: VenuePlan | null): Tribune | null {
  const [first, ...others] = sections.map((section) => tribuneOf(section, plan))
  return first && others.every((other) => other?.code === first.code) ? first : null
}
