import { saleSuite } from './sale-line.ts'

export const suite = saleSuite(64, 512)
