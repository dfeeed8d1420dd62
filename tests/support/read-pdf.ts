import { hasColour, readPdf } from './pdf.ts'

export interface ReadTicket {
  readonly text: string
  /** What a scanner reads; empty when it reads nothing or more than one code. */
  readonly qr: string
  /** `#rrggbb` */
  readonly hasColor: (hex: string) => boolean
  readonly widthMm: number
  readonly heightMm: number
}

/** Reads tickets back, one a page, as a receipt printer with 203 dots an inch would put them on paper. */
export async function readTickets(pdf: Uint8Array): Promise<ReadTicket[]> {
  const pages = await readPdf(pdf)
  return pages.map((page) => ({
    text: page.text,
    qr: page.qrCodes.length === 1 ? (page.qrCodes[0] ?? '') : '',
    hasColor: (hex) => hasColour(page, hex),
    widthMm: page.widthMm,
    heightMm: page.heightMm,
  }))
}
