import { describe, expect, test } from 'vitest'
import { watchScreens } from '../../electron/core/watch/screen-watch.ts'
import type { ScreenFault } from '../../shared/kiosk-api/screen-fault.ts'
import { need, startSmallKiosk } from '../world/small-kiosk.ts'

const fault: ScreenFault = { kind: 'render', error: 'TypeError', message: 'seats is null', stack: '' }
const failing = (side: 'seller' | 'customer') => [{ type: 'screen-failing', side }]

describe('a screen that fails', () => {
  test('reloads at once twice in a minute, then after 30 s, and recovers after five minutes without a fault', async () => {
    const kiosk = await startSmallKiosk()
    const report = async () => need(await kiosk.api.reportScreenFault(fault))
    expect([await report(), await report()]).toEqual([{ reloadMs: 500 }, { reloadMs: 500 }])
    kiosk.pass(60_000)
    expect([await report(), await report()]).toEqual([{ reloadMs: 500 }, { reloadMs: 500 }])
    expect(await kiosk.readiness()).toEqual({ sells: true, obstacles: [] })
    kiosk.pass(59_999)
    expect(await report()).toEqual({ reloadMs: 30_000 })
    expect(await kiosk.readiness()).toEqual({ sells: false, obstacles: failing('seller') })
    kiosk.pass(299_999)
    expect(await report()).toEqual({ reloadMs: 30_000 })
    kiosk.pass(299_999)
    expect(await kiosk.readiness()).toMatchObject({ obstacles: failing('seller') })
    kiosk.pass(1)
    expect(await kiosk.readiness()).toEqual({ sells: true, obstacles: [] })
    expect(await report()).toEqual({ reloadMs: 500 })
  })

  test('leaves the desk selling if it is the customer display', async () => {
    const kiosk = await startSmallKiosk()
    for (let times = 0; times < 3; times += 1) need(await kiosk.displayAccess.api.reportScreenFault(fault))
    expect(await kiosk.readiness()).toEqual({ sells: true, obstacles: failing('customer') })
    expect(need(await kiosk.api.reportScreenFault(fault))).toEqual({ reloadMs: 500 })
  })

  test('survives errors of scripts and promises, which are only logged', async () => {
    const kiosk = await startSmallKiosk()
    for (const kind of ['script', 'promise', 'script', 'promise'] as const)
      need(await kiosk.api.reportScreenFault({ ...fault, kind }))
    expect(kiosk.said).toEqual(Array.from({ length: 4 }, () => 'screen.script-failed'))
    expect(await kiosk.readiness()).toEqual({ sells: true, obstacles: [] })
  })
})

describe('the log', () => {
  function watched() {
    let nowMs = 0
    const lines: { readonly message: string; readonly details: unknown }[] = []
    const unexpected = (): void => expect.unreachable()
    const screens = watchScreens({
      clock: { now: () => ({ monoMs: nowMs, bootId: '', wallUtc: '' }) },
      log: { info: unexpected, error: unexpected, warn: (message, details) => lines.push({ message, details }) },
    })
    return {
      lines,
      note: (change: Partial<ScreenFault> = {}) => screens.note('seller', { ...fault, ...change }),
      pass: (ms: number) => (nowMs += ms),
    }
  }

  test('has the components, and no value from the message of the error', () => {
    const { lines, note } = watched()
    note({
      message: `seat ٣ of a.bah@example.org is ${'y'.repeat(900)} "Mariama Bah`,
      stack: [
        '',
        '    at ReviewScreen (http://127.0.0.1:4444/assets/main-C4x_.js:12:345)',
        '    at guichet://kiosk/assets/main-C4x_.js:1:2',
        '    at main (<anonymous>)',
        '    at async Desk.open [as onClick] (https://guichet.invalid/assets/desk.js:3:4)',
        '    at Mariama Bah, 620 00 11 22',
      ].join('\n'),
    })
    expect(lines).toEqual([
      {
        message: 'screen.failed',
        details: {
          side: 'seller',
          kind: 'render',
          error: 'TypeError',
          text: `seat # of … is ${'y'.repeat(900)}`.slice(0, 200),
          stack: ['ReviewScreen main-C4x_.js:12:345', 'main-C4x_.js:1:2', 'main <anonymous>', 'Desk.open desk.js:3:4'],
        },
      },
    ])
  })

  test('has at most ten lines a minute, and counts the others', () => {
    const { lines, note, pass } = watched()
    for (let times = 0; times < 25; times += 1) note()
    expect(lines).toHaveLength(10)
    pass(60_000)
    note()
    expect(lines.at(-1)).toMatchObject({ details: { leftOut: 15 } })
    note()
    expect(lines.at(-1)?.details).not.toHaveProperty('leftOut')
  })

  test('leaves out what is behind a quotation mark, closed or not', () => {
    const { lines, note } = watched()
    for (const mark of ['"', "'", '‘', '„', '«']) note({ message: `cannot sell to ${mark}Mariama Bah` })
    expect(lines).toMatchObject(Array.from({ length: 5 }, () => ({ details: { text: 'cannot sell to …' } })))
  })
})
