import { describe, expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, resumeSale, sellOut, startSale, toPaid, toPriced } from './sales.ts'
import { ledgerOptions, tickingClock } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

describe('a ledger', () => {
  it('gives back every state of a sale as it was recorded, before and after reopening', async () => {
    const options = ledgerOptions(temporaryFolder())
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

  it('keeps the register it was made for, whatever the machine is called later', async () => {
    const options = ledgerOptions(temporaryFolder())
    const first = await openLedger(options)
    first.close()
    const renamed = await openLedger({ ...options, register: 'kiosk-2' })
    renamed.note('START', {}, options.now())
    expect(renamed.register).toBe('kiosk-1')
    renamed.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })

  it('names its end and any row of it, for those who keep that elsewhere', async () => {
    const options = ledgerOptions(temporaryFolder())
    const ledger = await openLedger(options)
    const first = ledger.head()
    expect(first).toMatchObject({ register: 'kiosk-1', keyId: options.signer.keyId, seq: 1 })
    ledger.note('START', {}, options.now())
    const { seq, hash, ledgerId } = ledger.head()
    expect([seq, ledgerId]).toEqual([2, first.ledgerId])
    expect([1, 2, 3].map((row) => ledger.hashOf(row))).toEqual([first.hash, hash, null])
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ledgerId, headHash: hash, rows: 2 })
  })

  it('lists unfinished sales oldest first, each as it was left', async () => {
    const clock = tickingClock()
    const options = ledgerOptions(temporaryFolder(), { now: clock })
    const ledger = await openLedger(options)
    const seats = [chosenSeat('1001')]
    const held = startSale(ledger, clock, seats).next({ type: 'hold-granted' })
    sellOut(ledger, clock, [chosenSeat('1002')])
    const paid = startSale(ledger, clock, seats).next(...toPriced(seats), ...toPaid('cash', 35_000))
    const left = startSale(ledger, clock, seats).next(...toPriced(seats), { type: 'abandoned', reason: 'idle' })
    left.next({ type: 'released', holdIds: [] })
    expect(ledger.unfinished()).toEqual([held.sale, paid.sale])
    ledger.close()
    const again = await openLedger(options)
    expect(again.unfinished()).toEqual([held.sale, paid.sale])
    const [first] = again.unfinished()
    if (!first) throw new Error('nothing is unfinished')
    const resumed = resumeSale(again, clock, first).next({ type: 'resumed' }, { type: 'release-unanswered' })
    expect(again.find(first.saleId)).toEqual(resumed.sale)
    expect(again.unfinished()).toEqual([paid.sale])
    again.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })

  it('keeps what a step changes in the long parts of a sale, though no row brought it in', async () => {
    const clock = tickingClock()
    const options = ledgerOptions(temporaryFolder(), { now: clock })
    const ledger = await openLedger(options)
    const { sale } = startSale(ledger, clock)
    const renamed = { ...sale, state: 'held', event: { ...sale.event, title: 'Match reporté' } } as Sale
    ledger.record(sale, renamed, { type: 'hold-granted' }, clock())
    expect(ledger.find(sale.saleId)).toEqual(renamed)
    ledger.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })
})
