import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openFileSigner } from '../../electron/ledger/signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { issueSlip } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/fixtures.ts'

/** Writes a voucher into the ledger of a stopped or new kiosk. Returns the text of its code. */
export async function writeSlip(directory: string, slipId: string, amount: number): Promise<string> {
  const folder = join(directory, 'demo')
  mkdirSync(folder, { recursive: true })
  const signer = openFileSigner(join(folder, 'ledger-key.pem'))
  const now = tickingClock(`boot-${slipId}`, Date.now())
  const ledger = await openLedger({ ...ledgerOptions(folder), signer, now })
  const seatId = String(900_000 + (Number.parseInt(slipId, 36) % 90_000))
  issueSlip(ledger, now, { slipId, amount, currency: 'GNF' }, seatId)
  const known = ledger.slips.find(slipId)
  const code = known ? ledger.slips.codeOf(known) : ''
  ledger.close()
  return code
}
