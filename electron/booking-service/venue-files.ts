import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

/** Reads every venue plan of a folder. Throws on a file that is not one: a service with a wrong venue must not sell. */
export function readVenuePlans(folder: string): VenuePlan[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const path = join(folder, file)
    const parsed = parseVenuePlan(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.ok) throw new Error(`${path}: ${parsed.error.problems.join('; ')}`)
    return parsed.value
  })
}
