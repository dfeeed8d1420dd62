import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FiscalDocument } from '../../electron/kiosk/ports/devices.ts'
import { HttpFiscalSigner } from '../../electron/payments/fiscal.ts'
import { type FiscalFault, FiscalSimulator } from '../../electron/simulators/fiscal.ts'
import { serveFiscalSimulator } from '../../electron/app/simulators.ts'
import { createSystemClock } from '../../electron/host/system.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { catalogues } from '../../shared/i18n/catalogues.ts'
import { guichet } from '../cli/guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { review, startMachine } from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'
import { silentLog } from '../../electron/host/log.ts'

const clock = createSystemClock()
const invoice: FiscalDocument = {
  number: 'D1-000042',
  kind: 'invoice',
  about: null,
  issuedUtc: '2026-11-30T19:00:00.000Z',
  register: 'D1',
  operator: '7',
  buyer: { company: 'Soguicom SARL', address: 'Kaloum', taxNumber: '123' },
  currency: 'EUR',
  amount: 1_234,
  taxes: [{ rate: 5.5, amount: 1_234, tax: 64 }],
  lines: [{ name: 'Final · N1-F-1', price: 1_234, taxRate: 5.5 }],
  tenders: ['cash', 'card'],
}

async function signing(
  script: readonly FiscalFault[],
  change: { key?: string; slowMs?: number; repliesTo?: string } = {},
) {
  const simulator = new FiscalSimulator({ clock, key: 'k', script, slowMs: change.slowMs ?? 0 })
  const served = await serveProviderSimulator({ simulator, host: '127.0.0.1', port: 0 })
  const names = { taxGroups: { '5.5': 'B' }, tenderNames: { cash: 'ESPECES' } }
  const settings = { url: served.url, key: change.key ?? 'k', ...names, timeoutSeconds: 1 }
  const line = {
    clock,
    log: silentLog,
    async fetch(request: Request) {
      const reply = await fetch(request)
      if (change.repliesTo === undefined) return reply
      return Response.json({ ...((await reply.json()) as object), number: change.repliesTo }, reply)
    },
  }
  const signer = new HttpFiscalSigner(line, settings, { name: 'Stade', address: 'Nongo', taxNumber: '9' })
  const sign = (document = invoice) => signer.sign(document, new AbortController().signal)
  return { simulator, sign, close: () => served.close() }
}

test('sends amounts in major units with the names of the service, and reads the signature', async () => {
  const { simulator, sign, close } = await signing([])
  expect(await sign()).toMatchObject({ outcome: 'signed', counters: '1/1 FV', device: 'SIMULATED' })
  expect(simulator.requests).toMatchObject([
    {
      number: 'D1-000042',
      seller: { taxNumber: '9' },
      amount: 12.34,
      taxes: [{ rate: 5.5, group: 'B', amount: 12.34, tax: 0.64 }],
      lines: [{ quantity: 1, price: 12.34, group: 'B' }],
      payments: ['ESPECES', 'card'],
    },
  ])
  await close()
})

test.each<[FiscalFault, object, object]>([
  ['lost', {}, { outcome: 'unknown' }],
  ['unreachable', {}, { outcome: 'unknown' }],
  ['slow', { slowMs: 3_000 }, { outcome: 'unknown', detail: 'TOO_LATE' }],
  ['refuse', {}, { outcome: 'refused', reason: 'BUYER_UNKNOWN' }],
  ['sign', { key: 'other' }, { outcome: 'unknown', detail: 'status 401' }],
])('with the fault "%s" nothing is signed twice', async (fault, change, outcome) => {
  const { simulator, sign, close } = await signing([fault], change)
  expect(await sign()).toMatchObject(outcome)
  if (!('key' in change)) {
    const first = await sign()
    expect(await sign()).toEqual(first)
    expect(simulator.signed.size).toBe(1)
  }
  await close()
})

test.each<FiscalFault>(['sign', 'refuse'])('a reply about another number is not accepted: %s', async (fault) => {
  const { sign, close } = await signing([fault], { repliesTo: 'D1-000041' })
  expect(await sign()).toMatchObject({ outcome: 'unknown' })
  await close()
})

test('other content for a signed number is refused', async () => {
  const { sign, close } = await signing([])
  await sign()
  expect(await sign({ ...invoice, amount: 1_000 })).toEqual({ outcome: 'refused', reason: 'NUMBER_USED' })
  await close()
})

test('doctor checks service, clock and key, signs nothing, and counts the invoices without a signature', async () => {
  const simulator = await serveFiscalSimulator({
    host: '127.0.0.1',
    port: 0,
    script: ['sign', 'refuse', 'unreachable'],
    slowMs: 0,
  })
  let isServed = true
  const close = async (): Promise<void> => {
    if (isServed) await simulator.close()
    isServed = false
  }
  onTestFinished(close)
  const data = temporaryFolder()
  const keyFile = join(data, 'fiscal.key')
  writeFileSync(keyFile, simulator.key, { mode: 0o600 })
  const settings = {
    role: 'cashier',
    fiscal: { url: simulator.url, key: { secretFile: keyFile } },
    seller: { zoneTaxRates: {}, taxRate: 18 },
  }
  const configFile = join(data, 'config.json')
  writeFileSync(configFile, JSON.stringify(settings))
  const doctor = async () => {
    const { code, said } = await guichet('doctor', '--data', data, '--language', 'en')
    return { code, lines: said.split('\n').filter((line) => /^. (?:Address|Clock|Access|Invoices) /u.test(line)) }
  }
  const words = catalogues.en.doctor.fiscal
  const before = await doctor()
  expect([before.code, before.lines.at(-1)]).toEqual([0, expect.stringContaining(words.unsigned(0, 0))])
  expect(before.lines.map((line) => line.split(' ', 2).join(' '))).toEqual(['✓ Address', '✓ Clock', '✓ Invoices'])

  const machine = await startMachine(settings, data)
  const by = { pin: DEMO_PIN }
  for (let count = 0; count < 3; count += 1) {
    const { saleId } = await review(machine, 1)
    need(await machine.api.pay({ saleId, tender: 'card', by }))
    await machine.sales.settled(saleId)
    need(await machine.api.issueInvoice({ saleId, buyer: { company: 'Soguicom', address: '', taxNumber: '' }, ...by }))
    need(await machine.api.dismissSale({ saleId }))
  }
  // The program is running, and its ledger is open.
  const after = await doctor()
  expect([after.code, after.lines.at(-1)]).toEqual([1, expect.stringContaining(words.unsigned(1, 1))])

  writeFileSync(keyFile, 'wrong', { mode: 0o600 })
  const refused = await doctor()
  expect([refused.code, refused.lines.join('\n')]).toEqual([1, expect.stringContaining(words.refused(401))])
  await machine.stop()
  await close()
  expect((await doctor()).lines[0]).toMatch(/^✗ Address .*ECONNREFUSED/u)
})
