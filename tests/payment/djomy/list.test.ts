import { expect, test } from 'vitest'
import { createDjomyPush } from '../../../electron/payment/djomy/push.ts'
import { createDjomyStandIn } from '../../../electron/payment/djomy/stand-in.ts'
import { readAct } from '../../../electron/payment/stand-in/acts.ts'
import { createLine, createManualClock, listedDay, served, stayed } from '../provider-line.ts'
import { account, djomy, pushSettingsAt, request, secrets } from './djomy.ts'

const days = listedDay('2025-05-17')

test('lists every payment of the account with what was paid, and by which names', async () => {
  const { push, link, clock } = await djomy(['approve', 'refuse', 'wait', 'wrong-amount'])
  const asked = [request(), request(), request(), request({ amount: 50_000 })]
  for (const each of asked) await push.begin(each, stayed, stayed)
  clock.advance(60_000)
  const lines = await push.list!(days, stayed)
  expect(lines).toMatchObject([
    { line: 1, standing: 'paid', status: 'SUCCESS', amount: 75_000, currency: 'GNF' },
    { line: 2, standing: 'failed', amount: null },
    { line: 3, standing: 'waiting', amount: null },
    { line: 4, standing: 'paid', amount: 50_001 },
  ])
  expect(lines!.map(({ names }) => names[0])).toEqual(asked.map(({ reference }) => reference))
  // Ours, Djomy's, and the operator's.
  expect(lines![0]!.names).toHaveLength(3)
  expect(await link.list!(days, stayed)).toEqual(lines)
})

/** A stand-in whose list is another than it gives; the payments themselves are as ever. */
async function listing(change: (content: Record<string, unknown>[]) => Response, acts: readonly string[] = []) {
  const clock = createManualClock()
  const { line } = createLine(clock)
  const standIn = createDjomyStandIn({ ...account, clock, script: acts.map((each) => readAct(each)!) })
  const url = await served({
    async handle(asked) {
      const reply = await standIn.handle(asked)
      if (!asked.url.includes('/v1/payments?')) return reply
      const { data } = (await reply.json()) as { data: { content: Record<string, unknown>[] } }
      return change(data.content)
    },
  })
  const push = createDjomyPush({ ...line, settings: pushSettingsAt(url), secrets })
  return { push, clock }
}

const page = (content: unknown, more: object = {}): Response =>
  Response.json({ success: true, data: { content, ...more }, status: 200 })

test('a list that does not say how much is asked payment by payment', async () => {
  const { push, clock } = await listing((content) =>
    page(
      content.map((each) => ({ ...each, paidAmount: null })),
      { last: true },
    ),
  )
  await push.begin(request(), stayed, stayed)
  clock.advance(60_000)
  expect(await push.list!(days, stayed)).toMatchObject([{ standing: 'paid', amount: 75_000 }])
})

test.each<[string, () => Response]>([
  ['a page of HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a fault', () => new Response('{"success":false}', { status: 500 })],
  ['no end', () => page(Array.from({ length: 100 }, () => ({ transactionId: 'x', status: 'FAILED' })))],
])('a list that is %s is no list', async (_, answer) => {
  const { push } = await listing(answer)
  expect(await push.list!(days, stayed)).toBeNull()
})
