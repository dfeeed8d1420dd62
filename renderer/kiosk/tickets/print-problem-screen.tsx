import type { SaleStage } from '../../../shared/kiosk-api/views.ts'
import { Button } from '../../components/button.tsx'
import { NoticeStrip } from '../../components/notice.tsx'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { PrintedTickets } from './printed-tickets.tsx'
import { ProblemNotice, useDeviceCode } from '../problem-notice.tsx'
import { ReferenceCard } from '../collecting/reference-card.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'

/** Paid, recorded, and not on paper: nothing is lost, but somebody has to come. */
export function PrintProblemScreen({ stage }: { stage: Extract<SaleStage, { name: 'print-problem' }> }) {
  const { t } = useI18n()
  const store = useKioskStore()
  const { busy, problem } = useKioskState()
  const code = useDeviceCode('ticket-not-printed')
  const printed = stage.tickets.filter(({ state }) => state === 'printed').length
  return (
    <Sheet
      title={t.printProblem.title}
      lead={t.printProblem.body}
      notice={
        problem ? (
          <ProblemNotice notice={problem} />
        ) : (
          <NoticeStrip
            title={t.printProblem.reason(stage.printer.reason)}
            body={t.printProblem.printed(printed, stage.tickets.length)}
            code={code}
            icon="printer"
          />
        )
      }
      coupon={<SaleCoupon countdown={false} />}
      actions={
        <>
          <Button kind="primary" icon="printer" disabled={busy} onPress={store.retryPrint}>
            {t.printProblem.retry}
          </Button>
          <Button kind="quiet" icon="person" onPress={store.openStaff}>
            {t.staff.enter}
          </Button>
        </>
      }
    >
      <PrintedTickets tickets={stage.tickets} />
      <ReferenceCard reference={stage.reference} />
    </Sheet>
  )
}
