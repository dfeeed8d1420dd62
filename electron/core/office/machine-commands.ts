import { err, ok } from '../../../shared/domain/result.ts'
import type { TestPrintView } from '../../../shared/kiosk-api/office-views.ts'
import type { StaffCommands } from '../access/access.ts'
import type { OfficePorts } from '../ports/office.ts'
import type { PrintOutcome } from '../ports/printer.ts'
import type { SaleService } from '../sale/sale-service.ts'
import type { WatchedPorts } from '../watch/partner-watch.ts'

type MachineCommand =
  'viewSettings' | 'changeSetting' | 'printTestPage' | 'printCard' | 'examineProviders' | 'makeDiagnostics'

/** How a technician looks after the machine from its screen. */
export function machineCommands(
  { ledger, partner, clock, printers, log }: WatchedPorts,
  sales: SaleService,
  office: Pick<OfficePorts, 'settings' | 'testPrint' | 'makeCard' | 'examineProviders' | 'diagnose'>,
): Pick<StaffCommands, MachineCommand> {
  return {
    async viewSettings() {
      return ok(office.settings.view())
    },

    async changeSetting({ key, value }, { staffId }) {
      const changed = office.settings.change(key, value)
      if (!changed.ok) return changed
      ledger.note('SETTING_CHANGED', { key, before: changed.value.before, after: value }, clock.now(), staffId)
      log.info('settings.changed', { key, staffId })
      return ok(office.settings.view())
    },

    async printTestPage({ printer }, { staffId }) {
      const outcome = await office.testPrint(printer)
      if (!outcome) return err({ type: 'unknown-printer' })
      log.info('office.test-page-printed', { printer, staffId, ...outcome })
      return ok(testPrintView(outcome))
    },

    async printCard({ card, language }, { staffId }) {
      const { saved, printed } = await office.makeCard(card, language)
      log.info('office.card-printed', { card, language, staffId, saved, printed })
      if (saved.outcome !== 'printed') return err({ type: 'not-written' })
      return ok({ file: saved.evidence, paper: printed?.outcome ?? 'saved' })
    },

    async examineProviders() {
      return ok(await office.examineProviders())
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
        log.info('office.diagnosis-written', { staffId })
        return ok({ file })
      } catch (error) {
        log.error('office.diagnosis-failed', error)
        return err({ type: 'not-written' })
      }
    },
  }
}

export function testPrintView(outcome: PrintOutcome): TestPrintView {
  return {
    outcome: outcome.outcome,
    reason: outcome.outcome === 'failed' ? outcome.reason : '',
    detail: outcome.outcome === 'printed' ? outcome.evidence : outcome.detail,
  }
}
