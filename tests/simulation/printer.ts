import type { SaleTicket, TicketIssuer } from '../../electron/core/ports/ports.ts'
import type { PrinterStatus, PrintOutcome } from '../../electron/core/ports/printer.ts'
import { seconds, type World } from './world.ts'

/** A ticket printer: what it was given goes on inside it even when the kiosk is gone. */
export function createPrinter(world: World, machine: string): TicketIssuer {
  const { time, random, faults, truth } = world
  let emptyUntil = 0
  let jobs = 0
  const empty = (): boolean => {
    if (faults.strike('paper out')) emptyUntil = time.now() + seconds(random.between(10, 180))
    return time.now() < emptyUntil && !world.closing()
  }

  function comeOut({ ticketNumber, qrCode, copyNumber }: SaleTicket): void {
    world.tell(machine, `paper: ticket ${ticketNumber}, copy ${copyNumber}`)
    truth.emit({ machine, ticketNumber, qrCode, copyNumber })
  }

  function print(ticket: SaleTicket): PrintOutcome {
    if (empty()) return { outcome: 'failed', reason: 'paper-out', detail: 'no paper' }
    if (faults.strike('paper jam')) {
      if (random.chance(0.5)) comeOut(ticket)
      return { outcome: 'unknown', detail: 'jammed on the way out' }
    }
    comeOut(ticket)
    if (faults.strike('printer silent')) return { outcome: 'unknown', detail: 'no answer' }
    jobs += 1
    return { outcome: 'printed', evidence: `${machine} job ${jobs} completed` }
  }

  return {
    async status(): Promise<PrinterStatus> {
      await time.sleep(random.between(1, 60))
      if (empty()) return { state: 'not-ready', reason: 'paper-out', detail: 'no paper' }
      return faults.strike('printer silent') ? { state: 'unknown', detail: 'no answer' } : { state: 'ready' }
    },
    async save(tickets) {
      await time.sleep(random.between(20, 200))
      if (faults.strike('document not saved')) {
        return { outcome: 'failed', reason: 'storage-full', detail: 'no room for the document' }
      }
      return { outcome: 'printed', evidence: `${tickets[0]?.orderId}.pdf` }
    },
    print(ticket) {
      const duration = faults.strike('printer slow') ? seconds(random.between(10, 90)) : random.between(400, 3_000)
      return new Promise((resolve) => {
        time.after(duration, () => resolve(print(ticket)))
      })
    },
  }
}
