import { scannedAs } from '../../../shared/domain/documents/qr-code.ts'
import type { ScannedAs } from '../../../shared/kiosk-api/views.ts'
import type { Clock, SaleTicket, TicketIssuer } from '../ports/ports.ts'
import type { PrintOutcome } from '../ports/printer.ts'

export interface ReadBack {
  /** Prints as the issuer does, and waits until the paper has been read. */
  readonly tickets: TicketIssuer
  scanned(code: string): ScannedAs
}

interface Wanted {
  readonly code: string
  readonly found: AbortController
  another: boolean
}

/**
 * A ticket counts as out only once a scanner has read it from the paper. What was not read in time, or only another code,
 * may have come out: a person looks. A ticket that was read is out, whatever the printer says. Duplicates are
 * not asked for: the person who had them printed has them in hand.
 */
export function createReadBack(tickets: TicketIssuer, clock: Clock, waitMs: number, stopping: AbortSignal): ReadBack {
  const wanted = new Set<Wanted>()

  async function print(ticket: SaleTicket, language: string): Promise<PrintOutcome> {
    if (ticket.copyNumber > 0) return tickets.print(ticket, language)
    // From the start: some printers say that they are done long after the paper can be taken.
    const mine: Wanted = { code: ticket.qrCode, found: new AbortController(), another: false }
    wanted.add(mine)
    try {
      const printed = await tickets.print(ticket, language)
      if (printed.outcome === 'failed') return printed
      if (printed.outcome === 'printed') await clock.sleep(waitMs, AbortSignal.any([stopping, mine.found.signal]))
      const said = printed.outcome === 'printed' ? printed.evidence : printed.detail
      if (mine.found.signal.aborted) return { outcome: 'printed', evidence: `${said}; read back` }
      if (printed.outcome === 'unknown') return printed
      return { outcome: 'unknown', detail: `${said}; ${mine.another ? 'another code was read' : 'not read back'}` }
    } finally {
      wanted.delete(mine)
    }
  }

  return {
    tickets: { ...tickets, print },

    scanned(code) {
      const found = [...wanted].find((one) => scannedAs(code, one.code))
      if (found) {
        found.found.abort()
        return 'wanted'
      }
      for (const one of wanted) one.another = true
      return wanted.size > 0 ? 'another' : 'nothing-wanted'
    },
  }
}
