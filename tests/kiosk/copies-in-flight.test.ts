import { expect, test } from 'vitest'
import { createAfterSaleService } from '../../electron/core/sale/after-sale-service.ts'
import type { TicketIssuer } from '../../electron/core/ports/ports.ts'
import type { PrintOutcome } from '../../electron/core/ports/printer.ts'
import { type Ledger, type LedgerOptions, openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { inSale } from '../../electron/host/log.ts'
import { err } from '../../shared/domain/result.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { ledgerOptions, temporaryDirectory, tickingClock } from '../ledger/scene.ts'

function afterSalesOver(ledger: Ledger, { now }: LedgerOptions, print: TicketIssuer['print']) {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return createAfterSaleService({
    book: {
      files: ledger.files,
      find: (saleId) => ledger.find(saleId),
      record: (act, staffId) => ledger.recordAfterSale(act, staffId, now()),
      openCopies: () => ledger.openCopies(),
      openCancellations: () => ledger.openCancellations(),
    },
    tickets: { status: () => Promise.resolve({ state: 'ready' }), print },
    slips: { issue: () => Promise.reject(new Error('no slip is due')) },
    printers: { openDrawer: () => Promise.resolve(null) },
    partner: {
      cancelTickets: () => Promise.reject(new Error('nothing came back')),
      listTickets: async () => err({ type: 'unreachable', detail: 'no service here' }),
    },
    clock: { sleep: () => Promise.resolve() },
    ids: { uuid: () => 'one' },
    register: 'kiosk-1',
    log,
    inSale,
  })
}

test('a copy that was on its way when the power went may have come out: the next paper has the next number', async () => {
  const directory = temporaryDirectory()
  const options = ledgerOptions(directory)
  const ledger = await openLedger(options)
  const { saleId } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')]).sale
  const wish = { saleId, ticketIds: ['t-1001', 't-1002'], reason: 'papier déchiré' }
  const [atPrinter, reached] = [Promise.withResolvers<PrintOutcome>(), Promise.withResolvers<null>()]
  const cut = afterSalesOver(ledger, options, () => {
    reached.resolve(null)
    return atPrinter.promise
  })
  void cut.reprint(wish, '7').catch(() => undefined)
  await reached.promise
  ledger.close()

  const later = ledgerOptions(directory, { now: tickingClock('boot-2') })
  const again = await openLedger(later)
  const printed: number[] = []
  const afterSales = afterSalesOver(again, later, ({ copyNumber }) => {
    printed.push(copyNumber)
    return Promise.resolve({ outcome: 'printed', evidence: 'queue' })
  })
  afterSales.recover()
  expect(again.openCopies()).toEqual([])
  expect(afterSales.files.open(saleId)?.tickets.map(({ papers }) => papers.at(-1))).toEqual([
    { copyNumber: 1, state: 'unknown' },
    { copyNumber: 1, state: 'unknown' },
  ])
  expect(await afterSales.reprint(wish, '7')).toMatchObject({ ok: true })
  expect(printed).toEqual([2, 2])
  again.close()
  expect((await verifyLedger({ path: options.path })).findings).toEqual([])
})
