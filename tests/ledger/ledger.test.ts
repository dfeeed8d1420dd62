import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import type { Sale } from '../../shared/domain/sale/sale.ts'
import { chosenSeat, pricedSale, resumeSale, sellOut, startSale, toPaid } from './sales.ts'
import { freshLedger, ledgerOptions, openForTest, textWith, tickingClock } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { LedgerInUse } from '../../electron/ledger/connection.ts'
import { finishQuarantine, restoreLedger } from '../../electron/ledger/salvage.ts'
import { clockJump } from '../../electron/ledger/opening.ts'
import { verifyDatabase } from '../../electron/verify/verify-database.ts'

describe('a ledger', () => {
  it('gives back every state of a sale as it was recorded, before and after reopening', async () => {
    const options = ledgerOptions(temporaryFolder())
    const seen: string[] = []
    const ledger = await openLedger(options)
    const done = sellOut(
      {
        record(previous, sale, event, now) {
          ledger.record(previous, sale, event, now)
          expect(ledger.find(sale.saleId)).toEqual(sale)
          seen.push(sale.state)
        },
      },
      tickingClock(),
      [chosenSeat('1001'), chosenSeat('1002')],
    )
    ledger.close()
    const again = await openForTest(options)
    expect(again.find(done.sale.saleId)).toEqual(done.sale)
    expect(again.unfinished()).toEqual([])
    const steps = ['holding', 'held', 'priced', 'paying', 'paid', 'confirming', 'confirmed']
    expect(seen).toEqual([...steps, ...Array<string>(4).fill('printing'), 'done'])
  })

  it('keeps the register it was made for, whatever the machine is called later', async () => {
    const { ledger: first, options } = await freshLedger()
    first.close()
    const renamed = await openLedger({ ...options, register: 'kiosk-2' })
    renamed.note('START', {}, options.now())
    expect(renamed.register).toBe('kiosk-1')
    renamed.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })

  it('names its end and any row of it, for those who keep that elsewhere', async () => {
    const { ledger, options } = await freshLedger()
    const first = ledger.head()
    expect(first).toMatchObject({ register: 'kiosk-1', keyId: options.signer.keyId, seq: 1 })
    ledger.note('START', {}, options.now())
    const { seq, hash, ledgerId } = ledger.head()
    expect([seq, ledgerId]).toEqual([2, first.ledgerId])
    expect([1, 2, 3].map((row) => ledger.hashOf(row))).toEqual([first.hash, hash, null])
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ledgerId, headHash: hash, rows: 2 })
  })

  it('lists unfinished sales oldest first, each as it was left', async () => {
    const { ledger, options, now: clock } = await freshLedger()
    const seats = [chosenSeat('1001')]
    const held = startSale(ledger, clock, seats).next({ type: 'hold-granted' })
    sellOut(ledger, clock, [chosenSeat('1002')])
    const paid = pricedSale(ledger, clock, seats, ...toPaid('cash', 35_000))
    const left = pricedSale(ledger, clock, seats, { type: 'abandoned', reason: 'idle' })
    left.next({ type: 'released', holdIds: [] })
    expect(ledger.unfinished()).toEqual([held.sale, paid.sale])
    ledger.close()
    const again = await openLedger(options)
    expect(again.unfinished()).toEqual([held.sale, paid.sale])
    const first = again.unfinished()[0]!
    const resumed = resumeSale(again, clock, first).next({ type: 'resumed' }, { type: 'release-timed-out' })
    expect(again.find(first.saleId)).toEqual(resumed.sale)
    expect(again.unfinished()).toEqual([paid.sale])
    again.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })

  it('keeps what a step changes in the long parts of a sale, though no row brought it in', async () => {
    const { ledger, options, now: clock } = await freshLedger()
    const { sale } = startSale(ledger, clock)
    const renamed = { ...sale, state: 'held', event: { ...sale.event, title: 'Match reporté' } } as Sale
    ledger.record(sale, renamed, { type: 'hold-granted' }, clock())
    expect(ledger.find(sale.saleId)).toEqual(renamed)
    ledger.close()
    expect((await verifyLedger({ path: options.path })).findings).toEqual([])
  })
})

const script = fileURLToPath(new URL('processes/own-ledger.ts', import.meta.url))

async function owner(directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the owner ended with ${String(code)}`)
  })
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {})
  return child
}

describe('a ledger has one owner', () => {
  it('is refused to a second process, which names the first, until the owner is killed, with every row', async () => {
    const directory = temporaryFolder()
    const child = await owner(directory)
    const options = ledgerOptions(directory)
    const refused = openLedger(options)
    await expect(refused).rejects.toBeInstanceOf(LedgerInUse)
    await expect(refused).rejects.toMatchObject({ ownerPid: child.pid, message: textWith(`${child.pid}`) })
    const restored = restoreLedger(options.path, options.path, '2025-05-17T14:00:00.000Z')
    await expect(restored).rejects.toBeInstanceOf(LedgerInUse)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const ledger = await openForTest(options)
    expect(ledger.opening).toEqual({ rebuilt: null, repaired: [], missing: null, chain: null })
  })

  it('refuses a second opening within the same process, and lets go at close', async () => {
    const { ledger: first, options } = await freshLedger()
    await expect(openLedger(options)).rejects.toMatchObject({ name: 'LedgerInUse', ownerPid: process.pid })
    first.close()
    await openForTest(options)
  })

  it('is not opened again by a late caller, once it is let go', async () => {
    const { now, ...options } = ledgerOptions(temporaryFolder())
    const first = await openLedger({ ...options, now })
    first.close()
    const second = await openForTest({ ...options, now })
    expect(() => first.unfinished()).toThrow('the ledger is closed')
    expect(() => first.note('STOP', {}, now())).toThrow('the ledger is closed')
    second.note('STOP', {}, now())
  })

  it('stays locked after a refused attempt of the same process', async () => {
    const directory = temporaryFolder()
    const options = ledgerOptions(directory)
    await openForTest(options)
    await expect(openLedger(options)).rejects.toBeInstanceOf(LedgerInUse)
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).not.toBe(0)
    expect(said.join('')).toContain('LedgerInUse')
  })
})

const at = (wallUtc: string, monoMs: number, bootId = 'boot-1') => ({ wallUtc, monoMs, bootId })

const YEARS_10 = 315_532_800_000

describe('a jump of the wall clock', () => {
  const last = at('2025-05-17T14:00:00.000Z', 60_000)

  it.each([
    ['ten years on', at('2035-05-17T14:00:01.000Z', 61_000), YEARS_10],
    ['ten years back', at('2015-05-17T14:00:01.000Z', 61_000), -315_619_200_000],
    ['an hour, as a wrong time zone does', at('2025-05-17T15:00:01.000Z', 61_000), 3_600_000],
    ['back across a restart', at('2025-05-17T13:00:00.000Z', 5, 'boot-2'), -3_600_000],
  ])('is told: %s', (_what, now, byMs) => {
    expect(clockJump(last, now)).toEqual({ byMs, from: last.wallUtc, to: now.wallUtc })
  })

  it.each([
    ['time that passes', at('2025-05-17T15:00:00.000Z', 3_660_000)],
    ['a correction by the network', at('2025-05-17T14:00:02.500Z', 61_000)],
    ['a machine that was off for a year', at('2026-05-17T14:00:00.000Z', 5, 'boot-2')],
  ])('is not %s', (_what, now) => {
    expect(clockJump(last, now)).toBeNull()
  })

  it('changes neither the order of sales nor what is unfinished', async () => {
    let monoMs = 0
    let year = 2025
    const clock = () => ({ monoMs: (monoMs += 250), bootId: 'b', wallUtc: `${year}-05-17T14:00:00.000Z` })
    const { ledger } = await freshLedger({ now: clock })
    const first = startSale(ledger, clock, [chosenSeat('1001')])
    year = 2015
    expect(ledger.clockJump(clock())?.byMs).toBeLessThan(0)
    const second = startSale(ledger, clock, [chosenSeat('1002')])
    year = 2035
    sellOut(ledger, clock, [chosenSeat('1003')])
    expect(ledger.unfinished().map(({ saleId }) => saleId)).toEqual([first.sale.saleId, second.sale.saleId])
  })
})

test('a sale is found by its tickets’ codes: hexadecimal ones in either case, a partner’s own as they are', async () => {
  const { ledger, options } = await freshLedger()
  const seats = ['1001', '1002', '1003'].map((seatId) => chosenSeat(seatId))
  const codes = ['Billet-É-7', 'BILLET-É-7', 'ABCDEF'.repeat(5) + '01']
  const sales = seats.map(
    (seat, at) => sellOut(ledger, options.now, [seat], 'card', { qrCode: codes[at]! }).sale.saleId,
  )
  const found = (words: string) => ledger.files.find({ words, period: null }, 5).map(({ saleId }) => saleId)
  for (const [at, code] of codes.entries()) expect(found(code)).toEqual([sales[at]])
  expect(found(codes[2]!.toLowerCase())).toEqual([sales[2]])
  expect(found('billet-é-7')).toEqual([])
  ledger.close()
  expect((await verifyDatabase({ path: options.path })).findings).toEqual([])
})

test('which of a sale’s tickets was meant is said, where one was', async () => {
  const { ledger, options } = await freshLedger()
  const { sale } = sellOut(ledger, options.now, [chosenSeat('1001'), chosenSeat('1002')])
  const [first, second] = 'tickets' in sale ? sale.tickets : []
  const named = (words: string) => ledger.files.find({ words, period: null }, 5).map((each) => each.namedTickets)
  const order = 'order' in sale ? sale.order.orderId : ''
  const expected = [[[second!.ticketId]], [[first!.ticketId]], [[second!.ticketId]]]
  expect([named('N3 F 2'), named(first!.ticketNumber), named(second!.qrCode.toUpperCase())]).toEqual(expected)
  expect([named(''), named(order), named('A-778812')]).toEqual([[[]], [[]], [[]]])
})

const LOGS = ['ledger.db-shm', 'ledger.db-wal']

function ended(...names: readonly string[]): readonly string[] {
  const directory = temporaryFolder()
  for (const name of names) writeFileSync(join(directory, name), '')
  finishQuarantine(join(directory, 'ledger.db'))
  return readdirSync(directory)
}

it('lets log files that a power cut left behind follow their database, which was set aside last', () => {
  const aside = ['ledger.db.corrupt-20250517T140000000Z', 'ledger.db.replaced-20250518T140000000Z']
  const others = ['ledger.db.replaced-2026.old', 'other.db.corrupt-20270517T140000000Z', 'z-ledger.db.corrupt-2027']
  const newest = 'ledger.db.replaced-20250518T140000000Z'
  expect(ended(...aside, ...others, ...LOGS)).toEqual([...aside, ...others, `${newest}-shm`, `${newest}-wal`].sort())
})

it('keeps log files of a database that is nowhere', () => {
  expect(ended(...LOGS)).toEqual(['ledger.db.lost-shm', 'ledger.db.lost-wal'])
  expect(ended('ledger.db-wal')).toEqual(['ledger.db.lost-wal'])
})

it('leaves a database and its log files alone', () => {
  expect(ended('ledger.db', ...LOGS)).toEqual(['ledger.db', ...LOGS])
  expect(ended('ledger.db.corrupt-1')).toEqual(['ledger.db.corrupt-1'])
})
