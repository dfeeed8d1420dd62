import { expect, it } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from './scene.ts'

it('sums up the shift: X as often as wanted, Z ends it, perpetual figures go on', async () => {
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(temporaryDirectory(), { now: clock }))
  sellOut(ledger, clock, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const x = ledger.closeShift('X', null, clock())
  const again = ledger.closeShift('X', 'staff-7', clock())
  expect(x).toMatchObject({
    kind: 'X',
    shiftNo: 1,
    firstSeq: 1,
    lastSeq: x.seq - 1,
    totals: {
      GNF: {
        tickets: 2,
        accounts: {
          drawer: { debit: 75_000, credit: 5_000 },
          'customer-deposits': { debit: 70_000, credit: 70_000 },
          'organiser-payable': { debit: 0, credit: 70_000 },
        },
      },
    },
    perpetualNet: { GNF: 70_000 },
    perpetualAbs: { GNF: 70_000 },
  })
  expect(again.totals).toEqual(x.totals)

  const z = ledger.closeShift('Z', 'staff-7', clock())
  expect(z).toMatchObject({ kind: 'Z', shiftNo: 1, firstSeq: 1, totals: x.totals })
  sellOut(ledger, clock, [chosenSeat('1003', 50_000)], 'card')
  const second = ledger.closeShift('Z', 'staff-7', clock())
  expect(second).toMatchObject({
    shiftNo: 2,
    firstSeq: z.seq + 1,
    totals: { GNF: { tickets: 1, accounts: { 'card-clearing': { debit: 50_000, credit: 0 } } } },
    perpetualNet: { GNF: 120_000 },
  })
  const empty = ledger.closeShift('Z', null, clock())
  expect(empty).toMatchObject({
    shiftNo: 3,
    firstSeq: second.seq + 1,
    lastSeq: second.seq,
    totals: {},
    perpetualNet: { GNF: 120_000 },
  })
  ledger.close()
})
