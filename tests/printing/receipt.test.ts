import { describe, expect, test } from 'vitest'
import {
  receiptContentOf,
  type ReceiptPaper,
  type VenueReceipts,
} from '../../electron/printing/documents/receipt-content.ts'
import { asRead } from '../../electron/printing/pdf/printable-text.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { ReceiptDocument } from '../../shared/domain/documents/documents.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { Seller } from '../../shared/domain/money/money.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { type DrawnPage, drawPdf, readPdf, readPdfText, readQrCodes } from '../support/pdf.ts'
import { inkShare } from './paper.ts'
import { guineanSeller, sampleCollectionSlip, sampleReceipt, sampleSlip, shiftReport } from './document-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'
import { defaultShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'

const { renderReceipt, renderBadge } = new TicketRenderer({ fontsDirectory })

test.each<[Paper, Language]>([
  ['roll-80', 'fr'],
  ['roll-58', 'en'],
  ['a4', 'ar'],
  ['210x74', 'pt'],
  ['210x74', 'ar'],
])('a badge on %s (%s) has a readable QR code, and its secret appears nowhere else', async (paper, language) => {
  const code = `GUB${'0K7M4XP92RDWQZ5T'.repeat(2)}`
  const badge = { name: 'Mariama Kesso Bah-Diallo', code, specimen: 'demo' } as const
  const document = await renderBadge(badge, { paper, language })
  const [shown] = await readPdf(document)
  expect(shown!.qrCodes).toEqual([badge.code])
  expect(shown!.text.replaceAll(/\s+/gu, ' ')).toContain(badge.name)
  expect(shown!.text + Buffer.from(document).toString('latin1')).not.toContain(badge.code)
  const { widthMm, heightMm } = shown!
  for (const x of paper === 'roll-58' ? [] : [0, widthMm - 1])
    expect(inkShare(shown!, { x, y: 0, width: 1, height: heightMm })).toBe(0)
  expect(inkShare(shown!, { x: 0, y: heightMm - 1, width: widthMm, height: 1 })).toBe(0)
})

async function page(receipt: ReceiptDocument, paper: Paper): Promise<DrawnPage> {
  const pages = await drawPdf(await renderReceipt(receipt, { paper, language: 'fr' }))
  expect(pages).toHaveLength(1)
  return pages[0]!
}

test.each<Paper>(['roll-80', 'roll-58', 'a4', 'a6', '210x74'])('on %s twenty seats fit on one page', async (paper) => {
  const shown = await page(sampleReceipt(20, { specimen: 'demo' }), paper)
  const { widthMm, heightMm, text } = shown
  for (const words of ['SPÉCIMEN', 'N1-F-1 ', 'N1-F-20 ', '1\u00a0400\u00a0000\u00a0GNF', '6f1c2d3e', '2025'])
    expect(text.replaceAll(/[\r\n]+/gu, ' ')).toContain(words)
  expect(inkShare(shown, { x: 0, y: heightMm - 1, width: widthMm, height: 1 })).toBe(0)
  expect(inkShare(shown, { x: widthMm - 1, y: 0, width: 1, height: heightMm })).toBe(0)
})

test.each<Paper>(['a4', 'roll-80'])('a receipt and a slip of training say so at both ends on %s', async (paper) => {
  const specimen = 'training'
  const slip = await drawPdf(await renderReceipt(sampleSlip({ specimen }), { paper, language: 'fr' }))
  for (const { text } of [await page(sampleReceipt(2, { specimen }), paper), ...slip]) {
    expect(text.indexOf('FORMATION')).toBeLessThan(text.indexOf('GNF'))
    expect(text.lastIndexOf('FORMATION')).toBeGreaterThan(text.lastIndexOf('GNF'))
  }
})

test('a roll is as long as the receipt and has no code for a gate; change is shown where there is some', async () => {
  const [one, five] = [await page(sampleReceipt(1), 'roll-80'), await page(sampleReceipt(5), 'roll-80')]
  expect(five.heightMm).toBeGreaterThan(one.heightMm + 15)
  expect(await readQrCodes(five.image)).toEqual([])
  expect(one.text).not.toContain('Monnaie rendue')
  const cash = { kind: 'cash', received: 100_000, change: 30_000, approval: '' } as const
  const { text } = await page(sampleReceipt(1, { tenders: [cash] }), 'roll-80')
  expect(text).toMatch(/Espèces[^]*Monnaie rendue/u)
  expect(text).not.toContain('Autorisation')
})

test.each([
  ['fr', 'Total 7 777 GNF Arrondi des espèces +23 GNF Payé 7 800 GNF Espèces 10 000 GNF Monnaie rendue 2 200 GNF'],
  ['en', 'Total 7,777 GNF Cash rounding +23 GNF Paid 7,800 GNF Cash 10,000 GNF Change 2,200 GNF'],
] as const)('cash that was rounded stands between the total and what was paid (%s)', async (language, words) => {
  const cash = { kind: 'cash', received: 10_000, change: 2_200, approval: '' } as const
  const receipt = sampleReceipt(1, { amount: 7_777, rounding: 23, tenders: [cash], lines: untaxed(1) })
  const [read] = await drawPdf(await renderReceipt(receipt, { paper: 'roll-80', language }))
  expect(said(read!)).toContain(words)
})

test('a card is named without its number, and its terminal has the last word', async () => {
  const receipt = ['CARTE BANCAIRE', 'A0000000031010', 'DEBIT  70 000 GNF', 'TICKET CLIENT A CONSERVER']
  const tender = { kind: 'card', received: 70_000, change: 0, approval: '778812' } as const
  const card = { brand: 'Visa', ending: '4242', read: 'contactless', receipt } as const
  const text = said(await page(sampleReceipt(1, { tenders: [{ ...tender, card }] }), 'roll-58'))
  const own = 'CARTE BANCAIRE A0000000031010 DEBIT 70 000 GNF TICKET CLIENT A CONSERVER'
  for (const words of ['Visa •••• 4242 · sans contact', '778812', own]) expect(text).toContain(words)
})

const untaxed = (seats: number) =>
  sampleReceipt(seats).lines.map(({ seatCode, notes, zoneName, price }) => ({ seatCode, notes, zoneName, price }))

const oneLine = (texts: readonly string[]): string => texts.join(' ').replaceAll(/[\s\u00a0\u202f]+/gu, ' ')
const said = ({ text }: DrawnPage): string => oneLine([text])

async function pageBy(seller: Seller, language: Language, document: ReceiptPaper = sampleReceipt(3)) {
  const own = new TicketRenderer({ fontsDirectory, receipts: { seller, refundRule: {} } })
  return oneLine(await readPdfText(await own.renderReceipt(document, { paper: 'roll-80', language })))
}

test('a seller who is liable is named with their number, and the tax in the price is told', async () => {
  const seller = 'Société du Stade de la Corniche SA Corniche Nord, Dixinn, BP 1234, Conakry NIF 123456789 · 4K Reçu'
  const text = await pageBy(guineanSeller, 'fr')
  for (const words of [seller, 'Total TTC 210 000 GNF', 'Total HT 177 966 GNF', 'TVA 18 % incluse 32 034 GNF'])
    expect(text).toContain(words)
  expect(await pageBy(guineanSeller, 'en')).toMatch(/Net of VAT[^]*VAT 18% included/u)
})

test('several tax rates are shown with their prices, each rounded once', async () => {
  const lines = sampleReceipt(3).lines.map((line, at) => ({ ...line, taxRate: [18, 5.5, 5.5][at] ?? 0 }))
  const text = await pageBy(guineanSeller, 'fr', sampleReceipt(3, { lines }))
  const [first, second] = ['TVA 18 % incluse · 70 000 GNF 10 678 GNF', 'TVA 5,5 % incluse · 140 000 GNF 7 299 GNF']
  expect(text).toContain(`Total HT 192 023 GNF ${first} ${second}`)
})

test('what goes back for tickets names the seller and the tax in it; money of no sale has none in it', async () => {
  const slip = await pageBy(guineanSeller, 'fr', sampleSlip())
  expect(slip).toMatch(/Total TTC 140 000 GNF.*TVA 18 % incluse 21 356 GNF/u)
  const unsold = await pageBy(guineanSeller, 'fr', sampleSlip({ kind: 'unsold' }))
  expect(unsold).toContain('Société du Stade de la Corniche SA')
  expect(unsold).not.toContain('TVA')
})

describe('a slip of tickets that came back', () => {
  const venue = { timeZone: 'Africa/Conakry', seller: guineanSeller, refundRule: {} }
  const style = { language: 'fr', numerals: 'western', ...venue } as const

  test.each([
    ['cancelled', 'les places sont remises en vente'],
    ['asked', 'n’a pas encore répondu'],
    ['none', 'ne permet pas l’annulation'],
  ] as const)('says what the booking service did: %s', (cancellation, words) => {
    expect(receiptContentOf(sampleSlip({ cancellation }), style).notice).toContain(words)
  })

  test('of a correction shows both tenders, the time and the two people', () => {
    const people = { staffId: '7', second: '90' }
    const made = { reference: 'o-C1', copyNumber: 0, atUtc: '2025-05-17T15:00:00.000Z', was: 'cash' } as const
    const { heading, payment, facts } = receiptContentOf({ ...sampleReceipt(1), ...made, ...people }, style)
    expect([heading, ...payment.map(({ label }) => label)]).toEqual(['Reçu corrigé', 'Carte'])
    expect(facts.slice(-3).map(({ label }) => label)).toEqual(['Corrigé le', 'Au lieu de', 'Par'])
    expect(facts.at(-2)?.value).toBe('Espèces')
  })

  test('has each way by which money goes back, and the rounding of cash between the sums', () => {
    const back = [{ kind: 'card', amount: 7_777 } as const, { kind: 'cash', amount: 7_800 } as const]
    const { payment } = receiptContentOf(sampleSlip({ amount: 15_554, back }), style)
    expect(payment.map(({ label, value }) => asRead(`${label} ${value}`).replaceAll(/\s/gu, ' '))).toEqual([
      'Carte 7 777 GNF',
      'Espèces 7 800 GNF',
      'dont arrondi des espèces +23 GNF',
    ])
  })

  test('that were never sold says so, with the references of what was paid back', () => {
    const back = [{ kind: 'cash', amount: 10_000, reference: 'C-77' }] as const
    const slip = receiptContentOf(sampleSlip({ kind: 'unsold', second: null, amount: 10_000, back }), style)
    const signatures = [expect.stringContaining('montant reçu')]
    expect(slip).toMatchObject({ payment: [{ label: 'Espèces · C-77' }], signatures })
    expect(slip.noTicket).toContain('Aucun billet n’a été vendu')
    expect(slip).not.toHaveProperty('notice')
  })
})

test('who is not liable states no tax, and what is not set is not there', async () => {
  const text = await pageBy({ ...guineanSeller, taxNumber: '' }, 'fr', sampleReceipt(3, { lines: untaxed(3) }))
  expect(text).toContain('Total 210 000 GNF')
  expect(text).not.toMatch(/TVA|TTC|HT |NIF/u)
})

test('each tender has a line, and each operator’s reference says whose it is', async () => {
  const tenders = [
    { kind: 'orange-money', received: 100_000, change: 0, approval: 'MP250517.1405.A12345' },
    { kind: 'card', received: 50_000, change: 0, approval: 'A83K2' },
    { kind: 'cheque', received: 60_000, change: 0, approval: 'BICIGUI 0001234' },
  ] as const
  const text = said(await page(sampleReceipt(3, { tenders }), 'roll-80'))
  const paidBy = ['Orange Money 100 000 GNF', 'Carte 50 000 GNF', 'Autorisation A83K2', 'Chèque nº BICIGUI 0001234']
  for (const words of paidBy) expect(text).toContain(words)
  expect(text).toContain('Référence Orange Money MP250517.1405.A12345')
})

test('the rule by which tickets are taken back stands below the receipt, in the language of the sale', async () => {
  const refundRule = { fr: 'Billets repris jusqu’à la veille du match.' }
  const own = new TicketRenderer({ fontsDirectory, receipts: { seller: guineanSeller, refundRule } })
  const textIn = async (language: Language) =>
    oneLine(await readPdfText(await own.renderReceipt(sampleReceipt(1), { paper: 'roll-80', language })))
  expect(await textIn('fr')).toMatch(/Commande [\w-]+ Billets repris jusqu’à la veille du match\./u)
  expect(await textIn('en')).not.toContain('repris')
})

describe('the seller and their conditions', () => {
  const seller = { ...guineanSeller, contact: '+224 620 00 00 00 · billets@corniche.example' }
  const terms = { version: '1 octobre 2026', address: 'corniche.example/conditions' }

  async function receiptWith(told: VenueReceipts['terms'], paper: Paper, language: Language): Promise<DrawnPage> {
    const receipts = { seller, refundRule: {}, ...(told && { terms: told }) }
    const own = new TicketRenderer({ fontsDirectory, receipts })
    const pages = await drawPdf(await own.renderReceipt(sampleReceipt(3), { paper, language }))
    expect(pages).toHaveLength(1)
    return pages[0]!
  }

  test('stand on the receipt, with where they can be read', async () => {
    const shown = await receiptWith(terms, 'roll-58', 'fr')
    const text = said(shown)
    expect(text).toContain('Corniche Nord, Dixinn, BP 1234, Conakry +224 620 00 00 00 · billets@corniche.example')
    expect(text).toContain('Conditions de vente et confidentialité · 1 octobre 2026 · corniche.example/conditions')
    expect(inkShare(shown, { x: shown.widthMm - 1, y: 0, width: 1, height: shown.heightMm })).toBe(0)
  })

  test('without an address they are those of the screen; without conditions nothing is said of them', async () => {
    const text = said(await receiptWith({}, 'roll-80', 'en'))
    expect(text).toContain('Conditions of sale and privacy · on the screen, before payment')
    expect(said(await receiptWith(undefined, 'roll-80', 'en'))).not.toContain('privacy')
  })

  test.each(languages)('58 mm paper has them and every label whole: %s', async (language) => {
    expect(said(await receiptWith(terms, 'roll-58', language))).not.toMatch(/…|\.{3}/u)
  })
})

const tenderNames = { card: 'Visa', 'orange-money': 'OM Guinea', 'mtn-momo': 'Areeba Money' }
const receipts = { seller: guineanSeller, refundRule: {}, tenderNames }
const named = new TicketRenderer({ fontsDirectory, receipts })

test.each(languages)('every paper in %s calls the ways to pay as the venue does', async (language) => {
  const on = { paper: 'roll-58', language } as const
  const tenders = [
    { kind: 'card', received: 35_000, change: 0, approval: 'A83K2' },
    { kind: 'mtn-momo', received: 35_000, change: 0, approval: '8812345678' },
    { kind: 'bank-transfer', received: 0, change: 0, approval: 'W'.repeat(30) },
  ] as const
  const machine = { deviceId: 'caisse-2', shortcuts: defaultShortcuts, tenders: tenderKinds, tenderNames }
  const [slip, collection] = [{ back: [{ kind: 'card', amount: 140_000 } as const] }, { tender: 'mtn-momo' } as const]
  for (const [paper, names] of [
    [named.renderReceipt(sampleReceipt(1, { tenders }), on), ['Visa', 'Areeba Money', 'W'.repeat(30)]],
    [named.renderReceipt(sampleSlip(slip), on), ['Visa']],
    [named.renderReceipt(sampleCollectionSlip(collection), on), ['Areeba Money']],
    [named.renderReport(shiftReport(), { ...on, specimen: null }), ['Visa', 'OM Guinea ·']],
    [named.renderCard('cashier', machine, language), Object.values(tenderNames)],
  ] as const) {
    const text = oneLine(await readPdfText(await paper))
    for (const name of names) expect(text).toContain(name)
  }
})
