import { expect, test } from 'vitest'
import { testCode } from '../../electron/printing/layouts/test-page.ts'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import { readPdf } from '../support/pdf.ts'
import { inkShare } from './paper.ts'
import { fontsDirectory } from './ticket-samples.ts'

const { renderTestPage } = createTicketRenderer({ fontsDirectory })

test.each<Paper>(['a4', 'a6', '74x105', '210x74', '140x60', 'roll-80', 'roll-58'])('on %s', async (paper) => {
  const [page] = await readPdf(await renderTestPage({ printer: 'counter', paper, language: 'fr' }), 254)
  const { text, widthMm, heightMm, qrCodes } = page!
  expect(qrCodes).toEqual([testCode])
  for (const words of ['Page d’essai', 'counter', paper]) expect(text).toContain(words)
  // The frames: ink at 2, 4 and 6 mm from each edge, none beyond the first.
  for (const edge of [2, 4, 6]) {
    for (const line of [
      { x: edge - 0.5, y: 10, width: 1, height: heightMm - 20 },
      { x: widthMm - edge - 0.5, y: 10, width: 1, height: heightMm - 20 },
      { x: 10, y: edge - 0.5, width: widthMm - 20, height: 1 },
      { x: 10, y: heightMm - edge - 0.5, width: widthMm - 20, height: 1 },
    ]) {
      expect(inkShare(page!, line)).toBeGreaterThan(0.08)
    }
  }
  expect(inkShare(page!, { x: 0, y: 0, width: widthMm, height: 1 })).toBe(0)
  expect(inkShare(page!, { x: 0, y: heightMm - 1, width: widthMm, height: 1 })).toBe(0)
})
