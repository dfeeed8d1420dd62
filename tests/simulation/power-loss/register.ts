import { join } from 'node:path'
import type { LedgerOptions } from '../../../electron/ledger/ledger.ts'

/** The same register before and after the cut. */
export function registerOptions(directory: string): Omit<LedgerOptions, 'signer' | 'now'> {
  return { path: join(directory, 'ledger.db'), register: 'kiosk-1', appVersion: '0.1.0', reserveBytes: 0 }
}

/** What the selling process says of each step. `state` is the hash of the sale's canonical JSON. */
export interface Mark {
  readonly mark: 'trying' | 'acknowledged'
  readonly saleId: string
  readonly state: string
}
