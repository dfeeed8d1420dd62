import { saleSuite } from './sale-line.ts'

export const suite = saleSuite(1_000, 1_000)
