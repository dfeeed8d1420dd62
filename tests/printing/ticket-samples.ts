import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import QRCode from 'qrcode'
import { createDocumentService } from '../../electron/printing/document-service.ts'
import type { PrinterStatus, PrintJob, PrintOutcome, TicketPrinter } from '../../electron/kiosk/ports/devices.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Place } from '../../shared/domain/seats/place.ts'
import type { TicketDocument } from '../../shared/domain/documents/documents.ts'
import type { Picture } from '../../electron/printing/pdf/picture.ts'
import type { VenueBrand } from '../../electron/printing/ticket-renderer.ts'

export const fontsDirectory = fileURLToPath(new URL('../../resources/fonts', import.meta.url))

const service = createDocumentService({ fontsDirectory })

/** Caches the result of `draw` by its arguments, because most tests print the same ticket. */
function drawnOnce<Args extends readonly unknown[], Drawn>(draw: (...args: Args) => Drawn): (...args: Args) => Drawn {
  const known = new Map<string, Drawn>()
  return (...args) => {
    const named = args.map((arg) => (arg instanceof Uint8Array ? hash('sha256', arg) : arg))
    const key = hash('sha256', JSON.stringify(named))
    const drawn = known.get(key) ?? draw(...args)
    known.set(key, drawn)
    return drawn
  }
}

const [rasterisePage, pictureOf] = [drawnOnce(service.rasterisePage), drawnOnce(service.pictureOf)]
export const documents = { ...service, renderTickets: drawnOnce(service.renderTickets), rasterisePage, pictureOf }
export const { renderTickets } = documents

const place: Place = {
  seatCode: 'N1-F-24',
  sector: 'N1',
  row: 'F',
  seatNumber: 24,
  gate: { code: 'A', name: 'Porte A', label: 'Porte A, Tribune Nord, côté ville' },
  tribune: { code: 'N', name: 'Tribune Nord', color: '#1d4f9c' },
  route: ['Porte A', 'Secteur N1', 'Rang F', 'Place 24'],
  disputeCode: 'LTG-N1-F-24',
}

const ticket: TicketDocument = {
  eventTitle: 'Horoya AC – AS Kaloum Star',
  startsAt: '2025-05-17T16:00:00',
  venue: { name: 'Stade de la Corniche', city: 'Conakry', country: 'Guinée' },
  zoneName: 'Tribune Nord basse',
  place,
  qrCode: '3f9a0c12d4e5f60718293a4b5c6d7e8f',
  ticketNumber: 'TCK-2025-004821',
  ticketReference: 'REF-8XK2-QP41',
  price: 70_000,
  currency: 'GNF',
  orderId: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
  copyNumber: 0,
  specimen: null,
  index: 2,
  count: 3,
}

export interface TicketChanges extends Omit<Partial<TicketDocument>, 'place'> {
  readonly place?: Partial<Place>
}

export function sampleTicket({ place: changedPlace, ...changes }: TicketChanges = {}): TicketDocument {
  return { ...ticket, ...changes, place: { ...place, ...changedPlace } }
}

export async function ticketJob(changes: TicketChanges = {}, paper: Paper = 'roll-80'): Promise<PrintJob> {
  const ticket = sampleTicket(changes)
  const document = await renderTickets([ticket], { paper, language: 'fr' })
  return { jobId: 'order-1', document, paper, title: ticket.ticketNumber }
}

/** A printer that records its jobs and returns `outcome` for each. */
export class DevicePrinter implements TicketPrinter {
  readonly name: string
  readonly jobs: PrintJob[] = []
  state: PrinterStatus = { state: 'ready' }
  outcome: PrintOutcome = { outcome: 'printed', evidence: 'cut' }

  constructor(name = 'device') {
    this.name = name
  }

  status(): Promise<PrinterStatus> {
    return Promise.resolve(this.state)
  }

  print(job: PrintJob): Promise<PrintOutcome> {
    this.jobs.push(job)
    return Promise.resolve(this.outcome)
  }
}

/** Returns a ticket as a line of a ticket file (docs/integrating/ticket-file.md). */
export const ticketLine = ({ specimen, ...ticket }: TicketDocument): string =>
  JSON.stringify({ ...ticket, demo: specimen !== null })

/** Returns a brand whose logo contains another QR code. */
export async function brandWithCode(): Promise<VenueBrand> {
  const { data, width, height } = PNG.sync.read(await QRCode.toBuffer('f'.repeat(32), { scale: 4 }))
  const deflated = deflateSync(Buffer.from(data.filter((_, at) => at % 4 !== 3)))
  return { logo: { width, height, deflated }, sponsor: null, notice: {} }
}

export function solidPicture(width: number, height: number, color: string): Picture {
  return { width, height, deflated: deflateSync(Buffer.alloc(width * height * 3, color.slice(1), 'hex')) }
}
