// `node own-ledger.ts DIRECTORY` opens the ledger in the directory, prints `open`, and runs until killed.
import { openHere } from './open-here.ts'

const [directory = ''] = process.argv.slice(2)
const ledger = await openHere(directory, () => ({
  monoMs: Math.round(performance.now()),
  bootId: `boot-${process.pid}`,
  wallUtc: new Date().toISOString(),
}))
ledger.note(
  'START',
  { pid: process.pid },
  { monoMs: 1, bootId: `boot-${process.pid}`, wallUtc: new Date().toISOString() },
)
console.log('open')
setInterval(() => {}, 1_000)
