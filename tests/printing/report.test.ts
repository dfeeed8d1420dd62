import { describe, expect, test } from 'vitest'
import { reportContentOf } from '../../electron/printing/documents/report-content.ts'
import { rasterisePage } from '../../electron/printing/escpos/bitmap.ts'
import { asRead } from '../../electron/printing/pdf/printable-text.ts'
import { TicketRenderer } from '../../electron/printing/ticket-renderer.ts'
import type { Specimen } from '../../shared/domain/documents/documents.ts'
import { type Language, languages } from '../../shared/domain/language.ts'
import type { Paper } from '../../shared/domain/documents/paper.ts'
import type { SalesLine } from '../../shared/domain/money/trade.ts'
import type { ShiftReport } from '../../shared/domain/money/shift-report.ts'
import { drawPdf, readPdfText, readQrCodes } from '../support/pdf.ts'
import { shareOf } from '../support/share.ts'
import { dayClosed, dayLeft } from '../world/scenes/answers.ts'
import { inkAtEdges, monochrome } from './paper.ts'
import { codesOf } from './escpos/printers.ts'
import { type ReportChanges, sampleDocument, shiftReport, sold } from './document-samples.ts'
import { fontsDirectory } from './ticket-samples.ts'
import { reportCsv } from '../../electron/printing/documents/csv.ts'
import { useTimeZone } from '../support/time-zone.ts'
import { need } from '../world/kiosk-fixture.ts'

const { renderReport, renderSalesList } = new TicketRenderer({ fontsDirectory })

const inOneLine = (texts: readonly string[]): string => texts.join(' ').replaceAll(/[\s\u00a0]+/gu, ' ')

const draw = (changes: ReportChanges, paper: Paper, language: Language = 'fr', specimen: Specimen | null = null) =>
  renderReport(shiftReport(changes), { paper, language, specimen })

const said = async (...wanted: Parameters<typeof draw>): Promise<string> =>
  inOneLine(await readPdfText(await draw(...wanted)))

const closures = shareOf<Paper>('closures', ['roll-80', 'roll-58', 'a4', 'a6'], 2)

test('the cash rounding is below the tenders, and what customers are still owed has a line of its own', async () => {
  const text = await said({ money: { rounding: -27, owed: 70_000 } }, 'roll-80')
  expect(text).toMatch(/Orange Money, remboursé 1 −70 000 dont arrondi des espèces −27/u)
  expect(text).toContain('Reste à rembourser 70 000')
})

describe.each(closures.cases)(`a closure on %s (${closures.said})`, (paper) => {
  test('says who, when, what of, by what means, what is in the drawer, and the anchor', async () => {
    const read = await drawPdf(await draw({}, paper), 150)
    const text = inOneLine(read.map((page) => page.text))
    for (const words of [
      'Rapport Z',
      'nongo-guichet-2',
      'mariama',
      'Ventes 125',
      'Billets valables 312',
      'Duplicatas imprimés 3',
      'Horoya AC – AS Kaloum Star',
      '287 19 950 000',
      'Tribune Sud 175 12 110 000',
      'Billets vendus 314 22 890 000 Billets remboursés 2 −140 000 Recette nette 312 22 750 000',
      'Total HT 19 279 661 TVA 18 % incluse 3 470 339',
      'Ventes par agent (GNF) Sans agent 75 14 140 000 Sans agent, remboursé 2 −140 000 7 50 8 750 000',
      'Par prestataire (GNF) Orange Money · Djomy Encaissé 38 4 060 000 Remboursé 1 −70 000',
      'Sans réponse 2 210 000 Montant débité différent 1 65 000 Orange Money · Orange Encaissé 4 560 000',
      'Fond de caisse 500 000',
      'Attendu dans le tiroir 8 250 000',
      'Manquant 5 000',
      '1 204 560 000',
      '16877 – 18203',
      '3b9e 7a20 c4d1 f856',
      'Empreinte de la ligne 18204',
      'QR code signé : ligne, totaux et clé',
      'Responsable',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/FORMATION|Reste à rembourser/u)
    expect(text.replaceAll(' ', '')).toContain(shiftReport().anchor.hash)
    for (const page of read) expect(inkAtEdges(page, 3, 2)).toEqual([0, 0, 0, 0])
    if (paper.startsWith('roll')) expect(read).toHaveLength(1)
  })

  test('a list of sales names the customer of each invoice, and has the total of each currency', async () => {
    const names = { orderId: 'ORD-1', cashier: '7', invoices: [], customer: '', seats: ['N3-F-12', 'N3-F-13'] }
    const money = { currency: 'GNF', amount: 100_000, taxes: [] }
    const sold = { shiftNo: 3, kind: 'sale', atUtc: '2025-05-17T14:05:00Z', ...names, ...money }
    const line = (more: Partial<SalesLine>) => ({ ...sold, ...more }) as unknown as SalesLine
    const lines = [
      line({ invoices: ['kiosk-1-000001'], customer: 'Société Guinéenne de Commerce et de Transport SARL' }),
      line({
        kind: 'refund',
        orderId: 'ORD-2',
        invoices: ['kiosk-1-000002'],
        customer: null,
        amount: -50_000,
        seats: ['N3-F-1'],
      }),
      line({ shiftNo: 4, currency: 'EUR', amount: 1_250 }),
    ]
    const on = { paper, language: 'fr', specimen: null } as const
    const read = await drawPdf(await renderSalesList({ register: 'kiosk-1', lines }, on))
    // A line may end after a hyphen.
    const text = inOneLine(read.map((page) => page.text)).replaceAll(/(?:-|\uFFFE) ?/gu, '-')
    for (const words of [
      'Liste des ventes',
      'ORD-1 · nº 7 · kiosk-1-000001 · Société Guinéenne de Commerce et de Transport SARL 2 100 000',
      'remboursement · ORD-2 · nº 7 · kiosk-1-000002 · Coordonnées effacées −1 −50 000',
      'Session 4',
      'Recette nette 1 50 000',
      'Recette nette 2 12,50',
    ])
      expect(text).toContain(words)
    for (const page of read) expect(inkAtEdges(page, 3, 2)).toEqual([0, 0, 0, 0])
  })

  test('the receipt of a payment and a statement name the seller, the person and the sales in short', async () => {
    const on = { paper, language: 'fr', specimen: null } as const
    const seller = ['Société du Stade de la Corniche SA Corniche Nord, Dixinn, BP 1234, Conakry', 'NIF 123456789 · 4K']
    for (const [kind, more] of [
      ['account-receipt', ['Agent nº 7', '6f1c2d3e 9a0b1c2d', 'Payé 1 750 000 GNF']],
      [
        'account-statement',
        ['Vente 6f1c2d3e samedi', 'Paiement VIR-2025-000318 mardi', 'Solde final à payer 630 000 GNF'],
      ],
    ] as const) {
      const read = await drawPdf(await sampleDocument(kind, paper, on), 150)
      const text = inOneLine(read.map((page) => page.text))
      for (const words of [...seller, ...more]) expect(text).toContain(words)
      for (const page of read) expect(inkAtEdges(page, 3, 2)).toEqual([0, 0, 0, 0])
    }
  })

  test('a long one goes on, no line lost', async () => {
    const zones = Array.from({ length: 90 }, (_, at) => ({ name: `Zone ${at + 101}`, ...sold(1, 70_000) }))
    const event = { title: 'Tournoi', startsAt: '2025-05-17T16:00:00', ...sold(90, 6_300_000), zones }
    const read = await readPdfText(await draw({ money: { events: [event] } }, paper))
    const text = inOneLine(read)
    for (const { name } of zones) expect(text).toContain(`${name} 1 70 000`)
    if (!paper.startsWith('roll')) expect(text).toContain(`Page 1 sur ${read.length}`)
  })
})

describe('the signed code of a closure', () => {
  const scanned = async (report: ShiftReport, paper: Paper, language: Language) => {
    const read = await drawPdf(await renderReport(report, { paper, language, specimen: null }))
    return (await Promise.all(read.map(({ image }) => readQrCodes(monochrome(image))))).flat()
  }
  const { anchor } = shiftReport()
  const long = `GZ1.${Buffer.from('{"register":"nongo-guichet-porte-a-cote-nord-1"}'.repeat(9)).toString('base64url')}.${'q7Xn'.repeat(21)}Aw`

  const scans = shareOf(
    'codes of closures',
    (['roll-80', 'roll-58', 'a4', 'a6', '210x74'] as const).flatMap((paper) => [
      ...languages.map((language) => ({ paper, language, code: anchor.code })),
      { paper, language: 'fr' as const, code: long },
    ]),
    3,
  )

  test.each(scans.cases)(
    `is read from $paper in $language, a thermal head's dots (${scans.said})`,
    async ({ paper, language, code }) => {
      expect(await scanned(shiftReport({ anchor: { ...anchor, code } }), paper, language)).toEqual([code])
    },
  )

  test.each([
    ['roll-80', 576],
    ['roll-58', 384],
  ] as const)('is read from %s of a receipt printer that speaks ESC/POS', async (paper, dots) => {
    expect(await codesOf(need(await rasterisePage(await draw({}, paper), dots)))).toEqual([anchor.code])
  })

  test('is not on a reading', async () => {
    expect(await scanned(shiftReport({ kind: 'X', anchor: { ...anchor, code: null } }), 'roll-80', 'fr')).toEqual([])
  })
})

test.each<Paper>(['a4', 'roll-80', 'roll-58', 'a6'])('a Z of training says so at both ends on %s', async (paper) => {
  const training = await said({}, paper, 'fr', 'training')
  expect(training.indexOf('FORMATION')).toBeLessThan(training.indexOf('Rapport Z'))
  expect(training.lastIndexOf('FORMATION')).toBeGreaterThan(training.indexOf('Rapport Z'))
})

test('a reading wants no signature, an empty shift says so, and a specimen is marked', async () => {
  const empty = { currencies: [], sales: 0, waiting: 0, anchor: { ...shiftReport().anchor, code: null } }
  const text = await said({ kind: 'X', ...empty }, 'roll-80', 'en', 'demo')
  for (const words of ['X report', 'No sales in this shift.', 'SPECIMEN']) expect(text).toContain(words)
  expect(text).not.toMatch(/Supervisor|not finished/u)
})

test('each currency has its own sums', async () => {
  const [franc] = shiftReport().currencies
  const euro = { ...franc!, currency: 'EUR', net: { tickets: 1, amount: 125_050 } }
  const text = await said({ currencies: [franc!, euro] }, 'roll-80')
  for (const words of ['Recette (GNF)', 'Recette (EUR)', '1 250,50']) expect(text).toContain(words)
})

const style = { language: 'fr', numerals: 'western', timeZone: 'Africa/Conakry', specimen: null } as const
const terminalDayLines = (terminalDays: Parameters<typeof shiftReport>[0] & object) =>
  reportContentOf(shiftReport(terminalDays), style)
    .sections.find(({ heading }) => heading === 'Télécollecte du terminal')
    ?.lines.map(({ label, value }) => asRead(`${label} ${value}`).replaceAll(/\s/gu, ' ').trim())

test('a Z has the terminal’s sum beside ours, the difference, and what it wants printed', () => {
  const compared = ['Selon le terminal 8 300 000 GNF', 'Selon la caisse 8 400 000 GNF', 'Écart −100 000 GNF']
  const printed = ['KASSENSCHNITT', 'TERMINAL 52523535', 'SUMME GNF 8.300.000']
  expect(terminalDayLines({ terminalDays: [dayClosed] })).toEqual(['Télécollecte faite', ...compared, ...printed])
})

test('a Z says what is still to be done, and nothing where no terminal was told', () => {
  expect(terminalDayLines({ terminalDays: [dayLeft] })).toEqual(['Télécollecte à faire'])
  expect(terminalDayLines({})).toBeUndefined()
})

describe('a report as CSV', () => {
  // The report uses the time zone of the venue, not of the computer.
  useTimeZone('America/New_York')
  const style = { language: 'en', timeZone: 'Africa/Conakry' } as const

  const lines = (text: string): readonly string[] => text.replace('\uFEFF', '').split('\r\n')
  const own = 'nongo-guichet-2,41,Z,2025-05-17 07:58:03 +00:00,2025-05-17 16:12:44 +00:00,mariama'

  test('every figure of a report is a line that says which till, shift and currency it is of', () => {
    const text = reportCsv(shiftReport(), style)
    expect(text).toMatch(/^\uFEFFdesk,shift,report,from,to,staff,currency,item,name,detail,count,amount\r\n/u)
    const table = lines(text)
    for (const figure of [
      ',sales,,,125,',
      'GNF,sold,,,314,22890000',
      'GNF,returned,,,-2,-140000',
      'GNF,net,,,312,22750000',
      'GNF,taxed,18%,,,22750000',
      'GNF,tax,18%,,,3470339',
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
      'GNF,handover,7+12,2025-05-17 15:40:00 +00:00,,7995000',
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

  test('the cash rounding has a line, and slips that may have been spent elsewhere are told apart', () => {
    const slips = { openSlips: { count: 3, amount: 45_000 }, hubSlips: { count: 2, amount: 30_000 } }
    const table = lines(reportCsv(shiftReport({ money: { ...slips, rounding: -27 } }), style))
    for (const figure of ['cash-rounding,,,,-27', 'credit-slips-open,,,3,45000', 'credit-slips-at-hub,,,2,30000'])
      expect(table).toContain(`${own},GNF,${figure}`)
  })

  const named = (title: string) => {
    const event = { title, startsAt: '', ...sold(1, 1_250), zones: [] }
    return shiftReport({ money: { currency: 'EUR', ...sold(1, 125_050), events: [event] } })
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
    expect(reportCsv(named(title), style)).toContain(`,EUR,event-net,${cell},,1,12.5\r\n`)
  })
})
