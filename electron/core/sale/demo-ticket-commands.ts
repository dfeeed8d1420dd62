import { err, ok } from '../../../shared/domain/result.ts'
import type { DemoTickets } from '../../../shared/kiosk-api/views.ts'
import type { Commands } from '../access/access.ts'
import type { SaleTicket, TicketDrawing } from '../ports/ports.ts'
import type { SaleScreen } from '../screen/sale-screen.ts'
import { ticketDocument } from './sale-documents.ts'

export interface DemoTicketSettings {
  /** Absent where no screen shows a ticket: everywhere but at a demo's kiosk. */
  readonly demoTickets?: { readonly shown: DemoTickets; readonly drawing: TicketDrawing }
}

const forbidden = err({ type: 'forbidden' } as const)

/** Draws the tickets of the finished sale on the screen, and of no other, as they were printed. */
export function demoTicketCommands(
  screen: Pick<SaleScreen, 'waiting'>,
  { demoTickets }: DemoTicketSettings,
): Pick<Commands, 'drawTicket' | 'drawTickets'> {
  function ticketsOf(saleId: string) {
    const sale = screen.waiting(saleId, 'done')
    if (!sale.ok) return sale
    const { jobs, language } = sale.value
    const tickets = sale.value.tickets.map(({ ticketId }): SaleTicket => {
      const job = jobs.find((each) => each.ticketId === ticketId)
      return ticketDocument(sale.value, ticketId, job?.copyNumber ?? 0)
    })
    return ok({ tickets, ids: sale.value.tickets.map(({ ticketId }) => ticketId), language })
  }

  return {
    async drawTicket({ saleId, ticketId }) {
      if (!demoTickets) return forbidden
      const sold = ticketsOf(saleId)
      if (!sold.ok) return sold
      const ticket = sold.value.tickets[sold.value.ids.indexOf(ticketId)]
      if (!ticket) return err({ type: 'no-such-ticket' })
      return ok({ picture: inBase64(await demoTickets.drawing.picture(ticket, sold.value.language)) })
    },

    async drawTickets({ saleId }) {
      if (demoTickets?.shown !== 'document') return forbidden
      const sold = ticketsOf(saleId)
      if (!sold.ok) return sold
      const { tickets, language } = sold.value
      return ok({ document: inBase64(await demoTickets.drawing.document(tickets, language)) })
    },
  }
}

const inBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
