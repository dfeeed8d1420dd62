// node read-sale.ts <directory> <sale id>: opens the ledger in the directory and looks up the sale. Prints the state of
// the sale. Run under strace, which makes a read fail.
import { openHere } from './open-here.ts'

const [directory = '', saleId = ''] = process.argv.slice(2)
const ledger = await openHere(directory, () => ({ monoMs: 1, bootId: 'boot-2', wallUtc: '2025-05-18T14:00:00.000Z' }))
process.stderr.write('READY\n')
console.log(ledger.find(saleId)?.state)
ledger.close()
