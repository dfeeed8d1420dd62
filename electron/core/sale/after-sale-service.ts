import { serial } from '../../../shared/domain/serial.ts'
import type {
  AfterSaleBook,
  Clock,
  Ids,
  InSale,
  Log,
  PartnerService,
  Printers,
  SlipIssuer,
  TicketIssuer,
} from '../ports/ports.ts'
import { returnSlips, type ReturnSlips } from './return-slips.ts'
import { ticketCopies, type TicketCopies } from './ticket-copies.ts'
import { ticketCancellations } from './ticket-cancellations.ts'
import { ticketReturns, type TicketReturns } from './ticket-returns.ts'

/** What is done with sales after their end; each act is committed before anything follows from it. */
export interface AfterSaleService extends TicketCopies, TicketReturns, Omit<ReturnSlips, 'issue'> {
  readonly files: AfterSaleBook['files']
  /** The booking service is asked to cancel no more tickets; at the next start it is. */
  stop(): void
}

export interface AfterSaleServicePorts {
  readonly book: AfterSaleBook
  readonly tickets: Pick<TicketIssuer, 'status' | 'print'>
  readonly slips: SlipIssuer
  readonly printers: Pick<Printers, 'openDrawer'>
  readonly partner: Pick<PartnerService, 'cancelTickets' | 'listTickets'>
  readonly clock: Pick<Clock, 'sleep'>
  readonly ids: Pick<Ids, 'uuid'>
  readonly register: string
  readonly log: Log
  readonly inSale: InSale
}

/** One act at a time: the next one sees what the one before did. */
export function createAfterSaleService(ports: AfterSaleServicePorts): AfterSaleService {
  const { book } = ports
  const slips = returnSlips(ports)
  const copies = ticketCopies(ports)
  const cancellations = ticketCancellations(ports)
  const returns = ticketReturns(ports, slips, cancellations)
  const inTurn = serial()

  return {
    files: book.files,
    reprint: (...wish) => inTurn(() => copies.reprint(...wish)),
    openChecked: (saleId) => copies.openChecked(saleId),
    giveBack: (...wish) => inTurn(() => returns.giveBack(...wish)),
    paidBack: (saleId) => inTurn(() => slips.paidBack(saleId)),
    copySlip: (...wish) => inTurn(() => slips.copySlip(...wish)),
    pay: (...wish) => returns.pay(...wish),
    recover() {
      copies.recover()
      cancellations.recover()
    },
    stop: () => cancellations.stop(),
  }
}
