import { join } from 'node:path'
import { openFileSigner } from '../../../electron/ledger/signer.ts'
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts'
import type { Instant } from '../../../shared/domain/sale/sale.ts'

export function openHere(directory: string, now: () => Instant): Promise<Ledger> {
  return openLedger({
    path: join(directory, 'ledger.db'),
    register: 'kiosk-1',
    appVersion: '0.1.0',
    signer: openFileSigner(join(directory, 'ledger-key.json')),
    reserveBytes: 0,
    now,
  })
}
