import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import Sqlite from 'better-sqlite3'
import { DEMO_PIN } from '../../electron/config/config.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { readPdf } from '../support/pdf.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  review,
  savedTickets,
  smallVenues,
  startMachine,
  startPrintingMachine,
  type Machine,
  settled,
  startHub,
} from '../world/kiosk.ts'
import { need } from '../world/small-kiosk.ts'
import { dispatch } from '../../electron/transport/dispatch.ts'
import { fill, smallDisk } from '../support/small-disk.ts'

const pin = DEMO_PIN

async function expectTickets(machine: Machine, sale: Sale): Promise<void> {
  if (sale.state !== 'done') throw new Error(`sale is ${sale.state}`)
  const pages = await readPdf(savedTickets(machine, sale.order.orderId) ?? new Uint8Array())
  expect(pages.map(({ qrCodes }) => qrCodes)).toEqual(sale.tickets.map(({ qrCode }) => [qrCode]))
}

test('one machine owns its data: a second one is refused in words', async () => {
  const machine = await startMachine()
  await expect(startMachine({}, machine.directory)).rejects.toThrow(/is in use by/u)
  expect((await review(machine, 1)).shown.stage.name).toBe('review')
})

/** Starts a kiosk in a separate process and kills it (SIGKILL) in this state. Returns the sale ID. */
async function killedAt(directory: string, state: 'paid' | 'spooling'): Promise<string> {
  const script = fileURLToPath(new URL('doomed-kiosk.ts', import.meta.url))
  const child = spawn(process.execPath, [script, directory, smallVenues(), state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    expect(await exit).toEqual([null, 'SIGKILL'])
    return (JSON.parse(line) as { saleId: string }).saleId
  }
  throw new Error(`never came to ${state}`)
}

test('the copy of the day, made when a machine ended in order, is what it starts from if ledger and roll are lost', async () => {
  const machine = await startMachine()
  const { saleId } = await review(machine, 1)
  need(await machine.api.pay({ saleId, tender: 'card' }))
  await machine.sales.settled(saleId)
  const next = await machine.restart()
  await next.stop()
  const path = join(machine.directory, 'demo', 'ledger.db')
  writeFileSync(path, Buffer.alloc(50_000, 0xee))
  for (const lost of [`${path}-wal`, `${path}.roll`]) rmSync(lost, { force: true })
  const again = await startMachine({}, machine.directory)
  expect(again.sales.find(saleId)).toMatchObject({ state: 'done' })
  expect(need(await again.api.listStaffCases({ pin }))).toMatchObject([{ question: 'ledger-gap' }])
  await again.stop()
  const { findings } = await verifyLedger({ path })
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

/** Recovery from each state of a sale is covered by tests/core/recovery.test.ts. */
describe('a machine whose program was killed', () => {
  test('between money and tickets: its sale is made, and its tickets are on paper', async () => {
    const directory = temporaryFolder()
    const saleId = await killedAt(directory, 'paid')
    const machine = await startPrintingMachine({}, directory)
    await expect.poll(() => machine.sales.find(saleId)?.state).toBe('done')
    await expectTickets(machine, machine.sales.find(saleId)!)
    expect(machine.faults).toEqual([])
  })

  test('while a ticket was on its way to the paper: a person looks, and what is printed again says so', async () => {
    const directory = temporaryFolder()
    const saleId = await killedAt(directory, 'spooling')
    const machine = await startPrintingMachine({}, directory)
    expect(need(await machine.api.listStaffCases({ pin }))).toMatchObject([{ saleId, question: 'paper-out' }])
    need(await machine.api.settleStaffCase({ pin, saleId, answer: { type: 'reprint' } }))
    const sale = await machine.sales.settled(saleId)
    await expectTickets(machine, sale)
    if (sale.state !== 'done') throw new Error(sale.state)
    expect(sale.jobs.map(({ copyNumber }) => copyNumber)).toEqual([1, 0])
    const [copy] = await readPdf(readFileSync(sale.jobs[0]!.evidence))
    expect(copy?.text).toContain('DUPLICATA 1')
    expect(copy?.qrCodes).toEqual([sale.tickets[0]?.qrCode])
  })
})

/** Fills the disk completely, including the reserve for running sales and the free pages of the write-ahead log. */
function fillUp(disk: string): string {
  const db = new Sqlite(join(disk, 'demo', 'ledger.db'))
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  rmSync(join(disk, 'demo', 'ledger.db.reserve'), { force: true })
  return fill(disk)
}

test('what cannot be written down is refused as such; with room again the same sale is paid', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { saleId } = await review(machine, 2)
  const ask = (method: string, input: object): Promise<unknown> => dispatch(machine.api, method, input, console)
  const filler = fillUp(disk)

  // A few more rows may fit into the last page.
  let refused: unknown
  const taken = (answer: unknown): boolean => (answer as { ok: boolean }).ok || ((refused = answer), false)
  while (taken(await ask('pay', { saleId, tender: 'cash' })) && taken(await ask('cancelPayment', { saleId })));
  expect(refused).toEqual({ ok: false, error: { type: 'storage-full' } })
  expect(need(await machine.api.getKiosk({}))).toMatchObject({ storageFull: true })
  expect(machine.sales.faulted(saleId)).toBe(false)

  rmSync(filler)
  if (machine.sales.find(saleId)?.state === 'paying') need(await machine.api.cancelPayment({ saleId }))
  need(await machine.api.pay({ saleId, tender: 'card' }))
  expect((await settled(machine, saleId)).stage.name).toBe('done')
  expect(need(await machine.api.getKiosk({}))).not.toHaveProperty('storageFull')
  expect(machine.faults).toEqual([])
})

test('a full disk does not keep a kiosk from ending in order; a start names it, and with room the open sale is settled', async (context) => {
  const disk = smallDisk(context, 256)
  const hub = await startHub()
  const machine = await startMachine(hub.settings, disk)
  const { saleId } = await review(machine, 2)
  const filler = fillUp(disk)
  await expect(machine.restart()).rejects.toThrow(/ledger\.db: the disk is full\. Make room/u)
  rmSync(filler)
  const again = await machine.restart()
  await expect.poll(() => again.sales.find(saleId)?.state).toBe('abandoned')
})
