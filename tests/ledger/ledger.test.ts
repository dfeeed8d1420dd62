import { describe, expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

describe('a ledger', () => {
  it('gives back every state of a sale as it was recorded, before and after reopening', async () => {
    const options = ledgerOptions(temporaryDirectory())
    const seen: string[] = []
    const ledger = await openLedger(options)
    const done = sellOut(
      {
        record(previous, sale, event, now) {
          ledger.record(previous, sale, event, now)
          expect(ledger.find(sale.saleId)).toEqual(sale)
          seen.push(sale.state)
        },
      },
      tickingClock(),
      [chosenSeat('1001'), chosenSeat('1002')],
    )
    ledger.close()
    const again = await openLedger(options)
    expect(again.find(done.sale.saleId)).toEqual(done.sale)
    expect(again.unfinished()).toEqual([])
    expect(seen).toEqual(
      ['holding', 'held', 'priced', 'paying', 'paid', 'confirming', 'confirmed'].concat([
        'printing',
        'printing',
        'printing',
        'printing',
        'done',
      ]),
    )
    again.close()
  })
})
