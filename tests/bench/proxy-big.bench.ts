import { proxySuite } from './proxy-line.ts'

export const suite = proxySuite('a section of 5,000 seats through the main process', 2_700_000, 12, 0.75)
