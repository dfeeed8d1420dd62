import { describe, expect, it } from 'vitest'
import { clockJump } from '../../electron/ledger/recovery/clock-jump.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, sellOut, startSale } from './sales.ts'
import { ledgerOptions } from './scene.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

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
    const options = ledgerOptions(temporaryFolder(), { now: clock })
    const ledger = await openLedger(options)
    const first = startSale(ledger, clock, [chosenSeat('1001')])
    year = 2015
    expect(ledger.clockJump(clock())?.byMs).toBeLessThan(0)
    const second = startSale(ledger, clock, [chosenSeat('1002')])
    year = 2035
    sellOut(ledger, clock, [chosenSeat('1003')])
    expect(ledger.unfinished().map(({ saleId }) => saleId)).toEqual([first.sale.saleId, second.sale.saleId])
    ledger.close()
  })
})
