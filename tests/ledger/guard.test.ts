import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { StorageFull } from '../../electron/kiosk/ports/ports.ts'
import { Anchor } from '../../electron/ledger/outside.ts'
import { Guard } from '../../electron/ledger/guard.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import type { Store } from '../../electron/ledger/store.ts'
import { LedgerConflict, LedgerFrozen, Reserve } from '../../electron/ledger/connection.ts'
import { fill, smallDisk } from '../support/small-disk.ts'
import { storyClock } from './every-event.ts'
import {
  chosenSeat,
  composed,
  pricedSale,
  resumeSale,
  sellOut,
  startSale,
  ticketOf,
  toPaid,
  toPrinted,
} from './sales.ts'
import { freshLedger, ledgerOptions, openForTest } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'

const IO_ERROR = 'SQLITE_IOERR_FSYNC'

/** Creates a write guard for the files of a real ledger. The write operation itself simulates the disk errors. */
async function guarded() {
  const directory = temporaryFolder()
  const options = ledgerOptions(directory)
  const ledger = await openLedger(options)
  ledger.close()
  const anchor = new Anchor(`${options.path}.anchor`, options.signer)
  const reserve = new Reserve(join(directory, 'reserve'), 0)
  const guard = new Guard({ ...options, roll: `${options.path}.journal.jsonl` }, reserve, anchor)
  const start = (code: string | null, failures: number, rowFirst = true) => {
    let left = failures
    return guard.write(false, (store: Store) => {
      const append = () => store.append({ code: 'START', saleId: null, staffId: null, payload: {} }, options.now()).seq
      const before = rowFirst ? append() : 0
      left -= 1
      if (code !== null && left >= 0) throw new Sqlite.SqliteError('as told', code)
      return rowFirst ? before : append()
    })
  }
  return { guard, start, rows: () => guard.read(({ journal }) => journal.head().seq) }
}

it('repeats a write that the disk failed once: the row is there once', async () => {
  const { guard, start, rows } = await guarded()
  const before = rows()
  expect(start(IO_ERROR, 1)).toBe(before + 1)
  expect(start('SQLITE_CORRUPT', 1, false)).toBe(before + 2)
  expect([rows(), guard.condition()]).toEqual([before + 2, 'sound'])
  guard.close()
})

it('acknowledges nothing that the disk failed twice, and goes on where it works again', async () => {
  const { guard, start, rows } = await guarded()
  const before = rows()
  expect(() => start(IO_ERROR, 2)).toThrow(LedgerFrozen)
  expect(guard.condition()).toBe('disk-failed')
  expect(rows()).toBe(before)
  expect(guard.condition()).toBe('sound')
  expect(start(null, 0)).toBe(before + 1)
  guard.close()
})

it('closes while nothing can be acknowledged, and opens the file no more', async () => {
  const { guard, start } = await guarded()
  expect(() => start(IO_ERROR, 2)).toThrow(LedgerFrozen)
  guard.close()
  expect(() => guard.read(() => 0)).toThrow('the ledger is closed')
})

it.each([
  ['SQLITE_FULL', StorageFull, 'the disk is full'],
  ['SQLITE_CONSTRAINT_UNIQUE', LedgerConflict, 'as told'],
  ['SQLITE_MISUSE', Sqlite.SqliteError, 'as told'],
])('keeps nothing of a write that ended with %s, and the next one follows the row before', async (code, kind, why) => {
  const { guard, start, rows } = await guarded()
  const before = rows()
  const failed = (): unknown => start(code, 1)
  expect(failed).toThrow(kind)
  expect(failed).toThrow(why)
  expect([rows(), guard.condition()]).toEqual([before, 'sound'])
  expect(start(null, 0)).toBe(before + 1)
  guard.close()
})

it('reads once more what the disk failed to give, and no more than once', async () => {
  const { guard } = await guarded()
  const failing = (failures: number, code = IO_ERROR) => {
    let left = failures
    return guard.read(({ register }) => {
      left -= 1
      if (left >= 0) throw new Sqlite.SqliteError('as told', code)
      return register
    })
  }
  expect(failing(1)).toBe('kiosk-1')
  expect(failing(1, 'SQLITE_NOTADB')).toBe('kiosk-1')
  expect(() => failing(2)).toThrow(LedgerFrozen)
  expect(() => failing(1, 'SQLITE_MISUSE')).toThrow('as told')
  guard.close()
})

it.runIf(existsSync('/proc/self/fd'))('lets go of the file where the roll beside it cannot be opened', async () => {
  const { ledger, options } = await freshLedger()
  ledger.close()
  const roll = `${options.path}.journal.jsonl`
  rmSync(roll)
  mkdirSync(roll)
  const anchor = new Anchor(`${options.path}.anchor`, options.signer)
  const reserve = new Reserve(`${options.path}.reserve`, 0)
  expect(() => new Guard({ ...options, roll }, reserve, anchor)).toThrow('EISDIR')
  const open = readdirSync('/proc/self/fd').map((fd) => {
    const target = `/proc/self/fd/${fd}`
    return existsSync(target) ? readlinkSync(target) : ''
  })
  expect(open.filter((path) => path.startsWith(options.path))).toEqual([`${options.path}.anchor`])
  anchor.close()
})

it('lets everything but a new sale go on where the disk has no room for the reserve', async (context) => {
  const clock = storyClock()
  const options = ledgerOptions(smallDisk(context, 8), { now: clock.now, reserveBytes: 4 << 20 })
  const ledger = await openLedger(options)
  expect([ledger.condition(), ledger.canStartSale()]).toEqual(['disk-nearly-full', false])
  expect(() => startSale(ledger, clock.now)).toThrow(StorageFull)
  const currency = 'GNF'
  ledger.note('START', {}, clock.now())
  ledger.recordDrawer({ type: 'shift-opened', currency, amount: 1 }, '7', clock.now())
  ledger.settleGap({ seq: 1 }, '88', '7', clock.now())
  ledger.purgeCustomerData(clock.now())
  expect(ledger.closeShift('Z', '7', clock.now())).toMatchObject({ kind: 'Z', shiftNo: 1 })
  ledger.close()

  const before = await openLedger({ ...options, reserveBytes: 0 })
  const { sale } = pricedSale(before, clock.now, [chosenSeat('1001')])
  const sold = sellOut(before, clock.now, [chosenSeat('1002')]).sale
  before.close()
  const after = await openForTest(options)
  resumeSale(after, clock.now, sale).next({ type: 'abandoned', reason: 'idle' }, { type: 'released', holdIds: [] })
  const copies = [{ ticketId: 't-1002', copyNumber: 1 }]
  after.recordAfterSale({ type: 'reprint-requested', saleId: sold.saleId, reason: 'r', copies }, '7', clock.now())
  expect(after.openCopies()).toHaveLength(1)
})

const MIB = 1 << 20

describe('a full disk', () => {
  it('stops new sales, lets a running sale end in the reserve, and is over when there is room again', async (context) => {
    const disk = smallDisk(context, 32)
    const clock = (() => {
      let monoMs = 0
      return () => ({ monoMs: (monoMs += 100), bootId: 'b', wallUtc: '2025-05-17T14:00:00.000Z' })
    })()
    const options = ledgerOptions(disk, { reserveBytes: 8 * MIB, now: clock })
    const ledger = await openLedger(options)
    expect(ledger.condition()).toBe('sound')
    const seats = [chosenSeat('1001'), chosenSeat('1002')]
    const running = pricedSale(ledger, clock, seats)
    const filler = fill(disk)

    expect(ledger.condition()).toBe('disk-nearly-full')
    expect(ledger.canStartSale()).toBe(false)
    expect(() => startSale(ledger, clock, [chosenSeat('1003')])).toThrow(StorageFull)

    const paid = running.next(...toPaid('card', 70_000))
    const tickets = seats.map((seat) => ticketOf(seat))
    const confirmed = paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets })
    // Records more rows than fit into the last database page, because a sale in progress may still write many rows.
    const asked = Array.from(
      { length: 400 },
      () => ({ type: 'print-failed', ticketId: 't-1001', reason: 'paper-out' }) as const,
    )
    let walk = confirmed.next({ type: 'print-queued', saved: '' })
    for (const failed of asked)
      walk = walk.next({ type: 'print-started', ticketId: 't-1001' }, failed, { type: 'print-retried' })
    const [, ...toTheEnd] = toPrinted(tickets)
    const done = walk.next(...toTheEnd)
    expect(existsSync(`${options.path}.reserve`)).toBe(false)
    expect(ledger.find(done.sale.saleId)).toEqual(done.sale)
    expect(ledger.canStartSale()).toBe(false)

    rmSync(filler)
    expect(ledger.canStartSale()).toBe(true)
    expect(statSync(`${options.path}.reserve`).size).toBe(8 * MIB)
    ledger.close()
    expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, tickets: 2 })
  })

  it('does not keep the ledger from opening for the sales that run', async (context) => {
    const disk = smallDisk(context, 32)
    const options = ledgerOptions(disk, { reserveBytes: MIB })
    const ledger = await openLedger(options)
    const { sale } = pricedSale(ledger, options.now, [chosenSeat('1001')], ...toPaid('card', 35_000))
    ledger.close()
    fill(disk)
    const again = await openForTest(options)
    expect(again.unfinished()).toEqual([sale])
    expect(again.canStartSale()).toBe(false)
  })
})

it('a disk without a reserve takes back the sale that found no room for its first row: the next one follows the last row that is there', async (context) => {
  const disk = smallDisk(context, 16)
  const options = ledgerOptions(disk)
  const ledger = await openLedger(options)
  const filler = fill(disk)
  let begun = 0
  const beginMany = () => {
    for (; begun < 5_000; begun += 1) startSale(ledger, options.now, [chosenSeat(`${begun}`)])
  }
  expect(beginMany).toThrow(StorageFull)

  rmSync(filler)
  const { sale } = startSale(ledger, options.now, [chosenSeat('5001')])
  expect(ledger.unfinished()).toHaveLength(begun + 1)
  expect(ledger.find(sale.saleId)).toEqual(sale)
  ledger.close()
  expect(await verifyLedger({ path: options.path })).toMatchObject({ ok: true, findings: [] })
})

describe('the reserve', () => {
  it('is built at the first opening, with room of its own', async () => {
    const { ledger, options } = await freshLedger({ reserveBytes: MIB })
    expect(ledger.canStartSale()).toBe(true)
    const { size, blocks } = statSync(`${options.path}.reserve`)
    expect(size).toBe(MIB)
    expect(blocks * 512).toBeGreaterThanOrEqual(MIB)
  })

  it('on a disk that does not even say how much room it has counts as none', async () => {
    const directory = temporaryFolder()
    const options = ledgerOptions(directory, { reserveBytes: MIB })
    const ledger = await openForTest(options)
    const away = `${directory}-away`
    renameSync(directory, away)
    expect(ledger.condition()).toBe('disk-failed')
    expect(() => startSale(ledger, options.now)).toThrow(StorageFull)
    renameSync(away, directory)
    expect(ledger.condition()).toBe('sound')
  })
})
