import { expect, test } from 'vitest'
import { createDjomyLink } from '../../../electron/payment/djomy/link.ts'
import { createDjomyStandIn } from '../../../electron/payment/djomy/stand-in.ts'
import { readAct } from '../../../electron/payment/stand-in/acts.ts'
import { createLine, createManualClock, served, stayed } from '../provider-line.ts'
import { account, linkSettingsAt, request, secrets } from './djomy.ts'

const LIST = /\/v1\/(?:payments|links)\?/u

/** What a list of payments may look like when it is none. */
const broken: readonly (readonly [string, () => Response])[] = [
  ['a page', () => new Response('<html>Just a moment…</html>', { headers: { 'content-type': 'text/html' } })],
  ['a fault', () => new Response('{"success":false,"status":500}', { status: 500 })],
  ['half of it', () => new Response('{"success":true,"data":{"content":[')],
  ['no list', () => new Response('{"success":true,"data":{}}')],
  ['nothing', () => new Response('')],
]

test.each(broken)('a link whose reply is lost is not over because the list is %s', async (_what, answer) => {
  const clock = createManualClock()
  const { line } = createLine(clock)
  const standIn = createDjomyStandIn({ ...account, clock, script: [readAct('lose-reply')!] })
  let readable = false
  const url = await served({
    handle: (asked) => (LIST.test(asked.url) && !readable ? Promise.resolve(answer()) : standIn.handle(asked)),
  })
  const link = createDjomyLink({ ...line, settings: linkSettingsAt(url), secrets })
  const { reference, amount, currency, ...rest } = request()
  expect(await link.begin({ reference, amount, currency, ...rest }, stayed, stayed)).toEqual({ outcome: 'unknown' })
  const payment = { reference, amount, currency, token: null, host: url }
  expect(await link.ask(payment, stayed)).toEqual({ outcome: 'unknown' })
  readable = true
  expect(await link.ask(payment, stayed)).toEqual({ outcome: 'cancelled' })
})
