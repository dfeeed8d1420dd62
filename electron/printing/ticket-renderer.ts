import type { BadgeDocument, Specimen, TicketDocument } from '../../shared/domain/documents/documents.ts'
import { machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { habits, type Language, type Numerals } from '../../shared/domain/language.ts'
import type { AccountPaper } from '../../shared/domain/money/customer-account.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { textsIn } from '../../shared/i18n/catalogues.ts'
import type { CardName } from '../../shared/i18n/texts.ts'
import { cardContentOf, type CardMachine } from './documents/card-content.ts'
import { receiptContentOf, type ReceiptPaper, type VenueReceipts } from './documents/receipt-content.ts'
import {
  accountContentOf,
  type ReportContent,
  reportContentOf,
  type ReportStyle,
  type SalesListDocument,
  salesListContentOf,
} from './documents/report-content.ts'
import { contentOf, ticketTexts } from './documents/ticket-content.ts'
import { drawCard } from './layouts/card-layout.ts'
import { drawBadgeOn, drawReceiptOn, drawTestPageOn, layoutOf } from './layouts/page-layout.ts'
import { TicketCodes } from './layouts/qr.ts'
import { reportPages } from './layouts/report-layout.ts'
import { type TestPage, wordsOfTestPage } from './layouts/test-page.ts'
import type { Brand, TicketCanvas } from './layouts/ticket-canvas.ts'
import type { Canvas, Size } from './pdf/canvas.ts'
import { type DocumentFacts, PdfDocument } from './pdf/pdf-document.ts'
import { type Picture, readPicture } from './pdf/picture.ts'
import { asRead, needsShaping, withPlainZeros } from './pdf/printable-text.ts'
import { Typesetter } from './pdf/typesetter.ts'

interface OnPaper {
  readonly paper: Paper
  readonly language: Language
}

interface ReportOnPaper extends OnPaper {
  readonly specimen: Specimen | null
}

export interface TicketRendererOptions {
  /** Folder with the fonts produced by scripts/subset-fonts.mjs. */
  readonly fontsDirectory: string
  readonly brand?: VenueBrand
  /** Default: no seller and no refund conditions. */
  readonly receipts?: VenueReceipts
  /** Digits of Arabic documents; western by default. */
  readonly numerals?: Numerals
  /** IANA time zone of the venue; by default, the time zone of this computer. */
  readonly timeZone?: string | undefined
  /** Returns the plan of a venue by its name; null without a plan. */
  readonly planOf?: (venueName: string) => VenuePlan | null
}

export interface VenueBrand extends Omit<Brand, 'notice'> {
  readonly notice: Readonly<Partial<Record<Language, string>>>
}

const plainReceipts: VenueReceipts = {
  seller: { name: '', address: '', contact: '', taxNumber: '' },
  refundRule: {},
}
const plain: VenueBrand = { logo: null, sponsor: null, notice: {} }

export class TicketRenderer {
  readonly #options: TicketRendererOptions
  readonly #numerals: Numerals
  readonly #timeZone: string
  readonly #type: Typesetter
  readonly #codes = new TicketCodes()

  constructor(options: TicketRendererOptions) {
    this.#options = options
    this.#numerals = options.numerals ?? 'western'
    this.#timeZone = options.timeZone ?? machineTimeZone()
    this.#type = new Typesetter(options.fontsDirectory)
  }

  /**
   * Renders a PDF with one page for each ticket. Equal tickets give equal bytes. Throws for an empty list, for a code
   * that is too long for a QR code, and for a paper that `layoutOf` refuses.
   */
  readonly renderTickets = async (
    tickets: readonly TicketDocument[],
    { paper, language }: OnPaper,
  ): Promise<Uint8Array> => {
    const [first] = tickets
    if (!first) throw new RangeError('no ticket to render')
    const layout = layoutOf(paper)
    if (!layout.ok) throw new RangeError(`tickets on ${paper}: ${layout.error.type}`)
    const texts = ticketTexts(language, this.#numerals)
    const contents = tickets.map((ticket) => contentOf(ticket, language, this.#numerals, texts))
    const title = texts.documentTitle(
      first.eventTitle,
      tickets.map(({ ticketNumber }) => ticketNumber),
    )
    const orders = new Set(tickets.map(({ orderId }) => `${texts.order} ${orderId}`))
    const facts = { title, subject: [...orders].join(', ') }
    return this.#render(facts, language, contents, (press) =>
      contents.map((content) => (canvas) => layout.value(canvas, content, press)),
    )
  }

  /** Renders a PDF of one page, laid out like a receipt. Equal documents give equal bytes. */
  readonly renderReceipt = (document: ReceiptPaper, { paper, language }: OnPaper): Promise<Uint8Array> => {
    const { receipts = plainReceipts } = this.#options
    const style = { ...receipts, language, numerals: this.#numerals, timeZone: this.#timeZone }
    const content = receiptContentOf(document, style)
    const facts = { title: `${content.heading} – ${content.title}`, subject: content.order }
    return this.#render(facts, language, content, (press) => [(canvas) => drawReceiptOn(paper, canvas, content, press)])
  }

  readonly renderReport = (report: ShiftReport, on: ReportOnPaper): Promise<Uint8Array> => {
    const { register, shiftNo, anchor } = report
    const content = reportContentOf(report, this.#styleOf(on))
    return this.#renderContent(content, on, register, `${register}, ${shiftNo}, ${anchor.hash}`)
  }

  readonly renderAccountPaper = (accountPaper: AccountPaper, on: ReportOnPaper): Promise<Uint8Array> => {
    const { seller } = this.#options.receipts ?? plainReceipts
    const content = accountContentOf(accountPaper, { ...this.#styleOf(on), seller })
    return this.#renderContent(content, on, content.facts[0]?.value ?? '', content.title)
  }

  readonly renderSalesList = (list: SalesListDocument, on: ReportOnPaper): Promise<Uint8Array> =>
    this.#renderContent(salesListContentOf(list, this.#styleOf(on)), on, list.register, list.register)

  /** Renders a PDF of one page with a badge. Only its QR code contains the secret text. */
  readonly renderBadge = ({ specimen, ...badge }: BadgeDocument, { paper, language }: OnPaper): Promise<Uint8Array> => {
    const { title, notice } = textsIn(language).paper.badge
    const { specimens } = ticketTexts(language, this.#numerals)
    const content = { ...badge, title, notice, specimen: specimen && specimens[specimen] }
    const facts = { title: `${title} – ${badge.name}`, subject: title }
    return this.#render(facts, language, content, (press) => [(canvas) => drawBadgeOn(paper, canvas, content, press)])
  }

  readonly renderTestPage = (page: TestPage & { readonly paper: Paper }): Promise<Uint8Array> => {
    const words = wordsOfTestPage(page)
    const facts = { title: words.slice(0, 3).join(' – '), subject: page.printer }
    return this.#render(facts, page.language, words, (press) => [
      (canvas) => drawTestPageOn(page.paper, canvas, page, press),
    ])
  }

  readonly renderCard = (card: CardName, machine: CardMachine, language: Language): Promise<Uint8Array> => {
    const content = cardContentOf(card, machine, language)
    const facts = { title: content.title, subject: content.machine }
    return this.#render(facts, language, content, (press) => [(canvas) => drawCard(canvas, content, press)])
  }

  #styleOf({ language, specimen }: ReportOnPaper): ReportStyle {
    const { tenderNames } = this.#options.receipts ?? plainReceipts
    return { language, numerals: this.#numerals, timeZone: this.#timeZone, specimen, tenderNames }
  }

  /** Renders the pages of a report. `about`: subject in the file's title. */
  #renderContent(
    content: ReportContent,
    { paper, language }: ReportOnPaper,
    about: string,
    subject: string,
  ): Promise<Uint8Array> {
    const facts = { title: `${content.title} – ${about}`, subject }
    return this.#render(facts, language, content, (press) => reportPages(paper, content, press))
  }

  /**
   * Loads the modules for the texts `words` and draws the pages. Each drawing function returns the size of its page.
   */
  async #render(
    facts: Pick<DocumentFacts, 'title' | 'subject'>,
    language: Language,
    words: unknown,
    pagesOf: (press: TicketCanvas) => readonly ((canvas: Canvas) => Size)[],
  ): Promise<Uint8Array> {
    const { default: Pdf } = await import('pdfkit')
    const { brand = plain, planOf = () => null } = this.#options
    const notice = brand.notice[language] ?? null
    const fromRight = habits[language].direction === 'rtl'
    if (fromRight || needsShaping(JSON.stringify([words, notice]))) await this.#type.prepareShaping()
    const document = new PdfDocument(Pdf, { ...facts, title: asRead(facts.title), language, fromRight })
    const press: TicketCanvas = {
      document,
      type: this.#type,
      texts: ticketTexts(language, this.#numerals),
      encodeQr: this.#codes.symbolOf,
      planOf,
      brand: { ...brand, notice: notice && withPlainZeros(notice) },
    }
    for (const draw of pagesOf(press)) {
      const canvas = document.canvas()
      const { width, height } = draw(canvas)
      document.addPage(width, height, canvas)
    }
    return document.finish()
  }
}

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
