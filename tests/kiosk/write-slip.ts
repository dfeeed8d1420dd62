import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openFileSigner } from '../../electron/ledger/chain/file-signer.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, startSale, toPriced } from '../ledger/sales.ts'
import { ledgerOptions, tickingClock } from '../ledger/scene.ts'

/** Writes a slip of that amount into the ledger of a machine that does not run, and may be new. Returns the text of its code. */
export async function writeSlip(directory: string, slipId: string, amount: number): Promise<string> {
  const folder = join(directory, 'demo')
  mkdirSync(folder, { recursive: true })
  const signer = openFileSigner(join(folder, 'ledger-key.pem'))
  const now = tickingClock(`boot-${slipId}`, Date.now())
  const ledger = await openLedger({ ...ledgerOptions(folder), signer, now })
  const seats = [chosenSeat(String(900_000 + (Number.parseInt(slipId, 36) % 90_000)))]
  startSale(ledger, now, seats)
    .next(...toPriced(seats), { type: 'tender-started', kind: 'card', amount: 5_000 })
    .next({
      type: 'tender-approved',
      received: amount + 5_000,
      change: 0,
      approval: 'A',
      slip: { slipId, amount, currency: 'GNF' },
    })
    .next({ type: 'abandoned', reason: 'cancelled' }, { type: 'released', holdIds: [] })
    .next({ type: 'refunded', refundReference: `R-${slipId}`, staffId: 'counter' })
  const known = ledger.slips.find(slipId)
  const code = known ? ledger.slips.codeOf(known) : ''
  ledger.close()
  return code
}
