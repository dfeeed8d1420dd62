import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  ReceiptDocument,
  SlipDocument,
  Specimen,
  TicketDocument,
} from '../../shared/domain/documents/documents.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { Language, Numerals } from '../../shared/domain/language.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import type { CardName } from '../../shared/i18n/paper-texts.ts'
import { cardContentOf, type CardMachine } from './documents/card-content.ts'
import {
  collectionSlipContentOf,
  creditSlipContentOf,
  type ReceiptContent,
  receiptContentOf,
  type ReceiptStyle,
  slipContentOf,
  type VenueReceipts,
} from './documents/receipt-content.ts'
import { reportContentOf } from './documents/report-content.ts'
import { contentOf, ticketTexts } from './documents/ticket-content.ts'
import { drawCard } from './layouts/card-layout.ts'
import { drawReceiptOn, drawTestPageOn, layoutOf } from './layouts/page-layout.ts'
import { createTicketCodes } from './layouts/qr.ts'
import { reportPages } from './layouts/report-layout.ts'
import { type TestPage, wordsOfTestPage } from './layouts/test-page.ts'
import type { Brand, TicketPress } from './layouts/ticket-press.ts'
import type { Canvas } from './pdf/canvas.ts'
import { type DocumentFacts, PdfDocument } from './pdf/pdf-document.ts'
import { type Picture, readPicture } from './pdf/picture.ts'
import { asRead, needsShaping, withPlainZeros } from './pdf/printable-text.ts'
import { Typesetter } from './pdf/typesetter.ts'

export interface TicketRenderer {
  /**
   * Renders a PDF with one page for each ticket, in the given order. Equal tickets give equal bytes. Throws for an
   * empty list, for a code that no QR code can hold, and for a paper that `layoutOf` refuses; all are bugs of the
   * caller.
   */
  readonly renderTickets: (
    tickets: readonly TicketDocument[],
    options: { readonly paper: Paper; readonly language: Language },
  ) => Promise<Uint8Array>
  /** Renders a PDF of one page. Equal receipts give equal bytes. */
  readonly renderReceipt: (
    receipt: ReceiptDocument,
    options: { readonly paper: Paper; readonly language: Language },
  ) => Promise<Uint8Array>
  /** Renders the slip of returned tickets, set like a receipt. */
  readonly renderSlip: (
    slip: SlipDocument,
    options: { readonly paper: Paper; readonly language: Language },
  ) => Promise<Uint8Array>
  /** Renders the slip of a payment that its customer left open, set like a receipt. */
  readonly renderCollectionSlip: (
    slip: CollectionSlipDocument,
    options: { readonly paper: Paper; readonly language: Language },
  ) => Promise<Uint8Array>
  /** Renders a slip for money that the machine owes, set like a receipt. */
  readonly renderCreditSlip: (
    slip: CreditSlipDocument,
    options: { readonly paper: Paper; readonly language: Language },
  ) => Promise<Uint8Array>
  /** Renders a PDF of a shift report: one page as long as necessary on a roll, several pages on sheets. */
  readonly renderReport: (
    report: ShiftReport,
    options: { readonly paper: Paper; readonly language: Language; readonly specimen: Specimen | null },
  ) => Promise<Uint8Array>
  /** Renders a PDF of one page that shows how a printer prints on a paper. */
  readonly renderTestPage: (page: TestPage & { readonly paper: Paper }) => Promise<Uint8Array>
  /** Renders a PDF of one A4 page to place beside a machine. */
  readonly renderCard: (card: CardName, machine: CardMachine, language: Language) => Promise<Uint8Array>
}

export interface TicketRendererOptions {
  /** Folder with the output of scripts/subset-fonts.mjs. */
  readonly fontsDirectory: string
  readonly brand?: VenueBrand
  /** Default: no seller and no refund conditions. */
  readonly receipts?: VenueReceipts
  /** Digits of Arabic documents; default: western. */
  readonly numerals?: Numerals
  /** IANA time zone of the venue; default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Returns the plan of a venue by its name, for the small map; null if there is none. */
  readonly planOf?: (venueName: string) => VenuePlan | null
}

/** The venue's own content on tickets, with its texts in each available language. */
export interface VenueBrand extends Omit<Brand, 'notice'> {
  readonly notice: Readonly<Partial<Record<Language, string>>>
}

const plainReceipts: VenueReceipts = {
  seller: { name: '', address: '', contact: '', taxNumber: '', taxRate: null },
  refundRule: {},
}
const plain: VenueBrand = { logo: null, sponsor: null, notice: {} }

/** Creates a renderer. pdfkit is loaded for the first document. */
export function createTicketRenderer(options: TicketRendererOptions): TicketRenderer {
  const { fontsDirectory, brand = plain, receipts = plainReceipts, numerals = 'western', planOf = () => null } = options
  const { timeZone = machineTimeZone() } = options
  const type = new Typesetter(fontsDirectory)
  const encodeQr = createTicketCodes()

  /** Loads pdfkit and the modules that the texts need. Returns the document and the dependencies of its layout. */
  async function begin(facts: Omit<DocumentFacts, 'language' | 'fromRight'>, language: Language, words: unknown) {
    const { default: Pdf } = await import('pdfkit')
    const notice = brand.notice[language] ?? null
    const fromRight = language === 'ar'
    if (fromRight || needsShaping(JSON.stringify([words, notice]))) await type.prepareShaping()
    const document = new PdfDocument(Pdf, { ...facts, title: asRead(facts.title), language, fromRight })
    const own: Brand = { ...brand, notice: notice && withPlainZeros(notice) }
    const texts = ticketTexts(language, numerals)
    const press: TicketPress = { document, type, texts, encodeQr, planOf, brand: own }
    return { document, press }
  }

  /** Renders a document of one page; the drawing function returns the page's size. */
  async function renderPage(
    facts: Pick<DocumentFacts, 'title' | 'subject'>,
    language: Language,
    words: unknown,
    draw: (canvas: Canvas, press: TicketPress) => { readonly width: number; readonly height: number },
  ): Promise<Uint8Array> {
    const { document, press } = await begin(facts, language, words)
    const canvas = document.canvas()
    const { width, height } = draw(canvas, press)
    document.addPage(width, height, canvas)
    return document.finish()
  }

  /** Renders one page, set like a receipt. */
  function renderColumn(content: ReceiptContent, { paper, language }: OnPaper): Promise<Uint8Array> {
    const facts = { title: `${content.heading} – ${content.title}`, subject: content.order }
    return renderPage(facts, language, content, (canvas, press) => drawReceiptOn(paper, canvas, content, press))
  }

  return {
    async renderTickets(tickets, { paper, language }) {
      const [first] = tickets
      if (!first) throw new RangeError('no ticket to render')
      const layout = layoutOf(paper)
      if (!layout.ok) throw new RangeError(`tickets on ${paper}: ${layout.error.type}`)
      const texts = ticketTexts(language, numerals)
      const contents = tickets.map((ticket) => contentOf(ticket, language, numerals, texts))
      const title = texts.documentTitle(
        first.eventTitle,
        tickets.map(({ ticketNumber }) => ticketNumber),
      )
      const orders = new Set(tickets.map(({ orderId }) => `${texts.order} ${orderId}`))
      const facts = { title, subject: [...orders].join(', ') }
      const { document, press } = await begin(facts, language, contents)
      for (const content of contents) {
        const canvas = document.canvas()
        const { width, height } = layout.value(canvas, content, press)
        document.addPage(width, height, canvas)
      }
      return document.finish()
    },

    ...setAsReceipts(renderColumn, { numerals, timeZone, ...receipts }),

    async renderReport(report, { paper, language, specimen }) {
      const { tenderNames } = receipts
      const content = reportContentOf(report, { language, numerals, timeZone, specimen, tenderNames })
      const { register, shiftNo, anchor } = report
      const subject = `${register}, ${shiftNo}, ${anchor.hash}`
      const { document, press } = await begin({ title: `${content.title} – ${register}`, subject }, language, content)
      for (const { width, height, draw } of reportPages(paper, content, press)) {
        const canvas = document.canvas()
        draw(canvas)
        document.addPage(width, height, canvas)
      }
      return document.finish()
    },

    renderTestPage(page) {
      const words = wordsOfTestPage(page)
      const facts = { title: words.slice(0, 3).join(' – '), subject: page.printer }
      return renderPage(facts, page.language, words, (canvas, press) => drawTestPageOn(page.paper, canvas, page, press))
    },

    renderCard(card, machine, language) {
      const content = cardContentOf(card, machine, language)
      const facts = { title: content.title, subject: content.machine }
      return renderPage(facts, language, content, (canvas, press) => drawCard(canvas, content, press))
    },
  }
}

interface OnPaper {
  readonly paper: Paper
  readonly language: Language
}

/** Returns the renderers of documents that are set like a receipt. */
function setAsReceipts(
  render: (content: ReceiptContent, on: OnPaper) => Promise<Uint8Array>,
  own: Omit<ReceiptStyle, 'language'>,
): Pick<TicketRenderer, 'renderReceipt' | 'renderSlip' | 'renderCollectionSlip' | 'renderCreditSlip'> {
  return {
    renderReceipt: (receipt, on) => render(receiptContentOf(receipt, { ...own, language: on.language }), on),
    renderSlip: (slip, on) => render(slipContentOf(slip, { ...own, language: on.language }), on),
    renderCreditSlip: (slip, on) => render(creditSlipContentOf(slip, { ...own, language: on.language }), on),
    renderCollectionSlip: (slip, on) => render(collectionSlipContentOf(slip, { ...own, language: on.language }), on),
  }
}

/** Settings of the venue's own content on its documents. */
interface BrandSettings {
  readonly logo?: string | undefined
  readonly sponsor?: string | undefined
  readonly notice: VenueBrand['notice']
}

/** Reads the venue's pictures. Rejects with the setting, the file and the problem. */
export async function readBrand({ notice, ...files }: BrandSettings): Promise<VenueBrand> {
  const read = async (key: 'logo' | 'sponsor'): Promise<Picture | null> => {
    const path = files[key]
    if (path === undefined) return null
    const picture = await readPicture(path)
    if (!picture.ok) throw new Error(`tickets.${key}: ${path}: ${picture.error.detail}`)
    return picture.value
  }
  return { logo: await read('logo'), sponsor: await read('sponsor'), notice }
}
