import { expect, test } from 'vitest'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { ReceiptDocument } from '../../shared/domain/documents/receipt-document.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { readPdf, type PdfPage } from '../support/pdf.ts'
import { inkShare } from './paper.ts'
import { sampleReceipt } from './receipt-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'

const { renderReceipt } = createTicketRenderer({ fontsDirectory })

async function page(receipt: ReceiptDocument, paper: Paper): Promise<PdfPage> {
  const pages = await readPdf(await renderReceipt(receipt, { paper, language: 'fr' }))
  expect(pages).toHaveLength(1)
  return pages[0]!
}

test.each<Paper>(['roll-80', 'roll-58', 'a4', 'a6', '210x74'])('on %s twenty seats fit on one page', async (paper) => {
  const shown = await page(sampleReceipt(20, { demo: true }), paper)
  const { widthMm, heightMm, text } = shown
  for (const words of ['SPÉCIMEN', 'N1-F-1 ', 'N1-F-20 ', '1\u00a0400\u00a0000\u00a0GNF', '6f1c2d3e', '2025']) {
    expect(text.replaceAll(/[\r\n]+/gu, ' ')).toContain(words)
  }
  expect(inkShare(shown, { x: 0, y: heightMm - 1, width: widthMm, height: 1 })).toBe(0)
  expect(inkShare(shown, { x: widthMm - 1, y: 0, width: 1, height: heightMm })).toBe(0)
  expect(shown.qrCodes).toEqual([])
})

test('a roll is as long as the receipt, and change is shown where there is some', async () => {
  const [one, five] = [await page(sampleReceipt(1), 'roll-80'), await page(sampleReceipt(5), 'roll-80')]
  expect(five.heightMm).toBeGreaterThan(one.heightMm + 15)
  expect(one.text).not.toContain('Rendu')
  const cash = { kind: 'cash', received: 100_000, change: 30_000, approval: '' } as const
  const { text } = await page(sampleReceipt(1, { tenders: [cash] }), 'roll-80')
  expect(text).toMatch(/Espèces[^]*Rendu/u)
  expect(text).not.toContain('Autorisation')
})

test('equal receipts give equal bytes', async () => {
  const options = { paper: 'roll-80', language: 'fr' } as const
  const again = createTicketRenderer({ fontsDirectory })
  const [one, other] = [
    await renderReceipt(sampleReceipt(3), options),
    await again.renderReceipt(sampleReceipt(3), options),
  ]
  expect(Buffer.compare(one, other)).toBe(0)
})
