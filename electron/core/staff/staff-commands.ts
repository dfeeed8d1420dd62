import { err, ok } from '../../../shared/domain/result.ts'
import { mayDo } from '../../../shared/kiosk-api/roles.ts'
import type { StaffCommands } from '../access/access.ts'
import type { AfterSaleService } from '../sale/after-sale-service.ts'
import type { OfficeCommand } from '../office/office-commands.ts'
import { COUNTER_ID, type Person, type Ports } from '../ports/ports.ts'
import type { PurchaseBreaker } from '../sale/purchase-breaker.ts'
import type { ReconcileService } from '../office/reconcile-service.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { readSaleQuery } from '../sale/sale-query.ts'
import { servicePrinterView } from '../sale/sale-view.ts'
import type { ShiftService } from './shift-service.ts'
import { settleGap, settleStaffCase, staffCases, wantsLook } from '../sale/staff-cases.ts'
import type { ServiceView } from '../../../shared/kiosk-api/service-views.ts'

const STAFF_PATIENCE_MS = 4_000
/** More than a screen shows; a search narrows it. */
const FOUND_AT_MOST = 20

export interface StaffSettings {
  readonly shifts: ShiftService
  readonly afterSales: AfterSaleService
  readonly reconciling: ReconcileService
  /** Ends the program; absent where its shell does not let a screen do so. */
  readonly quit?: (() => void) | undefined
  /** Ends the kiosk and asks again what the machine has to know; absent where its shell cannot. */
  readonly setUpAgain?: (() => Promise<void>) | undefined
}

/** Those who may look at closures may know what should be in the drawer; the others count first. */
const isBlind = (role: Person['role']): boolean => !mayDo('viewClosure', role)

/** How the machine's devices are, asked now. */
export type LookAround = () => Promise<Pick<ServiceView, 'partner' | 'printer'>>

/** What people do behind the counter, but for what belongs to the sale on the screen, or to the screen. */
export function createStaffCommands(
  ports: Omit<Ports, 'partner'>,
  sales: SaleService,
  breaker: PurchaseBreaker,
  { shifts, afterSales, reconciling, quit, setUpAgain }: StaffSettings,
  lookAround: LookAround,
  onScreen: (saleId: string) => boolean,
): Omit<
  StaffCommands,
  OfficeCommand | 'answerTender' | 'confirmCash' | 'parkSale' | 'recallSale' | 'noteCustomer' | 'measureScreen'
> {
  const { ledger, clock } = ports
  const casesNow = () => staffCases(ledger, sales, clock.now())

  /** An answer often leads to the sale's next question: staff should see it, but not wait for a partner that is slow. */
  async function cameToRest(saleId: string): Promise<void> {
    const enough = new AbortController()
    await Promise.race([sales.settled(saleId), clock.sleep(STAFF_PATIENCE_MS, enough.signal)])
    enough.abort()
  }

  return {
    async listStaffCases() {
      return ok(casesNow())
    },

    async settleStaffCase({ saleId, answer }, { staffId }) {
      const settle = (given: typeof answer) => settleStaffCase(ledger, sales, saleId, given, staffId, onScreen(saleId))
      const owed = sales.find(saleId)
      const lookFirst = answer.type === 'paid-back' && owed !== null && wantsLook(owed, clock.now())
      if (owed?.state === 'refund-due' && (lookFirst || answer.type === 'ask-again')) {
        const asked = settle({ type: 'ask-again' })
        if (!asked.ok) return asked
        const looked = await sales.settled(saleId)
        if ('tickets' in looked) return err({ type: 'tickets-turned-up' })
        if (!lookFirst) return ok(casesNow())
      }
      const settled = settle(answer)
      if (!settled.ok) return settled
      await cameToRest(saleId)
      if (answer.type === 'paid-back') await afterSales.paidBack(saleId)
      return ok(casesNow())
    },

    async settleLedgerGap({ seq, reference }, { staffId }) {
      const settled = settleGap(ledger, seq, reference, staffId, clock.now())
      return settled.ok ? ok(casesNow()) : settled
    },

    async findSales({ text }) {
      return ok(afterSales.files.find(readSaleQuery(text, clock.now().wallUtc), FOUND_AT_MOST))
    },

    async openSaleFile({ saleId }) {
      const file = afterSales.files.open(saleId)
      return file ? ok(file) : err({ type: 'unknown-sale' })
    },

    async reprintTickets(wish, { staffId }) {
      return afterSales.reprint(wish, staffId)
    },

    async reprintSlip(wish, { staffId }) {
      return afterSales.copySlip(wish, staffId)
    },

    async returnTickets(wish, { staffId }, second) {
      return afterSales.giveBack(wish, staffId, second.staffId)
    },

    async payReturn(wish, { staffId }) {
      return afterSales.pay(wish, staffId)
    },

    async signIn(_input, { staffId, name, role }) {
      ledger.note('SIGNED_IN', {}, clock.now(), staffId)
      return ok({ number: staffId === COUNTER_ID ? null : staffId, name, role })
    },

    async signOut({ reason }, { staffId }) {
      ledger.note('SIGNED_OUT', { reason }, clock.now(), staffId)
      return ok(null)
    },

    async viewService() {
      const [printers, seen] = await Promise.all([ports.printers.report(), lookAround()])
      const purchasesRefused = breaker.standing()
      return ok({
        ...seen,
        ...(purchasesRefused && { purchasesRefused }),
        printers: printers.map(servicePrinterView),
        ledger: ledger.canStartSale() ? 'ready' : 'full',
        mayQuit: quit !== undefined,
        ...(setUpAgain && { maySetUp: true as const }),
      })
    },

    async resumePurchases(_input, { staffId }) {
      breaker.resume(staffId)
      return ok(null)
    },

    async viewShift() {
      return ok(shifts.view())
    },

    async openShift({ currency, float }, { staffId }) {
      return shifts.open(currency, float, staffId)
    },

    async moveCash({ direction, currency, amount, reason }, { staffId }) {
      const type = direction === 'in' ? 'paid-in' : 'paid-out'
      return shifts.move({ type, currency, amount, reason }, staffId)
    },

    async openDrawer({ reason }, { staffId }) {
      return shifts.openDrawer(reason, staffId)
    },

    async countDrawer({ currency, pieces }, { staffId }) {
      return shifts.count(currency, pieces, staffId)
    },

    async closeShift({ kind }, { staffId, role }) {
      return ok(await shifts.close(kind, staffId, isBlind(role)))
    },

    async listClosures() {
      return ok(shifts.closures())
    },

    async viewClosure({ seq }) {
      const report = shifts.report(seq)
      return report ? ok(report) : err({ type: 'no-report' })
    },

    async reprintReport({ seq }, { role }) {
      const again = await shifts.reprint(isBlind(role), seq)
      return again ? ok(again) : err({ type: 'no-report' })
    },

    async startReconcile({ shiftNo }, { staffId }) {
      return reconciling.start(shiftNo ?? null, staffId)
    },

    async viewReconcile() {
      return ok(reconciling.view())
    },

    async exportLedger(_input, { staffId }) {
      const archive = await shifts.archive()
      if (!archive) return err({ type: 'not-written' })
      ports.log.info('ledger archived', { ...archive, staffId })
      const { path, rows, headHash } = archive
      return ok({ file: path, rows, headHash })
    },

    async quitProgram(_input, { staffId }) {
      if (!quit) return err({ type: 'quit-not-offered' })
      ports.log.info('ended from the screen', { staffId })
      quit()
      return ok(null)
    },

    async setUpAgain(_input, { staffId }) {
      if (!setUpAgain) return err({ type: 'quit-not-offered' })
      // Another partner would know nothing of it.
      if (ledger.unfinished().length > 0) return err({ type: 'sale-in-progress' })
      ledger.note('SET_UP_AGAIN', {}, clock.now(), staffId)
      await setUpAgain()
      return ok(null)
    },
  }
}
