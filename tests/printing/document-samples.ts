import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Picture } from '../../electron/printing/pdf/picture.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Language, Numerals } from '../../shared/domain/language.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { parseVenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { fontsDirectory, sampleTicket, solidPicture } from './ticket-samples.ts'
import type {
  CollectionSlipDocument,
  CreditSlipDocument,
  InvoiceDocument,
  ReceiptDocument,
  SlipDocument,
} from '../../shared/domain/documents/documents.ts'
import type { Seller } from '../../shared/domain/money/money.ts'
import { slipClaimText } from '../../shared/domain/money/credit-voucher.ts'
import type { AccountReceipt, AccountStatement } from '../../shared/domain/money/customer-account.ts'
import { type SalesLine, type Takings, takingsOf } from '../../shared/domain/money/trade.ts'
import type {
  CurrencyReport,
  DrawerReport,
  CashboxReport,
  ShiftReport,
} from '../../shared/domain/money/shift-report.ts'

const slipKinds = ['slip', 'slip-copy', 'collection-slip', 'credit-slip', 'credit-slip-copy'] as const
const invoiceKinds = ['invoice', 'invoice-waiting', 'invoice-signed', 'credit-note'] as const
const accountKinds = ['account-statement', 'account-receipt'] as const
const otherKinds = [...accountKinds, 'sales-list', 'badge', 'report', 'test-page'] as const
export const documentKinds = ['ticket', 'branded', 'receipt', ...slipKinds, ...invoiceKinds, ...otherKinds] as const
export type DocumentKind = (typeof documentKinds)[number]

export const samplePapers: readonly Paper[] = ['a4', 'a6', '210x74', '148x210', 'roll-80', 'roll-58']

const plan = parseVenuePlan(JSON.parse(readFileSync(join(fontsDirectory, '../venues/stadium.json'), 'utf8')) as unknown)
export const planOf = (name: string) => (plan.ok && plan.value.venue.name === name ? plan.value : null)

export const logo: Picture = solidPicture(200, 160, '#d0103a')
export const sponsor: Picture = solidPicture(900, 90, '#7a2fd0')
const notice = {
  fr: 'Objets en verre interdits. Ouverture des portes à 14 h.',
  en: 'No glass. Gates open at 2 pm.',
  pt: 'Proibidos objetos de vidro. As portas abrem às 14h.',
  ar: 'تُمنع الأواني الزجاجية. تُفتح البوابات الساعة 14:00.',
}

const titles: Readonly<Record<string, string>> = {
  fr: 'Horoya AC – AS Kaloum Star',
  en: 'ߞߏߣߊߞߙߌ ߞߎߔߎ ߟߊߓߊ߲ 2025',
  pt: 'Final da Taça: Sporting de Bissau – Benfica de Bissau, prolongamento incluído',
  ar: 'نهائي كأس غينيا 2025: حوريا – نجم كالوم',
}

const titleIn = (language: Language): string => titles[language] ?? titles['fr'] ?? ''

/** Returns a sample of a document. The same arguments always give the same bytes. */
export async function sampleDocument(
  kind: DocumentKind,
  paper: Paper,
  { language = 'fr', numerals = 'western' }: { readonly language?: Language; readonly numerals?: Numerals } = {},
): Promise<Uint8Array> {
  const plain = new TicketRenderer({ fontsDirectory, numerals, receipts: { seller: guineanSeller, refundRule: {} } })
  const [on, eventTitle] = [{ paper, language }, titleIn(language)]
  switch (kind) {
    case 'ticket':
      return plain.renderTickets([sampleTicket({ eventTitle })], on)
    case 'branded': {
      const own = new TicketRenderer({ fontsDirectory, numerals, planOf, brand: { logo, sponsor, notice } })
      const ticket = sampleTicket({ eventTitle, specimen: 'demo', copyNumber: 1, place: { route: [] } })
      return own.renderTickets([ticket], on)
    }
    case 'receipt':
      return plain.renderReceipt(sampleReceipt(3, { eventTitle }), on)
    case 'slip':
      return plain.renderReceipt(sampleSlip({ eventTitle }), on)
    case 'slip-copy':
      return plain.renderReceipt(sampleSlip({ eventTitle, copyNumber: 1 }), on)
    case 'collection-slip':
      return plain.renderReceipt(sampleCollectionSlip({ eventTitle }), on)
    case 'credit-slip':
      return plain.renderReceipt(sampleCreditSlip({ eventTitle }), on)
    case 'credit-slip-copy':
      return plain.renderReceipt(sampleCreditSlip({ eventTitle, copyNumber: 2 }), on)
    case 'invoice':
      return plain.renderReceipt(sampleInvoice({ eventTitle }), on)
    case 'invoice-waiting':
      return plain.renderReceipt(sampleInvoice({ eventTitle, fiscal: { state: 'waiting' } }), on)
    case 'invoice-signed':
      return plain.renderReceipt(sampleInvoice({ eventTitle, fiscal }), on)
    case 'credit-note': {
      const about = 'nongo-kiosk-3-000042'
      const invoiceNumber = 'nongo-kiosk-3-000043'
      const own = { kind: 'credit-note', invoiceNumber, about, copyNumber: 1, buyer: null } as const
      return plain.renderReceipt(sampleInvoice({ eventTitle, ...own }), on)
    }
    case 'account-statement':
      return plain.renderAccountPaper(accountStatement, { ...on, specimen: null })
    case 'account-receipt':
      return plain.renderAccountPaper(accountReceipt, { ...on, specimen: null })
    case 'sales-list':
      return plain.renderSalesList(
        { register: 'nongo-guichet-2', lines: salesLines(eventTitle) },
        { ...on, specimen: null },
      )
    case 'badge':
      return plain.renderBadge({ name: 'Mariama Kesso Bah-Diallo', code: badgeCode, specimen: null }, on)
    case 'report':
      return plain.renderReport(shiftReport(), { ...on, specimen: null })
    case 'test-page':
      return plain.renderTestPage({ ...on, printer: 'counter' })
  }
}

const address = 'Corniche Nord, Dixinn, BP 1234, Conakry'
const numbers = { contact: '', taxNumber: '123456789 · 4K' }
export const guineanSeller: Seller = { name: 'Société du Stade de la Corniche SA', address, ...numbers }

export function sampleReceipt(seats: number, changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    eventTitle: 'مباراة هوريا 2025',
    startsAt: '2025-05-17T16:00:00',
    venue: { name: 'Stade de la Corniche', city: 'Conakry', country: 'Guinée' },
    orderId: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    register: 'nongo-kiosk-3',
    soldAt: '2025-05-17T14:05:31.000Z',
    lines: Array.from({ length: seats }, (_, at) => ({
      seatCode: `N1-F-${at + 1}`,
      notes: [],
      zoneName: 'Tribune Nord basse',
      price: 70_000,
      taxRate: 18,
    })),
    amount: 70_000 * seats,
    currency: 'GNF',
    tenders: [{ kind: 'card', received: 70_000 * seats, change: 0, approval: 'A83K2' }],
    specimen: null,
    ...changes,
  }
}

const line = { notes: [], price: 70_000, taxRate: 18 }

export function sampleSlip(changes: Partial<SlipDocument> = {}): SlipDocument {
  const { soldAt: _, tenders: __, ...sale } = sampleReceipt(2)
  return {
    ...sale,
    kind: 'refund',
    reference: `${sale.orderId}-R1`,
    copyNumber: 0,
    atUtc: '2025-05-17T15:20:00.000Z',
    lines: [1, 2].map((at) => ({ ...line, seatCode: `N1-F-${at}`, ticketNumber: `GN-00042${at}` })),
    amount: 140_000,
    back: [{ kind: 'cash', amount: 140_000 }],
    reason: 'Le client ne peut pas venir au match',
    staffId: '7',
    second: '90',
    cancellation: 'none',
    ...changes,
  }
}

export function sampleInvoice(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const { soldAt: _, tenders: __, ...sale } = sampleReceipt(3)
  return {
    ...sale,
    kind: 'invoice',
    invoiceNumber: 'nongo-kiosk-3-000042',
    about: '',
    copyNumber: 0,
    issuedUtc: '2025-06-02T09:12:00.000Z',
    buyer: {
      company: 'Société Guinéenne de Commerce et d’Industrie SARL',
      address: 'Immeuble Fria, 5e étage, avenue de la République, Kaloum, BP 873, Conakry',
      taxNumber: '987654321 · 2B',
    },
    lines: [1, 2, 3].map((at) => ({ seatCode: `N1-F-${at}`, notes: [], ticketNumber: `GN-00042${at}`, price: 70_000 })),
    taxes: [{ rate: 18, amount: 210_000, tax: 32_034 }],
    tenders: ['cash', 'orange-money'],
    ...changes,
  }
}

const fiscal = {
  state: 'signed',
  isPrinted: false,
  signature: 'QMZ4-7XKD-2RVT-9HPA-W5NB-C3FJ',
  counters: '1842/1967 FV',
  device: 'DEF-GN-000731',
  signedAt: '2025-06-02T09:12:41Z',
  qrCode: 'https://fiscal.example/v/QMZ47XKD2RVT9HPAW5NBC3FJ?nif=123456789&t=210000',
} as const

const federation = { number: 'FGF-2025', name: 'Fédération guinéenne de football', currency: 'GNF', limit: 5_000_000 }
const onAccount = { account: federation.number, currency: 'GNF', items: [], deviceId: 'nongo-guichet-2' }
const sales = [
  {
    receipt: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    reference: 'a-1',
    atUtc: '2025-05-03T10:05:00.000Z',
    amount: 1_400_000,
  },
  {
    receipt: '9a0b1c2d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
    reference: 'a-2',
    atUtc: '2025-05-17T14:05:00.000Z',
    amount: 700_000,
  },
] as const
const [firstSale, secondSale] = sales

const accountStatement: AccountStatement = {
  account: { ...federation, state: 'open' },
  fromUtc: '2025-05-01T00:00:00.000Z',
  toUtc: '2025-06-01T00:00:00.000Z',
  opening: 350_000,
  entries: [
    { ...onAccount, ...firstSale, kind: 'charge' },
    { ...onAccount, ...secondSale, kind: 'charge' },
    { ...onAccount, ...secondSale, kind: 'credit', reference: 'a-3', amount: 70_000 },
    {
      ...onAccount,
      kind: 'payment',
      receipt: 'VIR-2025-000318',
      reference: 'a-4',
      atUtc: '2025-05-20T09:30:00.000Z',
      amount: 1_750_000,
    },
  ],
  closing: 630_000,
  items: [{ ...onAccount, ...secondSale, open: 630_000 }],
}

const accountReceipt: AccountReceipt = {
  reference: '0f3b6c1e-7d52-4a0b-9a3e-2f1c5d8e7b90',
  account: federation.number,
  name: federation.name,
  register: 'nongo-guichet-2',
  atUtc: '2025-05-20T09:30:00.000Z',
  staffId: '7',
  currency: 'GNF',
  amount: 1_750_000,
  tender: 'cash',
  approval: '',
  received: 1_760_000,
  change: 10_000,
  receipts: [firstSale.receipt, secondSale.receipt],
}

const badgeCode = `GUB${'0K7M4XP92RDWQZ5T'.repeat(2)}`

function salesLines(eventTitle: string): readonly SalesLine[] {
  const sale: SalesLine = {
    shiftNo: 41,
    kind: 'sale',
    atUtc: '2025-05-17T14:05:31.000Z',
    saleId: 's-1',
    orderId: '6f1c2d3e-4a5b-4c6d-8e7f-9a0b1c2d3e4f',
    ownerRef: 'o-1',
    cashier: '7',
    invoices: [],
    customer: '',
    eventId: 'e-1',
    eventTitle,
    seats: ['N1-F-12', 'N1-F-13'],
    currency: 'GNF',
    amount: 140_000,
    taxes: [{ rate: 18, amount: 140_000, tax: 21_356 }],
    rounding: 0,
    tenders: { cash: 140_000 },
    documents: [],
  }
  const company = 'Société Guinéenne de Commerce et d’Industrie SARL'
  return [
    sale,
    { ...sale, cashier: '12', invoices: ['nongo-guichet-2-000042'], customer: company },
    {
      ...sale,
      kind: 'refund',
      invoices: ['nongo-guichet-2-000043'],
      customer: company,
      amount: -70_000,
      seats: ['N1-F-12'],
    },
    { ...sale, shiftNo: 42, cashier: '', atUtc: '2025-05-18T09:00:00.000Z' },
  ]
}

export function sampleCollectionSlip(changes: Partial<CollectionSlipDocument> = {}): CollectionSlipDocument {
  const { soldAt: _, tenders: __, lines: ___, ...sale } = sampleReceipt(2)
  return {
    ...sale,
    why: 'payment-open',
    code: 'K7M4XP',
    atUtc: '2025-05-17T14:20:00.000Z',
    seatCodes: ['N1-F-12', 'N1-F-13'],
    tender: 'orange-money',
    paymentReference: 'ORWQ4PZK7XM2LDTN5GHV3CBYQA',
    ...changes,
  }
}

export function sampleCreditSlip(changes: Partial<CreditSlipDocument> = {}): CreditSlipDocument {
  const { eventTitle, orderId, register, currency, specimen } = sampleReceipt(2)
  const [slipId, amount, issuedUtc] = ['K7M4XP92RD', 15_000, '2025-05-17T14:20:00.000Z'] as const
  const claim = { slipId, amount, currency, register, issuedUtc, keyId: '0123456789abcdef0123456789abcdef' }
  const code = `${slipClaimText(claim)}|${'zQ9-'.repeat(21)}_4`
  return {
    why: 'over',
    slipId,
    amount,
    currency,
    code,
    register,
    issuedUtc,
    orderId,
    eventTitle,
    copyNumber: 0,
    anywhere: false,
    specimen,
    ...changes,
  }
}

const notes = (...[twenties, fives]: readonly [number, number]) => [
  { kind: 'note' as const, value: 20_000, count: twenties },
  { kind: 'note' as const, value: 5_000, count: fives },
]

const byTwo = { staffId: '12', second: '90' }

const drawer: DrawerReport = {
  openingFloat: 500_000,
  paidIn: 0,
  paidOut: 0,
  dropped: 1_000_000,
  slipsPaid: 0,
  accountsPaid: 0,
  cash: 8_750_000,
  expected: 8_250_000,
  counted: 8_245_000,
  uncounted: false,
  counts: [
    { atUtc: '2025-05-17T15:40:00Z', staffId: '7', total: 7_995_000, difference: -255_000, receiver: '12', pieces: [] },
    { atUtc: '2025-05-17T16:05:00.000Z', staffId: '12', total: 8_245_000, difference: -5_000, pieces: notes(400, 49) },
  ],
  movements: [
    { ...byTwo, kind: 'cash-dropped', atUtc: '2025-05-17T13:05:00Z', reason: 'Remise au coffre', amount: 1_000_000 },
  ],
}

const counted = { atUtc: '2025-05-17T12:05:00.000Z', total: 3_845_000, difference: -5_000 }
const cashbox: CashboxReport = {
  sinceUtc: '2025-05-17T12:05:00.000Z',
  notes: notes(41, 12),
  unknown: 1,
  open: null,
  emptied: [{ ...byTwo, ...counted, openingSeq: 17_102, currency: 'GNF', pieces: notes(182, 41) }],
}

export const sold = (tickets: number, amount: number): Takings =>
  takingsOf({ tickets, amount }, { tickets: 0, amount: 0 })

const refunded = { tickets: 2, amount: 140_000 }
const none = { count: 0, amount: 0 }
const nothing = { refunds: 0, refunded: 0, open: none, refunding: none, unmatched: none }
const idleProvider = { kind: 'orange-money', ...nothing } as const

const djomy = { open: { count: 2, amount: 210_000 }, unmatched: { count: 1, amount: 65_000 } }

const guinean: CurrencyReport = {
  currency: 'GNF',
  openSlips: none,
  hubSlips: none,
  accountPayments: [],
  ...takingsOf({ tickets: 314, amount: 22_890_000 }, refunded),
  taxes: [{ rate: 18, amount: 22_750_000, tax: 3_470_339 }],
  events: [
    {
      title: 'Horoya AC – AS Kaloum Star',
      startsAt: '2025-05-17T16:00:00',
      ...takingsOf({ tickets: 289, amount: 20_090_000 }, refunded),
      zones: [
        { name: 'Tribune Nord basse', ...sold(112, 7_840_000) },
        { name: 'Tribune Sud', ...takingsOf({ tickets: 177, amount: 12_250_000 }, refunded) },
      ],
    },
    {
      title: 'Finale de la Coupe nationale de Guinée : Hafia Football Club – Syli',
      startsAt: '2025-05-24T20:30:00',
      ...sold(25, 2_800_000),
      zones: [{ name: 'Tribune présidentielle couverte', ...sold(25, 2_800_000) }],
    },
  ],
  tenders: [
    { kind: 'card', count: 33, amount: 9_520_000, refunds: 1, refunded: 70_000 },
    { kind: 'cash', count: 54, amount: 8_750_000, refunds: 0, refunded: 0 },
    { kind: 'orange-money', count: 42, amount: 4_620_000, refunds: 1, refunded: 70_000 },
  ],
  providers: [
    { ...idleProvider, driver: 'djomy-push', count: 38, amount: 4_060_000, refunds: 1, refunded: 70_000, ...djomy },
    { ...idleProvider, driver: 'orange-money', count: 4, amount: 560_000 },
  ],
  cashiers: [
    { staffId: null, sales: 75, amount: 14_140_000, refunds: 2, refunded: 140_000 },
    { staffId: '7', sales: 50, amount: 8_750_000, refunds: 0, refunded: 0 },
  ],
  owed: 0,
  drawer,
  cashbox,
  perpetualNet: 1_204_560_000,
  perpetualAbs: 1_205_110_000,
}

export interface ReportChanges extends Omit<Partial<ShiftReport>, 'currencies'> {
  readonly money?: Partial<CurrencyReport>
  readonly currencies?: readonly CurrencyReport[]
}

/** A code as long as that of a real ledger, without a valid signature. */
const signedCode = [
  'GZ1',
  Buffer.from(
    JSON.stringify({
      abs: { GNF: 1_205_110_000 },
      closure: 41,
      hash: '41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e9f2c',
      key: '3b9e7a20c4d1f8560a61d28c47be9f13',
      ledger: 'b8f0c7f2-6a3e-4f0b-9c35-2d1f4e7a9b60',
      net: { GNF: 1_204_560_000 },
      register: 'nongo-guichet-2',
      seq: 18_204,
      v: 1,
    }),
  ).toString('base64url'),
  'q7Xn'.repeat(21) + 'Aw',
].join('.')

export function shiftReport({ money, ...changes }: ReportChanges = {}): ShiftReport {
  return {
    kind: 'Z',
    register: 'nongo-guichet-2',
    shiftNo: 41,
    from: '2025-05-17T07:58:03.000Z',
    to: '2025-05-17T16:12:44.000Z',
    staffId: 'mariama',
    sales: 125,
    duplicates: 3,
    waiting: 1,
    openings: [{ atUtc: '2025-05-17T11:20:00.000Z', staffId: '12', second: '90', reason: 'Billet coincé' }],
    currencies: [{ ...guinean, ...money }],
    terminalDays: [],
    anchor: {
      seq: 18_204,
      firstSeq: 16_877,
      lastSeq: 18_203,
      tailHash: '9f2c41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e',
      hash: '41d07be35a8810c6fe4432d1b09a77e5c3f80124ab96d3e8f05b6c7a1d2e9f2c',
      keyId: '3b9e7a20c4d1f8560a61d28c47be9f13',
      code: signedCode,
    },
    ...changes,
  }
}
