import { growthSuite, onPostgres } from './sale-growth.ts'

export const suite = growthSuite(onPostgres)
