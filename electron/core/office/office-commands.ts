import { err, ok } from '../../../shared/domain/result.ts'
import { tradeOf } from '../../../shared/domain/money/trade.ts'
import type { OpenSaleView } from '../../../shared/kiosk-api/office-views.ts'
import type { StaffCommands } from '../access/access.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'
import type { OfficePorts } from '../ports/office.ts'
import type { SaleService } from '../sale/sale-service.ts'
import { staffCases } from '../sale/staff-cases.ts'
import { partnerFailure } from '../visit/visit-commands.ts'

export type OfficeCommand =
  | 'viewTrade'
  | 'viewSeatsLeft'
  | 'listOpenSales'
  | 'viewJournal'
  | 'verifyLedger'
  | 'listAccess'
  | 'setAccessCode'
  | 'viewSettings'
  | 'changeSetting'
  | 'printTestPage'
  | 'makeDiagnostics'

export interface OfficeSettings {
  readonly office: OfficePorts
  readonly accessCode: (eventId: string) => Promise<string | null>
}

const JOURNAL_LINES = 50
const EVENTS_AT_ONCE = 100

/** What supervisors and technicians see and do from their screens. */
export function officeCommands(
  { ledger, partner, clock, printers, log }: WatchedPorts,
  sales: SaleService,
  { office, accessCode }: OfficeSettings,
): Pick<StaffCommands, OfficeCommand> {
  /** A check reads every row: two at once would only be slower. */
  let verifying: ReturnType<OfficePorts['verify']> | null = null

  return {
    async viewTrade({ shiftNo }) {
      const tickets = office.traded(shiftNo ?? null)
      if (!tickets) return err({ type: 'no-shift' })
      return ok({ shiftNo: shiftNo ?? null, trades: tradeOf(tickets) })
    },

    async viewSeatsLeft({ eventId }) {
      const code = await accessCode(eventId)
      if (code === null) return err({ type: 'no-access-code' })
      const session = await partner.openSession({ eventId, accessCode: code })
      if (!session.ok)
        return err(isCodeRefused(session.error) ? { type: 'no-access-code' } : partnerFailure(session.error))
      const { remaining, zones } = session.value.overview
      return ok({
        eventId,
        remaining,
        zones: zones.map(({ zoneId, name, remaining: left }) => ({ zoneId, name, remaining: left })),
      })
    },

    async listOpenSales() {
      const questions = new Map(
        staffCases(ledger, sales, clock.now()).flatMap((each) =>
          'saleId' in each ? [[each.saleId, each.question] as const] : [],
        ),
      )
      const views = ledger.unfinished().map((kept): OpenSaleView => {
        const sale = sales.find(kept.saleId) ?? kept
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
          question: questions.get(sale.saleId) ?? null,
        }
      })
      return ok(views)
    },

    async viewJournal({ before, saleId }) {
      return ok(office.journal({ before: before ?? null, saleId: saleId ?? null, limit: JOURNAL_LINES }))
    },

    async verifyLedger(_input, { staffId }) {
      verifying ??= office.verify().finally(() => {
        verifying = null
      })
      const verdict = await verifying
      log.info('ledger verified', { sound: verdict.sound, rows: verdict.rows, staffId })
      return ok(verdict)
    },

    async listAccess() {
      const reply = await partner.listEvents({ page: 1, limit: EVENTS_AT_ONCE })
      if (!reply.ok) return err(partnerFailure(reply.error))
      const { accessCodes } = office
      const views = reply.value.events.map(async ({ eventId, title, startsAt }) => {
        return { eventId, title, startsAt, source: await accessCodes.source(eventId) }
      })
      return ok(await Promise.all(views))
    },

    async setAccessCode({ eventId, code }, { staffId }) {
      const session = await partner.openSession({ eventId, accessCode: code })
      if (!session.ok)
        return err(isCodeRefused(session.error) ? { type: 'access-code-refused' } : partnerFailure(session.error))
      try {
        office.accessCodes.keep(eventId, code)
      } catch (error) {
        log.error('the access code was not kept', error)
        return err({ type: 'not-written' })
      }
      ledger.note('ACCESS_CODE_SET', { eventId }, clock.now(), staffId)
      return ok(null)
    },

    async viewSettings() {
      return ok(office.settings.view())
    },

    async changeSetting({ key, value }, { staffId }) {
      const changed = office.settings.change(key, value)
      if (!changed.ok) return changed
      ledger.note('SETTING_CHANGED', { key, before: changed.value.before, after: value }, clock.now(), staffId)
      log.info('setting changed', { key, staffId })
      return ok(office.settings.view())
    },

    async printTestPage({ printer }, { staffId }) {
      const outcome = await office.testPrint(printer)
      if (!outcome) return err({ type: 'unknown-printer' })
      log.info('test page', { printer, staffId, ...outcome })
      return ok({
        outcome: outcome.outcome,
        reason: outcome.outcome === 'failed' ? outcome.reason : '',
        detail: outcome.outcome === 'printed' ? outcome.evidence : outcome.detail,
      })
    },

    async makeDiagnostics(_input, { staffId }) {
      try {
        const file = await office.diagnose({
          atUtc: clock.now().wallUtc,
          partner: partner.isUp() ? 'up' : 'down',
          printers: await printers.report(),
          canStartSale: ledger.canStartSale(),
          openSales: ledger
            .unfinished()
            .map(({ saleId, state }) => ({ saleId, state, faulted: sales.faulted(saleId) })),
        })
        log.info('diagnosis written', { staffId })
        return ok({ file })
      } catch (error) {
        log.error('no diagnosis was written', error)
        return err({ type: 'not-written' })
      }
    },
  }
}

/** The service knows the event and does not take the code. */
function isCodeRefused(error: { readonly type: string; readonly status?: number }): boolean {
  return error.type === 'refused' && error.status === 403
}
