import { expect, test } from 'vitest'
import { createSystemClock, SleepMeter } from '../../electron/host/system.ts'

test('a wait longer than a timer can count is not over at once', async () => {
  const clock = createSystemClock()
  const enough = new AbortController()
  const long = clock.sleep(2 ** 31 + 1000, enough.signal).then(() => 'long')
  const short = clock.sleep(20).then(() => 'short')
  expect(await Promise.race([long, short])).toBe('short')
  enough.abort()
  expect(await long).toBe('long')
})

test('a wait ends at once when its signal aborts, before it or during it', async () => {
  const clock = createSystemClock()
  await clock.sleep(60_000, AbortSignal.abort())
  const during = new AbortController()
  const waiting = clock.sleep(60_000, during.signal)
  during.abort()
  await waiting
})

test('time counts up from the start of the clock, and another clock is another boot', async () => {
  const clock = createSystemClock()
  const before = clock.now()
  await clock.sleep(2)
  const after = clock.now()
  expect(after.monoMs).toBeGreaterThan(before.monoMs)
  expect(after.bootId).toBe(before.bootId)
  const other = createSystemClock()
  expect(other.now().bootId).not.toBe(before.bootId)
  expect(other.now().monoMs).toBeLessThan(clock.now().monoMs)
  expect(new Date(after.wallUtc).toISOString()).toBe(after.wallUtc)
})

test('a clock counts the time asleep, and after it checks what it waits for at once', async () => {
  const time = { awake: 5_000, uptime: 90_000 }
  const sleep = new SleepMeter({ awakeMs: () => time.awake, uptimeMs: () => time.uptime })
  const clock = createSystemClock(sleep)
  const over: string[] = []
  const stopped = new AbortController()
  const hold = clock.sleep(600_000).then(() => over.push('hold'))
  const shift = clock.sleep(36_000_000, stopped.signal).then(() => over.push('shift'))
  // While the computer is awake, both clocks advance; the uptime clock advances by whole seconds.
  Object.assign(time, { awake: 15_000, uptime: 101_000 })
  expect(sleep.look()).toBe(false)
  expect(clock.now().monoMs).toBe(10_000)

  Object.assign(time, { awake: 15_100, uptime: 101_000 + 1_200_000 })
  expect(sleep.look()).toBe(true)
  expect(clock.now().monoMs).toBe(10_000 + 1_200_000)
  await hold
  expect(over).toEqual(['hold'])
  expect(sleep.look()).toBe(false)
  stopped.abort()
  await shift
})
