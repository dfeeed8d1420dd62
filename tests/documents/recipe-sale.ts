// Sells a ticket in a copy of the project that recipes.test.ts has changed. Runs as a separate test in the copy.
import Sqlite from 'better-sqlite3'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { type OnlineName, servePaymentSimulator } from '../../electron/app/simulators.ts'
import type { Language } from '../../shared/domain/language.ts'
import type { TenderKind } from '../../shared/domain/money/tender.ts'
import { readPdf } from '../support/pdf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  expectSound,
  savedTickets,
  settled,
  type SoldSale,
  startHub,
  startPrintingMachine,
  visit,
} from '../world/kiosk.ts'
import { need } from '../world/kiosk-fixture.ts'

export interface ExampleSale {
  readonly settings?: object
  readonly tender?: string
  readonly language?: string
  readonly payer?: string
  /** Settings of the provider of `tender`. The provider's simulator has the same name as its driver. */
  readonly provider?: { readonly driver: string; readonly [setting: string]: unknown }
  /** Partner setting that selects how seats are held through the API. */
  readonly hold?: object
  /** Text that the printed ticket must contain. */
  readonly prints?: string
  readonly widthMm?: number
  /** Text that the journal must contain. */
  readonly records?: string
}

const {
  settings = {},
  tender = 'card',
  language,
  payer,
  provider,
  hold,
  prints,
  widthMm,
  records,
} = JSON.parse(process.env['GUICHET_RECIPE'] ?? '{}') as ExampleSale

/** Starts the simulators of provider and partner. Returns the settings that connect a machine to them. */
async function connect(directory: string): Promise<object> {
  if (hold) {
    const { settings } = await startHub()
    const { partner } = settings as { readonly partner: object }
    return { ...settings, partner: { ...partner, hold } }
  }
  if (!provider) return {}
  const place = { host: '127.0.0.1', port: 0, currency: 'GNF' }
  const name = provider.driver as OnlineName
  const simulator = await servePaymentSimulator({ name, acts: [], times: { customerDelayMs: 0 }, ...place })
  onTestFinished(() => simulator.close())
  writeFileSync(join(directory, 'secret'), 'simulator', { mode: 0o600 })
  return { payments: { [tender]: { ...provider, baseUrl: simulator.url } } }
}

test('sells, prints and verifies', async () => {
  const directory = temporaryFolder()
  const machine = await startPrintingMachine({ ...settings, ...(await connect(directory)) }, directory)
  const { saleId, wish } = await visit(machine, 1)
  if (language !== undefined) need(await machine.api.setLanguage({ saleId, language: language as Language }))
  need(await machine.api.holdSeats(wish))
  await settled(machine, saleId)
  const by = 'role' in settings ? { by: { pin: DEMO_PIN } } : {}
  need(await machine.api.pay({ saleId, tender: tender as TenderKind, ...(payer && { payer }), ...by }))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  const sale = machine.sales.find(saleId) as SoldSale
  expect(sale.tender.kind).toBe(tender)
  const [page] = await readPdf(savedTickets(machine, sale.order.orderId) ?? new Uint8Array())
  if (prints !== undefined) expect(page?.text).toContain(prints)
  if (widthMm !== undefined) expect(page?.widthMm).toBeCloseTo(widthMm, 0)
  expect(page?.qrCodes).toEqual(sale.tickets.map(({ qrCode }) => qrCode))
  await expectSound(machine)
  const ledger = new Sqlite(join(directory, 'demo', 'ledger.db'), { readonly: true })
  const rows = ledger.prepare('SELECT code, payload FROM journal').all()
  ledger.close()
  if (records !== undefined) expect(JSON.stringify(rows)).toContain(records)
})
