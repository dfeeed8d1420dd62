import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DayEnd } from '../../electron/core/ports/tender-driver.ts'
import { verifyLedger } from '../../electron/verify/verify.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { driver } from '../support/devices.ts'
import { APPROVED, codesOf, need, pin, type SmallKiosk, sold, startSmallKiosk } from '../world/small-kiosk.ts'

const boss = { staff: 'supervisor', pin }
const closed = (amount: number): DayEnd => ({
  outcome: 'closed',
  told: { currency: 'GNF', amount },
  lines: ['END OF DAY'],
})

type End = DayEnd | (() => Promise<DayEnd>)

/** A card terminal that ends its day as the next of these says, the last one stays; `told`: what each order found in the ledger. */
function terminal(...ends: readonly End[]) {
  const told: string[][] = []
  const kiosk: { now: SmallKiosk | null } = { now: null }
  let next = 0
  const card = driver({
    name: 'zvt',
    host: 'tcp://192.0.2.1:20007',
    begin: async () => APPROVED,
    ask: async () => APPROVED,
    async closeDay() {
      if (kiosk.now) told.push([...codesOf(kiosk.now)])
      const end = ends[Math.min(next++, ends.length - 1)]!
      return typeof end === 'function' ? end() : end
    },
  })
  return { told, kiosk, tenders: { card } }
}

async function shop(...ends: readonly End[]) {
  const device = terminal(...ends)
  const kiosk = await startSmallKiosk({ tenders: device.tenders })
  device.kiosk.now = kiosk
  const due = async () => need(await kiosk.api.viewShift(boss)).terminalDays
  const close = async (kind: 'X' | 'Z' = 'Z') => need(await kiosk.api.closeShift({ kind, ...boss }))
  const again = async () => need(await kiosk.api.closeTerminalDay(boss)).terminalDays
  const report = async () => {
    const seq = need(await kiosk.api.listClosures(boss)).find(({ kind }) => kind === 'Z')!.seq
    return need(await kiosk.api.viewClosure({ seq, ...boss })).terminalDays
  }
  return { ...device, kiosk, due, close, again, report }
}

describe('the end of a card terminal’s day', () => {
  it('is asked for behind the Z, in the ledger before and after, and its sum stands beside ours', async () => {
    const { kiosk, told, close, due } = await shop(closed(150_000))
    const { total } = await sold(kiosk)
    expect(need(await kiosk.api.viewShift(boss)).endsTerminalDay).toBe(true)
    const { terminalDays } = await close()
    expect(told[0]!.slice(-2)).toEqual(['CLOSURE_Z', 'TERMINAL_DAY_ASKED'])
    expect(codesOf(kiosk).at(-1)).toBe('TERMINAL_DAY_TOLD')
    expect(terminalDays).toEqual([
      {
        kind: 'card',
        driver: 'zvt',
        standing: 'closed',
        reason: '',
        tries: 1,
        told: { currency: 'GNF', amount: 150_000 },
        ours: [{ currency: 'GNF', amount: total }],
        lines: ['END OF DAY'],
      },
    ])
    expect(await due()).toEqual([])
  })

  it('is not asked for by an X', async () => {
    const { told, close } = await shop(closed(0))
    expect((await close('X')).terminalDays).toEqual([])
    expect(told).toEqual([])
  })

  it.each([
    [{ outcome: 'unavailable' }, { standing: 'unavailable' }],
    [{ outcome: 'unknown' }, { standing: 'unknown' }],
    [
      { outcome: 'refused', reason: 'provider-down' },
      { standing: 'refused', reason: 'provider-down' },
    ],
  ] as const)('%o is not done: the Z is made and says so, and people ask again', async (end, standing) => {
    const { kiosk, close, due, again, report } = await shop(end, closed(0))
    const { total } = await sold(kiosk)
    expect((await close()).terminalDays).toMatchObject([standing])
    expect(await due()).toMatchObject([{ ...standing, tries: 1 }])
    expect(await again()).toEqual([])
    expect(await report()).toMatchObject([
      { standing: 'closed', tries: 2, told: { amount: 0 }, ours: [{ currency: 'GNF', amount: total }] },
    ])
  })

  it('is still to be made where the program ended in the middle of it', async () => {
    const never = Promise.withResolvers<DayEnd>()
    const { kiosk, close, told, due } = await shop(() => never.promise)
    await sold(kiosk)
    const closing = close()
    await expect.poll(() => told.length).toBe(1)
    expect(await due()).toMatchObject([{ standing: 'unknown', tries: 1 }])
    kiosk.pass(60_000)
    expect((await closing).terminalDays).toMatchObject([{ standing: 'unknown' }])
    const stopping = kiosk.stop()
    never.resolve(closed(1))
    await stopping
    const next = await kiosk.restart({ tenders: terminal(closed(0)).tenders })
    expect(codesOf(next)).not.toContain('TERMINAL_DAY_TOLD')
    expect(need(await next.api.viewShift(boss)).terminalDays).toMatchObject([{ standing: 'unknown', tries: 1 }])
    expect(need(await next.api.closeTerminalDay(boss)).terminalDays).toEqual([])
  })

  it('that takes long holds up no paper, is told once, and its answer is written down when it comes', async () => {
    const slow = Promise.withResolvers<DayEnd>()
    const { kiosk, close, told, due, again, report } = await shop(() => slow.promise)
    await sold(kiosk)
    const closing = close()
    await expect.poll(() => told.length).toBe(1)
    kiosk.pass(60_000)
    await closing
    const once = again()
    slow.resolve(closed(7))
    expect(await once).toEqual([])
    expect(told).toHaveLength(1)
    expect(await due()).toEqual([])
    expect(await report()).toMatchObject([{ standing: 'closed', tries: 1, told: { amount: 7 } }])
  })

  it('counts from the end of the last one, so that a later Z holds only its own payments against it', async () => {
    const { kiosk, close } = await shop(closed(1), closed(2))
    await sold(kiosk)
    await close()
    const second = await sold(kiosk, 'card', 1)
    expect((await close()).terminalDays).toMatchObject([{ ours: [{ amount: second.total }] }])
  })

  it('is due where a shift ended without its being asked, and nobody used the terminal since: not before', async () => {
    const kiosk = await startSmallKiosk()
    need(await kiosk.api.closeShift({ kind: 'Z', ...boss }))
    const after = await kiosk.restart({ tenders: terminal(closed(0)).tenders })
    expect(need(await after.api.viewShift(boss)).terminalDays).toEqual([])
  })

  it('is wanted in the middle of a shift by a terminal that takes no card before it', async () => {
    const device = terminal(closed(0))
    const tenders = {
      card: { ...device.tenders.card, begin: async () => ({ outcome: 'refused', reason: 'day-not-closed' }) as const },
    }
    const kiosk = await startSmallKiosk({ tenders })
    await sold(kiosk).catch(() => undefined)
    expect(need(await kiosk.api.viewShift(boss)).terminalDays).toMatchObject([{ standing: 'wanted', tries: 0 }])
    expect(need(await kiosk.api.closeTerminalDay(boss)).terminalDays).toEqual([])
  })

  it('holds before the verifier', async () => {
    const { kiosk, close, again } = await shop({ outcome: 'unknown' }, closed(3))
    await sold(kiosk)
    await close()
    await again()
    const path = join(temporaryFolder(), 'archive.jsonl')
    await kiosk.ledger.archive(path, { monoMs: 1, bootId: 'boot', wallUtc: '2027-01-01T00:00:00.000Z' })
    expect((await verifyLedger({ path })).findings.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})
