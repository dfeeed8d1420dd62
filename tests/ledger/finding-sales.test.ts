import { expect, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'
import { asOfVersion } from './older-schema.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { ledgerOptions, tickingClock } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a sale is found by its tickets’ codes: hexadecimal ones in either case, a partner’s own as they are', async () => {
  const options = ledgerOptions(temporaryFolder())
  const ledger = await openLedger(options)
  const seats = ['1001', '1002', '1003'].map((seatId) => chosenSeat(seatId))
  const codes = ['Billet-É-7', 'BILLET-É-7', 'ABCDEF'.repeat(5) + '01']
  const sales = seats.map(
    (seat, at) => sellOut(ledger, options.now, [seat], 'card', { qrCode: codes[at]! }).sale.saleId,
  )
  const found = (words: string) => ledger.files.find({ words, period: null }, 5).map(({ saleId }) => saleId)
  for (const [at, code] of codes.entries()) expect(found(code)).toEqual([sales[at]])
  expect(found(codes[2]!.toLowerCase())).toEqual([sales[2]])
  expect(found('billet-é-7')).toEqual([])
  ledger.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])
})

test('which of a sale’s tickets was meant is said, where one was', async () => {
  const options = ledgerOptions(temporaryFolder())
  const ledger = await openLedger(options)
  const { sale } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')])
  const [first, second] = 'tickets' in sale ? sale.tickets : []
  const named = (words: string) => ledger.files.find({ words, period: null }, 5).map((each) => each.namedTickets)
  const order = 'order' in sale ? sale.order.orderId : ''
  expect([named('N3 F 2'), named(first!.ticketNumber), named(second!.qrCode.toUpperCase())]).toEqual([
    [[second!.ticketId]],
    [[first!.ticketId]],
    [[second!.ticketId]],
  ])
  expect([named(''), named(order), named('A-778812')]).toEqual([[[]], [[]], [[]]])
  ledger.close()
})

test('a ledger from before seats were looked for has them afterwards', async () => {
  const options = ledgerOptions(temporaryFolder())
  const ledger = await openLedger(options)
  const { saleId } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')]).sale
  ledger.close()
  asOfVersion(options.path, 3)
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])

  const later = await openLedger(ledgerOptions(options.path.replace(/\/[^/]+$/u, ''), { now: tickingClock('boot-2') }))
  const found = later.files.find({ words: 'n3 f 2', period: null }, 5)
  expect(found.map((each) => each.saleId)).toEqual([saleId])
  later.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])
})
