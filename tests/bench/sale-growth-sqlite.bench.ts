import { growthSuite, onSqlite } from './sale-growth.ts'

export const suite = growthSuite(onSqlite)
