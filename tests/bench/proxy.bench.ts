import { proxySuite } from './proxy-line.ts'

export const suite = proxySuite('a small reply through the main process', 500, 200, 0.6)
