import { createHash } from 'node:crypto'
import type { SaleTicket, TicketPages } from '../../electron/kiosk/ports/ports.ts'
import { onTelephone } from '../../shared/domain/sale/sale-printing.ts'
import { seconds, type World } from './world.ts'

export type TicketPageHub = ReturnType<typeof createTicketPageHub>

/** Timeout in milliseconds of the program's requests to the hub. */
const TIMEOUT_MS = seconds(10)

/**
 * Simulated hub of all machines, which publishes tickets for telephones. Requests may be lost, late or arrive twice;
 * replies may be lost. Assumes that a customer opens a page as soon as its row is recorded.
 */
export function createTicketPageHub({ time, random, faults, truth, tell }: World) {
  const pages = new Map<string, readonly SaleTicket[]>()
  const seen = new Set<string>()
  let links = 0

  return {
    /** Returns the pages of one program. The program loses the addresses when it stops. */
    pagesOf(machine: string, onPublish: (tickets: readonly SaleTicket[]) => void): TicketPages {
      const confirmed = new Set<string>()
      const lost = async (what: string): Promise<string> => {
        tell('hub', `${what}: no page for ${machine}`)
        await time.sleep(TIMEOUT_MS)
        return what
      }
      return {
        isOffered: () => true,
        newLink: () =>
          createHash('sha256')
            .update(`page ${(links += 1)}`)
            .digest('hex'),
        addressOf: (link) => (confirmed.has(link) ? link : null),
        wasOpened: (link) => Promise.resolve(pages.has(link) && random.chance(0.5)),
        async publish({ link }, tickets) {
          onPublish(tickets)
          const arrive = (): void => void pages.set(link, tickets)
          await time.sleep(random.between(20, 900))
          if (faults.strike('hub request lost')) return lost('request lost')
          if (faults.strike('hub request late')) {
            time.after(seconds(random.between(1, 120)), arrive)
            return lost('request late')
          }
          if (faults.strike('hub request twice')) time.after(seconds(random.below(30)), arrive)
          arrive()
          await time.sleep(random.between(20, 900))
          if (faults.strike('hub reply lost')) return lost('reply lost')
          confirmed.add(link)
          return null
        },
      }
    },
    /** Must be called when the row of a page is stored. From then on, the customer has the tickets of the page. */
    recorded(machine: string, link: string) {
      const tickets = pages.get(link)
      if (!tickets) return truth.violate('I9', `${machine}: page ${link} is recorded, and the hub does not have it`)
      if (seen.has(link)) return
      seen.add(link)
      for (const { ticketNumber, qrCode, copyNumber } of tickets) {
        tell(machine, `telephone: ticket ${ticketNumber}, copy ${copyNumber}`)
        truth.emit({ machine, ticketNumber, qrCode, copyNumber })
      }
    },
    /** Must be called when an address is shown to a customer. */
    shows(machine: string, address: string) {
      if (!seen.has(address)) truth.violate('I9', `${machine}: the address of ${address} was shown before its row`)
    },
  }
}

/** Returns the link in the evidence of a copy; null if the copy is on paper. */
export const linkIn = (evidence: string): string | null =>
  evidence.startsWith(onTelephone('')) ? evidence.slice(onTelephone('').length) : null

/** Returns the pages of a faulty program, which publishes a ticket again under the number of its last copy. */
export const repeating = (pages: TicketPages): TicketPages => ({
  ...pages,
  publish: (page, tickets, language) =>
    pages.publish(
      page,
      tickets.map((ticket) => ({ ...ticket, copyNumber: Math.max(0, ticket.copyNumber - 1) })),
      language,
    ),
})
