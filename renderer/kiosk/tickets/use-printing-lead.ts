import { useState } from 'react'
import type { TicketPrintView } from '../../../shared/kiosk-api/views.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { useKioskState, useKioskStore } from '../state/kiosk-context.tsx'
import { useScanner } from './use-scanner.ts'

/** What a customer is told while tickets come out; where each is read back by the scanner, what that says of it. */
export function usePrintingLead(tickets: readonly TicketPrintView[]): string {
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
  if (info?.printer.awaited) return t.printing.awaited.body
  if (info?.printer.standsIn) return [t.printing.standsIn, ...(readBack ? [asked] : [])].join(' ')
  return readBack ? asked : calm
}
