import type { TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { PrintedTickets } from './printed-tickets.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { usePrintingLead } from './use-printing-lead.ts'

export function PrintingScreen({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const lead = usePrintingLead(tickets)
  return (
    <Sheet
      title={t.printing.title(tickets.length)}
      lead={lead}
      leadRole="status"
      coupon={<SaleCoupon countdown={false} />}
      picture={<HeldPlaces />}
    >
      <PrintedTickets tickets={tickets} />
    </Sheet>
  )
}
