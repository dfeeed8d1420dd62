import { expect, test } from 'vitest'
import { createTicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import { usualShortcuts } from '../../shared/domain/desk/shortcuts.ts'
import { languages } from '../../shared/domain/language.ts'
import { tenderKinds } from '../../shared/domain/money/tender.ts'
import { readPdfText } from '../support/pdf.ts'
import { guineanSeller, sampleCollectionSlip, sampleReceipt, sampleSlip } from './receipt-samples.ts'
import { shiftReport } from './report-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'

const tenderNames = { card: 'Visa', 'orange-money': 'OM Guinea', 'mtn-momo': 'Areeba Money' }
const { renderReceipt, renderSlip, renderCollectionSlip, renderReport, renderCard } = createTicketRenderer({
  fontsDirectory,
  receipts: { seller: guineanSeller, refundRule: {}, tenderNames },
})

test.each(languages)('every paper in %s calls the ways to pay as the venue does', async (language) => {
  const on = { paper: 'roll-58', language } as const
  const said = async (pdf: Promise<Uint8Array>): Promise<string> =>
    (await readPdfText(await pdf)).join(' ').replaceAll(/\s+/gu, ' ')
  const tenders = [
    { kind: 'card', received: 35_000, change: 0, approval: 'A83K2' },
    { kind: 'mtn-momo', received: 35_000, change: 0, approval: '8812345678' },
  ] as const
  const receipt = await said(renderReceipt(sampleReceipt(1, { tenders: [...tenders] }), on))
  for (const name of ['Visa', 'Areeba Money']) expect(receipt).toContain(name)
  expect(await said(renderSlip(sampleSlip({ back: [{ kind: 'card', amount: 140_000 }] }), on))).toContain('Visa')
  const collection = sampleCollectionSlip({ tender: 'mtn-momo' })
  expect(await said(renderCollectionSlip(collection, on))).toContain('Areeba Money')
  const report = await said(renderReport(shiftReport(), { ...on, specimen: null }))
  for (const name of ['Visa', 'OM Guinea ·']) expect(report).toContain(name)
  const machine = { deviceId: 'caisse-2', shortcuts: usualShortcuts, tenders: tenderKinds, tenderNames }
  const card = await said(renderCard('cashier', machine, language))
  for (const name of Object.values(tenderNames)) expect(card).toContain(name)
})
