// `node fail-flush.ts DIRECTORY ROWS`, run under strace, which makes flushes fail. Opens the ledger and writes rows one
// by one. Prints whether each row was acknowledged, and the final condition of the ledger.
import { openHere } from './open-here.ts'

const [directory = '', rows = '0'] = process.argv.slice(2)
let monoMs = 0
const now = () => ({ monoMs: (monoMs += 1), bootId: 'boot-1', wallUtc: '2025-05-17T14:00:00.000Z' })
const ledger = await openHere(directory, now)
process.stderr.write('READY\n')
for (let row = 1; row <= Number(rows); row += 1) {
  try {
    ledger.note('CLOCK_JUMP', { row }, now())
    console.log(`${row} acknowledged`)
  } catch (error) {
    console.log(`${row} ${(error as Error).name}`)
  }
}
console.log(`condition ${ledger.condition()}`)
