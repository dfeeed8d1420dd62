import type { TicketPrintView } from '../../shared/kiosk-api/views.ts'
import { Sheet } from '../components/sheet.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useKioskState } from './kiosk-context.tsx'
import { PrintedTickets } from './printed-tickets.tsx'
import { SaleCoupon } from './sale-coupon.tsx'

export function PrintingScreen({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const calm = tickets.length === 1 ? t.printing.bodyOne : t.printing.body
  return (
    <Sheet
      title={t.printing.title(tickets.length)}
      lead={info?.printer.standsIn ? t.printing.standsIn : calm}
      leadRole="status"
      coupon={<SaleCoupon countdown={false} />}
    >
      <PrintedTickets tickets={tickets} />
    </Sheet>
  )
}
