import { useState } from 'react'
import type { TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { Sheet } from '../../components/sheets/sheet.tsx'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { PrintedTickets } from './printed-tickets.tsx'
import { HeldPlaces } from '../place-picture.tsx'
import { SaleCoupon } from '../sale-coupon.tsx'
import { useScanner } from './use-scanner.ts'

export function PrintingScreen({ tickets }: { tickets: readonly TicketPrintView[] }) {
  const { t } = useI18n()
  const { info } = useKioskState()
  const { invoke } = useKioskStore()
  const [another, setAnother] = useState(false)
  const readBack = info?.readBack ?? false
  useScanner(readBack, (code) => {
    void invoke('readTicket', { code }).then((reply) => setAnother(reply.ok && reply.value === 'another'))
  })
  const calm = tickets.length === 1 ? t.printing.bodyOne : t.printing.body
  const asked = another ? t.printing.anotherCode : t.printing.readBack
  const shown = readBack ? asked : calm
  return (
    <Sheet
      title={t.printing.title(tickets.length)}
      lead={info?.printer.standsIn ? [t.printing.standsIn, ...(readBack ? [asked] : [])].join(' ') : shown}
      leadRole="status"
      coupon={<SaleCoupon countdown={false} />}
      picture={<HeldPlaces />}
    >
      <PrintedTickets tickets={tickets} />
    </Sheet>
  )
}
