import { expect, test } from 'vitest'
import { reportCsv } from '../../electron/printing/documents/report-csv.ts'
import { useTimeZone } from '../support/time-zone.ts'
import { shiftReport, sold } from './report-samples.ts'

// The time zone of the venue counts, whatever that of this machine is.
useTimeZone('America/New_York')
const style = { language: 'en', timeZone: 'Africa/Conakry' } as const

const lines = (text: string): readonly string[] => text.replace('\uFEFF', '').split('\r\n')
const own = 'nongo-guichet-2,41,Z,2025-05-17 07:58:03 +00:00,2025-05-17 16:12:44 +00:00,mariama'

test('every figure of a report is a line that says which till, shift and currency it is of', () => {
  const text = reportCsv(shiftReport(), style)
  expect(text.startsWith('\uFEFFdesk,shift,report,from,to,staff,currency,item,name,detail,count,amount\r\n')).toBe(true)
  const table = lines(text)
  for (const figure of [
    ',sales,,,125,',
    ',tax-rate,,,18,',
    'GNF,sold,,,314,22890000',
    'GNF,returned,,,-2,-140000',
    'GNF,net,,,312,22750000',
    'GNF,tax,,,,3470339',
    'GNF,owed,,,,0',
    'GNF,event-net,Horoya AC – AS Kaloum Star,2025-05-17T16:00:00,287,19950000',
    'GNF,zone-sold,Horoya AC – AS Kaloum Star,Tribune Sud,177,12250000',
    'GNF,zone-returned,Horoya AC – AS Kaloum Star,Tribune Sud,-2,-140000',
    'GNF,zone-net,Horoya AC – AS Kaloum Star,Tribune Sud,175,12110000',
    'GNF,tender,card,,33,9520000',
    'GNF,tender-refunded,card,,1,-70000',
    'GNF,provider,orange-money,djomy-push,38,4060000',
    'GNF,provider-refunded,orange-money,djomy-push,1,-70000',
    'GNF,provider-open,orange-money,djomy-push,2,210000',
    'GNF,provider-unmatched,orange-money,djomy-push,1,65000',
    'GNF,cashier,7,,50,8750000',
    'GNF,cash-dropped,,,,-1000000',
    'GNF,cash-dropped-entry,12+90,2025-05-17 13:05:00 +00:00 Remise au coffre,,-1000000',
    'GNF,count,7,2025-05-17 15:40:00 +00:00,,7995000',
    'GNF,count-over-short,,2025-05-17 15:40:00 +00:00,,-255000',
    'GNF,count,12,2025-05-17 16:05:00 +00:00,,8245000',
    'GNF,note,,2025-05-17 16:05:00 +00:00,400,20000',
    'GNF,over-short,,,,-5000',
    'GNF,perpetual-net,,,,1204560000',
  ])
    expect(table).toContain(`${own},${figure}`)
  const width = table.slice(0, -1).map((line) => line.split(',').length)
  expect(new Set(width)).toEqual(new Set([12]))
  expect(table.at(-1)).toBe('')
})

test('the cash rounding makes the tenders and the takings agree', () => {
  const [franc] = shiftReport().currencies
  const table = lines(reportCsv(shiftReport({ currencies: [{ ...franc!, rounding: -27 }] }), style))
  expect(table).toContain(`${own},GNF,cash-rounding,,,,-27`)
})

test('slips that may have been spent elsewhere are told apart', () => {
  const [franc] = shiftReport().currencies
  const slips = { openSlips: { count: 3, amount: 45_000 }, hubSlips: { count: 2, amount: 30_000 } }
  const table = lines(reportCsv(shiftReport({ currencies: [{ ...franc!, ...slips }] }), style))
  for (const figure of ['credit-slips-open,,,3,45000', 'credit-slips-at-hub,,,2,30000'])
    expect(table).toContain(`${own},GNF,${figure}`)
})

const named = (title: string) => {
  const [franc] = shiftReport().currencies
  const event = { title, startsAt: '', ...sold(1, 1_250), zones: [] }
  return shiftReport({ currencies: [{ ...franc!, currency: 'EUR', ...sold(1, 125_050), events: [event] }] })
}

test('a table has the separator, the decimal sign and the headings of its language, and local times with their zone', () => {
  const french = reportCsv(named('Hafia; Horoya'), { language: 'fr', timeZone: 'Europe/Paris' })
  expect(french).toMatch(/^\uFEFFcaisse;session;rapport;du;au;agent;devise;rubrique;nom;détail;nombre;montant\r\n/u)
  expect(french).toContain(';Z;2025-05-17 09:58:03 +02:00;2025-05-17 18:12:44 +02:00;mariama;')
  expect(french).toContain(';EUR;event-net;"Hafia; Horoya";;1;12,5\r\n')
  expect(reportCsv(named('x'), style)).toContain(',EUR,net,,,1,1250.5\r\n')
})

test.each([
  ['=HYPERLINK("x"), ou pire', `"'=HYPERLINK(""x""), ou pire"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a\t@SUM(1)', `"a\t'@SUM(1)"`],
  ['a\r\n-1', `"a\r\n'-1"`],
  ['a;"=1+1', `"a;""'=1+1"`],
  [' =1+1', ` '=1+1`],
  ['\u200b+1', `\u200b'+1`],
  ['＝1+1', `'＝1+1`],
  ['＠x', `'＠x`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['Horoya - Hafia', 'Horoya - Hafia'],
])('%j is no formula for any spreadsheet', (title, cell) => {
  const table = reportCsv(named(title), style)
  expect(table).toContain(`,EUR,event-net,${cell},,1,12.5\r\n`)
})
