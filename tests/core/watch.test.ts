import { expect, test } from 'vitest'
import { watchPartner } from '../../electron/core/watch/partner-watch.ts'
import type { Clock, PartnerService } from '../../electron/core/ports/ports.ts'
import { err, ok } from '../../shared/domain/result.ts'
import type { HeadphoneJack } from '../../electron/core/ports/headphone-jack.ts'
import { watchHeadphones } from '../../electron/core/watch/headphones-watch.ts'

/** A clock that stands still until it is moved. */
function standingClock() {
  const sleepers: { readonly ms: number; readonly wake: () => void }[] = []
  const clock: Clock = {
    now: () => ({ monoMs: 0, bootId: 'boot', wallUtc: '2026-03-14T12:00:00.000Z' }),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        signal?.addEventListener('abort', () => resolve())
        sleepers.push({ ms, wake: resolve })
      }),
  }
  const wake = (ms: number): void => sleepers.filter((each) => each.ms === ms).forEach((each) => each.wake())
  return { clock, wake, asleep: () => sleepers.map(({ ms }) => ms) }
}

function partnerThat(answers: () => boolean): PartnerService {
  const reply = () =>
    Promise.resolve(
      answers() ? ok({ events: [], page: 1, totalPages: 1 }) : err({ type: 'unreachable', detail: 'gone' }),
    )
  return new Proxy({}, { get: () => reply }) as PartnerService
}

test('who waits to try again is woken by the partner’s return, and not before', async () => {
  let there = false
  const { clock, wake, asleep } = standingClock()
  const stop = new AbortController()
  const partner = watchPartner(
    partnerThat(() => there),
    clock,
    stop.signal,
  )
  expect(await partner.listTickets({ ownerRef: 'demo-user-1' })).toMatchObject({ ok: false })
  expect(partner.isUp()).toBe(false)
  let woken = false
  const pause = partner.pause(15_000, stop.signal).then(() => (woken = true))
  wake(3_000)
  await expect.poll(() => asleep().filter((ms) => ms === 3_000)).toHaveLength(2)
  expect(woken).toBe(false)

  there = true
  wake(3_000)
  await pause
  expect(partner.isUp()).toBe(true)
  stop.abort()
})

test('a pause ends with its time, and with the program', async () => {
  const { clock, wake } = standingClock()
  const stop = new AbortController()
  const partner = watchPartner(
    partnerThat(() => true),
    clock,
    stop.signal,
  )
  const [short, long] = [partner.pause(500, stop.signal), partner.pause(15_000, stop.signal)]
  wake(500)
  await short
  stop.abort()
  await long
  expect(partner.isUp()).toBe(true)
})

const stopping = new AbortController().signal

test('a plug that goes in is known and told, and so is one that comes out', () => {
  let plug: (plugged: boolean) => void = () => undefined
  const jack: HeadphoneJack = { watch: (onChange) => void (plug = onChange) }
  const told: unknown[] = []
  const known = watchHeadphones(jack, (headphones) => told.push(headphones), stopping)
  expect(known()).toBe('out')
  plug(true)
  expect(known()).toBe('in')
  plug(false)
  expect(known()).toBe('out')
  expect(told).toEqual(['in', 'out'])
})

test('what always hangs there is never told, and without any there is nothing to know', () => {
  const silent = () => expect.unreachable()
  expect(watchHeadphones('always', silent, stopping)()).toBe('always')
  expect(watchHeadphones(undefined, silent, stopping)()).toBe(undefined)
})
