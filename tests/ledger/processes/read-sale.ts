// node read-sale.ts <directory> <sale id>: opens the ledger there and looks for that sale; says its state. Run under strace,
// which makes a read fail.
import { join } from 'node:path'
import { openFileSigner } from '../../../electron/ledger/file-signer.ts'
import { openLedger } from '../../../electron/ledger/ledger.ts'

const [directory = '', saleId = ''] = process.argv.slice(2)
const ledger = await openLedger({
  path: join(directory, 'ledger.db'),
  register: 'kiosk-1',
  appVersion: '0.1.0',
  signer: openFileSigner(join(directory, 'ledger-key.json')),
  reserveBytes: 0,
  now: () => ({ monoMs: 1, bootId: 'boot-2', wallUtc: '2025-05-18T14:00:00.000Z' }),
})
process.stderr.write('READY\n')
console.log(ledger.find(saleId)?.state)
ledger.close()
