import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import type { Settlement } from '../../shared/domain/money/settlement.ts'
import type { SaleEvent } from '../../shared/domain/sale/sale.ts'
import { account, pushSettingsAt } from '../payments/djomy/djomy.ts'
import { served } from '../payments/provider-line.ts'
import { DjomySimulator } from '../../electron/simulators/djomy.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { chosenSeat, composed, startSale, ticketOf, toPriced, toPrinted, type Walk } from '../ledger/sales.ts'
import { ledgerOptions, runSql, tickingClock } from '../ledger/fixtures.ts'
import { suiteFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { useTimeZone } from '../support/time-zone.ts'
import { guichet } from './guichet.ts'

// Reports are compared by day in the time zone of the computer. All test sales are made at 14:00 UTC.
useTimeZone('Africa/Conakry')

const DAY = '2025-05-17'
const HEAD = 'Référence marchand;Date;Montant;Devise;Statut;Frais'
const line = (name: string, amount = '35 000', status = 'SUCCESS', fee = '350'): string =>
  `${name};${DAY} 14:03;${amount};GNF;${status};${fee}`

const days = suiteFolder()

/** Returns a copy of the data of a demo machine with one day of payments via Djomy, at least one of each status. */
async function soldDay({ late = false } = {}) {
  const day = join(days, late ? 'late' : 'plain')
  if (!existsSync(day)) await sellDay(join(day, 'demo'), late)
  const data = temporaryFolder()
  cpSync(day, data, { recursive: true })
  return { data, ledger: join(data, 'demo', 'ledger.db') }
}

async function sellDay(folder: string, late: boolean): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const clock = tickingClock()
  const ledger = await openLedger(ledgerOptions(folder, { now: clock }))
  const pay = (seat: string, ...told: readonly SaleEvent[]): Walk => {
    const seats = [chosenSeat(seat)]
    const provider = { driver: 'djomy-push', host: 'https://api.djomy.africa', reference: `P-${seat}` }
    const started = { type: 'tender-started', kind: 'orange-money', provider } as const
    return startSale(ledger, clock, seats).next(...toPriced(seats), started, ...told)
  }
  const approved = (seat: string) =>
    ({ type: 'tender-approved', received: 35_000, change: 0, approval: `MP.${seat}` }) as const
  const sell = (seat: string): Walk => {
    const paid = pay(seat, approved(seat))
    const tickets = [ticketOf(chosenSeat(seat))]
    return paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets }, ...toPrinted(tickets))
  }
  for (const seat of ['1001', '1002', '1003', '1004']) sell(seat)
  pay('1005', { type: 'tender-pending', token: 'tx-1005' })
  pay('1006', { type: 'tender-refused', reason: 'declined' })
  const returned = sell('1007').sale
  if (returned.state !== 'done') throw new Error(returned.state)
  const back = { saleId: returned.saleId, reference: `${returned.order.orderId}-R1`, currency: 'GNF', amount: 35_000 }
  const way = { kind: 'orange-money', amount: 35_000 } as const
  const why = { reason: 'empêché', second: '90', ticketIds: ['t-1007'], back: [way] }
  ledger.recordAfterSale({ type: 'tickets-refunded', ...back, ...why }, '7', clock())
  ledger.recordAfterSale({ type: 'refund-paid', ...back, kind: 'orange-money', receipt: 'RB-77' }, '7', clock())
  if (late) {
    const unpaid = { type: 'staff-answered', moneyMoved: false, staffId: '7' } as const
    pay('1009', { type: 'tender-pending', token: 'tx-1009' }, { type: 'tender-unknown' }, unpaid)
    const [left] = ledger.openPayments()
    const { saleId, reference } = left!
    const took = { saleId, reference, kind: 'orange-money', currency: 'GNF', amount: 35_000 } as const
    ledger.recordAfterSale({ type: 'payment-found', ...took, approval: 'MP.1009' }, null, clock())
    ledger.recordAfterSale({ type: 'payment-paid-back', ...took, receipt: 'RB-79' }, '7', clock())
  }
  startSale(ledger, clock, [chosenSeat('1008')])
  ledger.close()
}

async function settle(data: string, report: Uint8Array | string | null, ...more: readonly string[]) {
  const file = join(data, 'report.csv')
  if (report !== null) writeFileSync(file, report)
  const of = ['--data', data, '--provider', 'djomy-push', '--from', DAY]
  return guichet('settlement', ...(report === null ? [] : [file]), ...of, ...more)
}

const words = catalogues.fr.settlement

const whole = [line('P-1001'), line('tx', '35000').replace('tx', 'MP.1002'), line('P-1003'), line('P-1004')]
const returnedLines = [line('P-1007'), line('RB-77', '-35 000')]

test('a report that agrees with the ledger has no differences, even with an unknown payment or a damaged journal row', async () => {
  const { data, ledger } = await soldDay()
  const report = [HEAD, ...whole, ...returnedLines, line('P-1006', '35 000', 'FAILED')].join('\r\n')
  const agreed = await settle(data, report)
  expect(agreed.refused).toEqual([])
  expect(agreed).toMatchObject({ code: 0 })
  expect(agreed.said).toContain(words.sums('175000 GNF', '35000 GNF', '2100 GNF'))
  expect(agreed.said).toContain(`${DAY} – ${DAY}: ${words.of(6, 7, 5)} ${words.compared(0)}`)
  // A damaged row of a sale without a payment does not stop the comparison.
  const row = 'SELECT first_seq FROM sale ORDER BY first_seq DESC LIMIT 1'
  runSql(ledger, `DROP TRIGGER journal_no_update; UPDATE journal SET payload = '{' WHERE seq = (${row})`)
  expect(await settle(data, report)).toEqual(agreed)
})

test('days and times are those of the venue, whatever the machine’s time zone', async () => {
  process.env['TZ'] = 'America/New_York'
  const { data } = await soldDay()
  writeFileSync(join(data, 'config.json'), JSON.stringify({ timeZone: 'Pacific/Kiritimati' }))
  const table = join(data, 'table.csv')
  const missing = async (day: string) => (await settle(data, HEAD, '--from', day, '--csv', table)).said
  const { said } = await settle(data, [HEAD, line('P-1001')].join('\n'))
  expect(said).toContain(`${DAY} – ${DAY}: ${words.of(0, 1, 1)} ${words.compared(0)}`)
  expect(await missing('2025-05-18')).toMatch(/: P-1001, 35000 GNF, 2025-05-18 04:00:\d\d \+14:00\n/u)
  expect(readFileSync(table, 'utf8')).toMatch(/;P-1001;;2025-05-18 04:00:\d\d \+14:00;/u)
})

test('a payment that its sale had gone on without is told as what became of it', async () => {
  const { data } = await soldDay({ late: true })
  const lines = [...whole, ...returnedLines, line('MP.1009'), line('RB-79', '-35 000')]
  const agreed = await settle(data, [HEAD, ...lines].join('\r\n'))
  expect(agreed).toMatchObject({ code: 0, refused: [] })
  expect(agreed.said).toContain(`${words.of(7, 8, 6)} ${words.compared(0)}`)
  const missing = await settle(data, [HEAD, ...whole, ...returnedLines].join('\r\n'))
  expect(missing.said).toContain(`${words.kinds['missing-there']}: P-1009`)
  expect(missing.said).toContain(`  ${words.standings.taken}, ${words.standings.refunded} 35000 GNF / –: `)
  const english = await settle(data, [HEAD, ...whole, ...returnedLines].join('\r\n'), '--language', 'en')
  expect(english.said).toContain('Not at the provider: P-1009')
  expect(english.said).toContain('One difference.')
})

test('each difference is named with what to do, and nothing is changed', async () => {
  const { data, ledger } = await soldDay()
  const before = readFileSync(ledger)
  const changed = [line('P-1002', '30 000'), line('P-1003', '35 000', 'REMBOURSÉ')]
  const whole = ['P-1005', 'P-1006', 'P-1007', 'P-9999'].map((name) => line(name))
  const strange = [line('P-9998', 'beaucoup'), line('P-9997', '35 000', 'EXPIRED')]
  const report = [HEAD, line('P-1001'), line('P-1001'), ...changed, ...whole, ...strange]
  const table = join(data, 'table.csv')
  const { code, said } = await settle(data, report.join('\n'), '--json', '--csv', table)
  expect(code).toBe(1)
  const { differences } = JSON.parse(said) as Settlement
  expect(differences.map(({ kind, line: at }) => `${at} ${kind}`).join(', ')).toBe(
    '3 double, 4 other-amount, 5 refunded-there, 0 missing-there, 6 open, 7 not-taken, 8 refunded-here, 9 missing-here, ' +
      '10 unclear',
  )
  expect(differences[1]).toMatchObject({
    name: 'P-1002',
    amount: 35_000,
    here: { standings: ['taken'], status: '', amount: 35_000, currency: 'GNF' },
    there: { standings: ['paid'], status: 'SUCCESS', amount: 30_000, currency: 'GNF' },
  })
  expect(differences[3]).toMatchObject({ name: 'P-1004', here: { standings: ['taken'], amount: 35_000 }, there: null })
  const rows = readFileSync(table, 'utf8').split('\r\n')
  expect(rows).toHaveLength(11)
  expect(rows[1]).toContain('kiosk-1;djomy-push;2025-05-17;2025-05-17;')
  expect(rows[1]).toContain('Remboursez le second paiement')
  expect(readFileSync(ledger).equals(before)).toBe(true)
  expect((await verifyLedger({ path: ledger, nativeBinding: undefined })).ok).toBe(true)
})

test.each([
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['a title above', (text: string) => Buffer.from(`Relevé de mai;;;;;\n;;;;;\n${text}`)],
  ['a title with commas above', (text: string) => Buffer.from(`Relevé, compte 12, Conakry, mai\n\n${text}`)],
  ['a total below', (text: string) => Buffer.from(`${text}\n;;175 000;;;`)],
  ['decimals', (text: string) => Buffer.from(text.replaceAll('35 000', '35 000,00'))],
  ['English figures', (text: string) => Buffer.from(text.replaceAll('35 000', '35,000.00'))],
])('a report is read as %s', async (_, written) => {
  const { data } = await soldDay()
  const { code, refused } = await settle(data, written([HEAD, ...whole, ...returnedLines].join('\n')))
  expect([code, refused]).toEqual([0, []])
})

test('a sum with two readings is refused with both and its place, in the language of the command', async () => {
  const { data } = await soldDay()
  const inEuro = [HEAD, line('P-1', '1.500', 'SUCCESS', '0.145'), line('P-2', '12,50'), line('P-3', '0.145')]
  const report = inEuro.join('\n').replaceAll('GNF', 'EUR')
  const refused = await settle(data, report, '--language', 'pt')
  expect(refused).toMatchObject({ code: 2, said: '' })
  expect(refused.refused).toEqual([
    expect.stringMatching(/report\.csv:2:22: «1\.500» pode ser 1500 ou 1\.50 EUR: escreva /u),
  ])
  const compared = await settle(data, report.replace('1.500', '1500'), '--language', 'en')
  expect(compared.said).toContain('1512.5 EUR taken')
})

test('what is no report, and what is no day, is refused with the place and the mend', async () => {
  const { data } = await soldDay()
  const english = ['--language', 'en']
  const noColumns = await settle(data, 'a;b\n1;2', ...english)
  expect(noColumns.code).toBe(2)
  expect(noColumns.refused[0]).toMatch(/report\.csv:1:1: expected a column of references \(.*found a, b$/u)
  expect((await settle(data, Buffer.from('PK\u0003\u0004'), ...english)).refused[0]).toContain('save it as "CSV UTF-8"')
  expect((await settle(data, HEAD, '--to', '2025-05-16', ...english)).refused[0]).toContain('the earlier one first')
  expect((await settle(data, HEAD, '--from', '2025-13-40')).code).toBe(2)
  expect((await settle(temporaryFolder(), HEAD, ...english)).refused[0]).toContain('no ledger here')
})

test('without a report the provider is asked for its own list, where it gives one', { timeout: 30_000 }, async () => {
  const { data } = await soldDay()
  expect((await settle(data, null, '--language', 'en')).refused).toEqual([
    'djomy-push provides no list of payments: give the file of its report',
  ])
  const simulator = new DjomySimulator({ ...account, clock: createSystemClock() })
  let isUp = true
  const baseUrl = await served({
    async handle(asked) {
      if (!isUp) return new Response('', { status: 503 })
      if (!asked.url.includes('/v1/payments?')) return simulator.handle(asked)
      const { searchParams } = new URL(asked.url)
      expect([searchParams.get('startDate'), searchParams.get('endDate')]).toEqual([DAY, DAY])
      const content = ['1001', '1002', '1003', '1004', '1007'].map((seat) => ({
        transactionId: `tx-${seat}`,
        merchantPaymentReference: `P-${seat}`,
        status: seat === '1007' ? 'REFUNDED' : 'SUCCESS',
        paidAmount: 35_000,
        fees: 350,
      }))
      return Response.json({ success: true, data: { content, last: true } })
    },
  })
  writeFileSync(join(data, 'client-secret'), account.clientSecret, { mode: 0o600 })
  const payments = { 'orange-money': { driver: 'djomy-push', ...pushSettingsAt(baseUrl) } }
  writeFileSync(join(data, 'config.json'), JSON.stringify({ role: 'cashier', payments }))
  const agreed = await settle(data, null)
  expect(agreed.refused).toEqual([])
  expect(agreed.said).toContain(words.sums('140000 GNF', '35000 GNF', '1750 GNF'))
  expect(agreed.said).toContain(`${words.of(6, 5, 5)} ${words.compared(0)}`)
  isUp = false
  const later = [expect.stringContaining('compare again later')]
  expect(await settle(data, null, '--language', 'en')).toMatchObject({ code: 1, refused: later })
})
