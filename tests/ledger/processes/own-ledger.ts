// node own-ledger.ts <directory>: opens the ledger there, says so, and keeps it until killed.
import { join } from 'node:path'
import { openFileSigner } from '../../../electron/ledger/file-signer.ts'
import { openLedger } from '../../../electron/ledger/ledger.ts'

const [directory = ''] = process.argv.slice(2)
const ledger = await openLedger({
  path: join(directory, 'ledger.db'),
  register: 'kiosk-1',
  appVersion: '0.1.0',
  signer: openFileSigner(join(directory, 'ledger-key.json')),
  reserveBytes: 0,
  now: () => ({
    monoMs: Math.round(performance.now()),
    bootId: `boot-${process.pid}`,
    wallUtc: new Date().toISOString(),
  }),
})
ledger.note(
  'START',
  { pid: process.pid },
  { monoMs: 1, bootId: `boot-${process.pid}`, wallUtc: new Date().toISOString() },
)
console.log('open')
setInterval(() => {}, 1_000)
