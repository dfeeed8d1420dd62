import { afterEach, expect, test } from 'vitest'
import { contentOf } from '../../electron/printing/documents/ticket-content.ts'
import { collectionSlipContentOf } from '../../electron/printing/documents/collection-slip-content.ts'
import { creditSlipContentOf } from '../../electron/printing/documents/credit-slip-content.ts'
import { receiptContentOf } from '../../electron/printing/documents/receipt-content.ts'
import { asRead, withPlainZeros } from '../../electron/printing/pdf/printable-text.ts'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import { slipContentOf } from '../../electron/printing/documents/slip-content.ts'
import {
  guineanSeller,
  sampleCollectionSlip,
  sampleCreditSlip,
  sampleReceipt,
  sampleSlip,
  shiftReport,
} from './document-samples.ts'
import { sampleTicket } from './ticket-samples.ts'

const timeZone = process.env['TZ']

afterEach(() => {
  if (timeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = timeZone
})

const when = (startsAt: string, language: 'fr' | 'en' = 'fr') =>
  asRead(contentOf(sampleTicket({ startsAt }), language).when).replaceAll('\u00a0', ' ')

test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Africa/Conakry'])(
  'the hour is the partner’s, whatever the machine’s time zone: %s',
  (zone) => {
    process.env['TZ'] = zone
    expect(when('2025-05-17T16:00:00')).toBe('samedi 17 mai 2025, 16 h')
    expect(when('2025-05-17T00:05:00')).toBe('samedi 17 mai 2025, 0 h 05')
    expect(when('2025-05-17T23:59:59', 'en')).toBe('Saturday 17 May 2025, 23:59')
  },
)

test('receipts, slips and reports have the hour of the venue, whatever the machine’s time zone', () => {
  process.env['TZ'] = 'America/New_York'
  const style = { language: 'en', numerals: 'western', timeZone: 'Africa/Conakry' } as const
  const own = { ...style, seller: guineanSeller, refundRule: {} }
  const contents = [
    receiptContentOf(sampleReceipt(1, { soldAt: '2025-05-17T01:05:31.000Z' }), own),
    slipContentOf(sampleSlip({ atUtc: '2025-05-17T01:05:31.000Z' }), own),
    collectionSlipContentOf(sampleCollectionSlip({ atUtc: '2025-05-17T01:05:31.000Z' }), own),
    creditSlipContentOf(sampleCreditSlip({ issuedUtc: '2025-05-17T01:05:31.000Z' }), own),
    reportContentOf(shiftReport({ to: '2025-05-17T01:05:31.000Z' }), { ...style, specimen: null }),
  ]
  for (const { facts } of contents)
    expect(facts).toContainEqual(expect.objectContaining({ value: withPlainZeros('Saturday 17 May 2025, 01:05') }))
})

test('dates are written as people say them', () => {
  expect(when('2026-03-01T20:30:00')).toBe('dimanche 1er mars 2026, 20 h 30')
  expect(when('2024-02-29T09:00')).toBe('jeudi 29 février 2024, 9 h')
  expect(when('2026-12-31T18:00:00', 'en')).toBe('Thursday 31 December 2026, 18:00')
  for (let month = 1; month <= 12; month++) {
    const two = String(month).padStart(2, '0')
    const name = new Intl.DateTimeFormat('fr', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 15))
    expect(when(`2026-${two}-15T10:00:00`)).toContain(` 15 ${name} 2026`)
  }
})

test.each(['bientôt', '', '17/05/2025', '2025-17-05T16:00:00', '2025-05-32T16:00:00', '2025-05-17T25:00:00'])(
  'an invalid date is printed as written: "%s"',
  (text) => {
    expect(when(text)).toBe(text)
  },
)

test('a label says once what the partner’s name would say again', () => {
  const { figures, tribune } = contentOf(sampleTicket(), 'fr')
  expect(figures.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Porte A',
    'Secteur N1',
    'Rang F',
    'Place 24',
  ])
  expect([tribune.label, tribune.name]).toEqual(['Tribune', 'Nord'])
  const odd = contentOf(
    sampleTicket({
      place: {
        gate: { code: 'P7', name: 'Porte', label: '' },
        tribune: { code: 'VE', name: 'Virage Est', color: '#0b7a3b' },
      },
    }),
    'fr',
  )
  expect(odd.figures[0]?.value).toBe('Porte')
  expect(odd.tribune.name).toBe('Virage Est')
  const unnamed = contentOf(sampleTicket({ place: { gate: { code: 'P7', name: '', label: '' } } }), 'en')
  expect(unnamed.figures[0]).toEqual({ label: 'Gate', value: 'P7' })
})

test('without a route of the partner’s the way is gate, sector, row, seat', () => {
  expect(contentOf(sampleTicket({ place: { route: [] } }), 'en').route).toEqual([
    'Gate A',
    'Section N1',
    'Row F',
    'Seat 24',
  ])
})

test('a space for a wheelchair says so behind its seat, and a step-free way behind its gate', () => {
  const space = { accessible: true, stepFree: true } as const
  expect(contentOf(sampleTicket({ place: space }), 'fr')).toMatchObject({
    route: ['Porte A', 'Accès sans marches', 'Secteur N1', 'Rang F', 'Place 24', 'Place fauteuil roulant'],
    gateHint: 'Tribune Nord, côté ville',
  })
  const companion = { companion: true, restrictedView: true, route: [] } as const
  expect(contentOf(sampleTicket({ place: companion }), 'en').route.slice(-2)).toEqual(['Companion', 'Restricted view'])
})

test('what the partner leaves empty leaves no empty label', () => {
  const { facts } = contentOf(sampleTicket({ ticketReference: '', place: { disputeCode: '' } }), 'fr')
  expect(facts.map(({ label }) => label)).toEqual(['Code de la place', 'Billet n°'])
})
