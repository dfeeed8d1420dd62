import { err, ok } from '../../../shared/domain/result.ts'
import { tradeOf } from '../../../shared/domain/money/trade.ts'
import type { Sale } from '../../../shared/domain/sale/sale.ts'
import type { OpenSaleView } from '../../../shared/kiosk-api/office-views.ts'
import type { StaffCommands } from '../access/access.ts'
import type { OfficePorts } from '../ports/office.ts'
import type { Ports } from '../ports/ports.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { staffCases } from '../sale/staff-cases.ts'
import { collectPieces } from './report-pieces.ts'
import type { ReconcileService } from './reconcile-service.ts'

type BookCommand =
  | 'viewTrade'
  | 'listOpenSales'
  | 'viewJournal'
  | 'verifyLedger'
  | 'startReconcile'
  | 'viewReconcile'
  | 'compareSettlement'

const JOURNAL_LINES = 50

/** What the ledger says: of the trade, of sales under way, row by row, as a whole, and against the service's tickets. */
export function bookCommands(
  { ledger, clock, log }: Pick<Ports, 'ledger' | 'clock' | 'log'>,
  sales: SaleService,
  office: Pick<OfficePorts, 'traded' | 'journal' | 'verify' | 'settle'>,
  reconciling: ReconcileService,
): Pick<StaffCommands, BookCommand> {
  /** A check reads every row: two at once would only be slower. */
  let verifying: ReturnType<OfficePorts['verify']> | null = null

  const reports = collectPieces()

  return {
    async viewTrade({ shiftNo }) {
      const traded = office.traded(shiftNo ?? null)
      if (!traded) return err({ type: 'no-shift' })
      return ok({ shiftNo: shiftNo ?? null, trades: tradeOf(traded) })
    },

    async listOpenSales() {
      const cases = staffCases(ledger, sales, clock.now())
      const questions = new Map(
        cases.flatMap((each) => ('saleId' in each ? [[each.saleId, each.question] as const] : [])),
      )
      const open = ledger.unfinished().map((kept) => sales.find(kept.saleId) ?? kept)
      // A sale whose hold was refused has neither seats nor money.
      const filled = open.filter(({ state }) => state !== 'choosing')
      return ok(filled.map((sale) => openSaleView(sale, questions.get(sale.saleId) ?? null)))
    },

    async viewJournal({ before, saleId }) {
      return ok(office.journal({ before: before ?? null, saleId: saleId ?? null, limit: JOURNAL_LINES }))
    },

    async verifyLedger(_input, { staffId }) {
      verifying ??= office.verify().finally(() => {
        verifying = null
      })
      const verdict = await verifying
      log.info('ledger.verified', { sound: verdict.sound, rows: verdict.rows, staffId })
      return ok(verdict)
    },

    async startReconcile({ shiftNo }, { staffId }) {
      return reconciling.start(shiftNo ?? null, staffId)
    },

    async viewReconcile() {
      return ok(reconciling.view())
    },

    async compareSettlement({ driver, from, to, piece, at, size }, { staffId }) {
      const report = reports.take(Buffer.from(piece, 'base64'), at, size)
      if (report === null) return err({ type: 'wrong-answer' })
      if (report === 'more') return ok(null)
      const compared = await office.settle({ driver, from, to, report })
      if (compared.ok) {
        const { payments, differences } = compared.value
        log.info('settlement.compared', { driver, payments, differences: differences.length, staffId })
      }
      return compared
    },
  }
}

function openSaleView(sale: Sale, question: OpenSaleView['question']): OpenSaleView {
  const seats = 'order' in sale ? sale.order.seats : 'seats' in sale ? sale.seats : []
  return {
    saleId: sale.saleId,
    reference: 'order' in sale ? sale.order.orderId : sale.ownerRef,
    state: sale.state,
    eventTitle: sale.event.title,
    seatCodes: seats.map(({ place }) => place.seatCode),
    amount: 'order' in sale ? sale.order.amount : seats.reduce((sum, { price }) => sum + price, 0),
    currency: sale.currency,
    tender: 'tender' in sale ? sale.tender.kind : null,
    question,
  }
}
