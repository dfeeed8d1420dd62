// `node read-sale.ts DIRECTORY SALE_ID` prints the state of a sale, under strace, which makes a read of the ledger
// fail.
import { openHere } from './open-here.ts'

const [directory = '', saleId = ''] = process.argv.slice(2)
const ledger = await openHere(directory, () => ({ monoMs: 1, bootId: 'boot-2', wallUtc: '2025-05-18T14:00:00.000Z' }))
process.stderr.write('READY\n')
console.log(ledger.find(saleId)?.state)
ledger.close()
