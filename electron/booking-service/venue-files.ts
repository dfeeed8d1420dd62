import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { venuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { readJsonFile } from '../host/files/read-json.ts'
import { problemLines } from '../host/files/text-place.ts'

/** Reads every venue plan of a folder. Throws on a file that is not one: a service with a wrong venue must not sell. */
export function readVenuePlans(folder: string): VenuePlan[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return files.toSorted().map((file) => {
    const path = join(folder, file)
    const read = readJsonFile(readFileSync(path), venuePlan, catalogues.en)
    if (!read.ok) throw new Error(problemLines(path, read.problems).join('\n'))
    return read.value
  })
}
