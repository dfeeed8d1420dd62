import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readVenuePlans } from '../../electron/booking-service/venue-files.ts'
import type { PlanSection, VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

export const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url))

const ROWS_PER_SECTION = 3
const SEATS_PER_ROW = 8

function smallSection({ accessible, companion, restrictedView, ...section }: PlanSection): PlanSection {
  const rows = section.rows.slice(0, ROWS_PER_SECTION).map((row) => ({ ...row, blocks: [SEATS_PER_ROW] }))
  const inRows = (list: PlanSection['accessible']) =>
    list?.flatMap(({ row, numbers }) => {
      const left = numbers.filter((number) => number <= SEATS_PER_ROW)
      return rows.some(({ label }) => label === row) && left.length > 0 ? [{ row, numbers: left }] : []
    })
  return {
    ...section,
    rows,
    accessible: inRows(accessible),
    companion: inRows(companion),
    restrictedView: inRows(restrictedView),
  }
}

/** One section of each zone, cut to its first rows. */
function smallPlan(plan: VenuePlan): VenuePlan {
  const sections = plan.zones.flatMap(({ code }) => plan.sections.find(({ zone }) => zone === code) ?? [])
  return { ...plan, sections: sections.map(smallSection) }
}

let plans: readonly string[] | undefined

/**
 * Writes a copy of the program's resources in which the demo’s two venues have 865 seats, not 26,200, into `folder`.
 * A kiosk starts on them in a quarter of the time.
 */
export function writeSmallVenues(folder: string): string {
  plans ??= readVenuePlans(join(resourcesDirectory, 'venues')).map((plan) => JSON.stringify(smallPlan(plan)))
  mkdirSync(join(folder, 'venues'))
  for (const [index, plan] of plans.entries()) writeFileSync(join(folder, 'venues', `${index}.json`), plan)
  for (const name of readdirSync(resourcesDirectory))
    if (name !== 'venues') symlinkSync(join(resourcesDirectory, name), join(folder, name))
  return folder
}
