import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { StorageFull } from '../../electron/core/ports/ports.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { fill, smallDisk } from '../support/small-disk.ts'
import { chosenSeat, composed, startSale, ticketOf, toPaid, toPriced, toPrinted } from './sales.ts'
import { ledgerOptions } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
    const running = startSale(ledger, clock, seats).next(...toPriced(seats))
    const filler = fill(disk)

    expect(ledger.condition()).toBe('disk-nearly-full')
    expect(ledger.canStartSale()).toBe(false)
    expect(() => startSale(ledger, clock, [chosenSeat('1003')])).toThrow(StorageFull)

    const paid = running.next(...toPaid('card', 70_000))
    const tickets = seats.map((seat) => ticketOf(seat))
    const confirmed = paid.next(composed(paid.sale), { type: 'purchase-confirmed', tickets })
    // Whatever happens to fit into the last page, this does not: a running sale may go on for long.
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
    const seats = [chosenSeat('1001')]
    const { sale } = startSale(ledger, options.now, seats).next(...toPriced(seats), ...toPaid('card', 35_000))
    ledger.close()
    fill(disk)
    const again = await openLedger(options)
    expect(again.unfinished()).toEqual([sale])
    expect(again.canStartSale()).toBe(false)
    again.close()
  })
})

describe('a disk without a reserve', () => {
  it('takes back the sale that found no room for its first row: the next one follows the last row that is there', async (context) => {
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
})

describe('the reserve', () => {
  it('is built at the first opening, with room of its own', async () => {
    const options = ledgerOptions(temporaryFolder(), { reserveBytes: MIB })
    const ledger = await openLedger(options)
    expect(ledger.canStartSale()).toBe(true)
    const { size, blocks } = statSync(`${options.path}.reserve`)
    expect(size).toBe(MIB)
    expect(blocks * 512).toBeGreaterThanOrEqual(MIB)
    ledger.close()
  })

  it('on a disk that does not even say how much room it has counts as none', async () => {
    const directory = temporaryFolder()
    const options = ledgerOptions(directory, { reserveBytes: MIB })
    const ledger = await openLedger(options)
    const away = `${directory}-away`
    renameSync(directory, away)
    expect(ledger.condition()).toBe('disk-failed')
    expect(() => startSale(ledger, options.now)).toThrow(StorageFull)
    renameSync(away, directory)
    expect(ledger.condition()).toBe('sound')
    ledger.close()
  })
})
