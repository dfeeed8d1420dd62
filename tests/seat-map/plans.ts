import { readFileSync } from 'node:fs'
import { parseVenuePlan, type VenuePlan } from '../../shared/domain/venue/venue-plan.ts'

function read(name: string): VenuePlan {
  const file = new URL(`../../resources/venues/${name}.json`, import.meta.url)
  const plan = parseVenuePlan(JSON.parse(readFileSync(file, 'utf8')))
  if (!plan.ok) throw new Error(JSON.stringify(plan.error.issues))
  return plan.value
}

export const stadium = read('stadium')
export const hall = read('concert-hall')
