import { describe, expect, test } from 'vitest'
import { acknowledgement, encodeApdu, type Apdu } from '../../../electron/payment/zvt/apdu.ts'
import { createZvt } from '../../../electron/payment/zvt/driver.ts'
import { connectOverTcp } from '../../../electron/payment/zvt/wire.ts'
import { createManualClock, stayed } from '../provider-line.ts'
import { endOfDayBefore, pay, PASSWORD, request, zvt } from './zvt.ts'

const sums = (amount: number) => ({ outcome: 'closed', told: { amount, currency: 'GNF' } })

/** A terminal that had two payments, and ends its day so. */
async function shop(...acts: readonly string[]) {
  const ground = await zvt([], 0, acts)
  await pay(ground.driver)
  await pay(ground.driver, request({ amount: 25_000 }))
  const close = () => ground.driver.closeDay!(stayed)
  return { ...ground, close, plugIn: () => ground.clock.advance(60_000) }
}

describe('the end of a terminal’s day', () => {
  test('hands over what was paid since the last one, with its sum and what it wants printed', async () => {
    const { close } = await shop()
    expect(await close()).toEqual({
      ...sums(100_000),
      lines: ['END OF DAY', 'TERMINAL 52523535', 'PAYMENTS 2', 'TOTAL 100000', 'CLOSED'],
    })
    expect(await close()).toMatchObject(sums(0))
  })

  test.each([
    ['duplicate', sums(100_000)],
    ['late', sums(100_100)],
    ['wrong-amount', { outcome: 'closed', told: null }],
    ['forget', { outcome: 'closed', told: null }],
    ['refuse:a1', { outcome: 'refused', reason: 'provider-down' }],
    ['refuse:83', { outcome: 'refused', reason: 'not-set-up' }],
    ['refuse:05', { outcome: 'refused', reason: 'declined' }],
    ['fault:83', { outcome: 'refused', reason: 'not-set-up' }],
    ['fault:9c', { outcome: 'refused', reason: 'provider-down' }],
    ['unplugged', { outcome: 'unknown' }],
    ['lose-reply', { outcome: 'unknown' }],
  ])('%s', async (act, expected) => {
    const { close } = await shop(act)
    expect(await close()).toMatchObject(expected)
  })

  test.each([
    ['unplugged', 100_000],
    ['lose-reply', 0],
  ])('%s: it is not reached while its cable is out, and made once more after that', async (act, amount) => {
    const { close, plugIn } = await shop(act)
    await close()
    expect(await close()).toEqual({ outcome: 'unavailable' })
    plugIn()
    expect(await close()).toMatchObject(sums(amount))
  })

  test('one that does not even hear is unknown', async () => {
    const { close, clock, sent } = await shop('silent')
    const closing = close()
    await expect.poll(() => sent.at(-1)).toBe(0x0650)
    clock.advance(5_000)
    expect(await closing).toEqual({ outcome: 'unknown' })
  })

  test('takes no payment meanwhile, and runs in the middle of none', async () => {
    const { driver, clock } = await zvt([], 1_000)
    const closing = driver.closeDay!(stayed)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    expect(await driver.begin(request(), stayed, stayed)).toEqual({ outcome: 'unavailable' })
    expect(await driver.closeDay!(stayed)).toEqual({ outcome: 'unavailable' })
    clock.advance(1_000)
    expect(await closing).toMatchObject(sums(0))
    const paying = pay(driver)
    await expect.poll(() => clock.waiting()).toContain(1_000)
    expect(await driver.closeDay!(stayed)).toEqual({ outcome: 'unavailable' })
    clock.advance(1_000)
    await paying
  })

  test('is not for this machine where the terminal does it by itself', () => {
    const settings = { host: '127.0.0.1', port: 1, currency: 'GNF', dayEnd: 'terminal' } as const
    const log = { warn: () => undefined }
    const secrets = { password: PASSWORD }
    const driver = createZvt({ connect: connectOverTcp, clock: createManualClock(), log, settings, secrets })
    expect(driver.closeDay).toBeUndefined()
  })
})

describe('what no stand-in of ours says', () => {
  const ended = (...answers: readonly Apdu[]) => endOfDayBefore([acknowledgement, ...answers].map(encodeApdu)).ended
  const status = (...data: readonly number[]): Apdu => ({ control: 0x040f, data: Uint8Array.from(data) })
  const completed: Apdu = { control: 0x060f, data: new Uint8Array() }
  const aborted: Apdu = { control: 0x061e, data: Uint8Array.of(0x6c) }

  test.each([
    ['a refusal, and that it is done', [status(0x27, 0xa1), completed], { outcome: 'unknown' }],
    ['a sum, and that it is not done', [status(0x27, 0, 0x04, 0, 0, 0, 0, 1, 0), aborted], { outcome: 'unknown' }],
    ['a sum that is no number', [status(0x27, 0, 0x04, 0xff, 0, 0, 0, 1, 0), completed], { told: null }],
    ['a status that cannot be read', [status(0x27), completed], { outcome: 'closed', told: null }],
    ['an abort without a word', [{ control: 0x061e, data: new Uint8Array() }], { outcome: 'refused' }],
  ] as const)('%s', async (_what, answers, expected) => {
    expect(await ended(...answers)).toMatchObject(expected)
  })
})
