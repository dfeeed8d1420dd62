import { expect, test } from 'vitest'
import { anonymousBuyer } from '../../shared/domain/customer.ts'
import { createPartnerClient } from '../../electron/partner/client.ts'
import { seatBySeat } from '../../electron/partner/holds.ts'

/** A client whose time-out comes when the test says so, whatever became of the request by then. */
function clientOf(fetch: (request: Request) => Promise<Response>) {
  const timeouts: (() => void)[] = []
  const client = createPartnerClient({
    baseUrl: 'http://partner.example',
    partnerCode: 'demo',
    demo: true,
    hold: seatBySeat,
    anonymousCustomer: anonymousBuyer('test'),
    timeoutMs: 15_000,
    fetch,
    clock: { sleep: () => new Promise((resolve) => timeouts.push(resolve)) },
  })
  return { client, timeOut: () => timeouts.forEach((resolve) => resolve()) }
}

/**
 * Node's fetch forgets the signal of a request whose headers have come once the garbage collector has run: a reply
 * that stalls then hangs for five minutes. So the deadline must hold without anybody's help.
 */
test.each([
  ['never answers', () => new Promise<Response>(() => undefined)],
  ['stalls after the headers', () => Promise.resolve(new Response(new ReadableStream()))],
])('a service that %s and takes no notice of the signal counts as unanswered in time', async (_what, fetch) => {
  const { client, timeOut } = clientOf(fetch)
  const reply = client.releaseHold({ sessionId: 's', holdId: 'h' })
  timeOut()
  expect(await reply).toEqual({ ok: false, error: { type: 'unreachable', detail: 'no full reply in 15000 ms' } })
})
