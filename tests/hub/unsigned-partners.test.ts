import { expect, test } from 'vitest'
import type { HubOptions } from '../../electron/app/hub.ts'
import { besideHub, databaseFile, partner, startHub } from './hub.ts'

const EVENTS = '/api/v1/public/events'

/** A hub that was told of a partner and of no key. */
async function withUnsigned(more: Partial<HubOptions>) {
  const database = databaseFile()
  await besideHub(database, (store) => store.keepPartner(partner('coleah')))
  return startHub({ database, ...more })
}

async function codeOf(reply: Response): Promise<[number, string]> {
  const body = (await reply.json()) as { error?: { code: string } }
  return [reply.status, body.error?.code ?? '']
}

test('a live hub refuses a partner without a key, uses nothing of its rate, and says so at each start', async () => {
  const hub = await withUnsigned({ rate: { perSecond: 0.001, burst: 1 } })
  const ask = (url: string, path = EVENTS) => fetch(url + path, { headers: { 'x-partner-code': 'coleah' } })
  for (const path of [EVENTS, EVENTS, '/api/v1/public/tickets?owner_ref=coleah-user-1']) {
    expect(await codeOf(await ask(hub.url, path))).toEqual([401, 'BAD_SIGNATURE'])
  }
  expect(hub.warnings).toEqual([expect.stringMatching(/refused: coleah; give each a key .*--unsigned-from/u)])
  expect(hub.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', event: 'hub.warning', warning: hub.warnings[0] }),
  )
  const open = await startHub({ database: hub.database, unsignedFrom: ['10.0.0.0/8', '127.0.0.1'] })
  expect((await ask(open.url)).status).toBe(200)
  expect(open.warnings).toEqual([expect.stringMatching(/\(coleah\) are let in from 10\.0\.0\.0\/8, 127\.0\.0\.1/u)])
  const elsewhere = await startHub({ database: hub.database, unsignedFrom: ['192.168.0.0/16'] })
  expect(await codeOf(await ask(elsewhere.url))).toEqual([401, 'BAD_SIGNATURE'])
  await besideHub(hub.database, (store) => store.removePartner({ code: 'coleah' }))
  expect((await startHub({ database: hub.database })).warnings).toEqual([])
})

test.each([
  '0.0.0.0/0',
  '8.8.8.8',
  '10.0.0.0/7',
  '172.16.0.0/11',
  '::/0',
  '2001:db8::1',
  '::ffff:10.0.0.0/96',
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0',
  '127.0.0.1,8.8.8.8',
  'fe80::1%eth0',
])('unsigned partners are let in from no such place: "%s"', async (place) => {
  await expect(startHub({ unsignedFrom: [place] })).rejects.toThrow(place)
})

test('behind a proxy an unsigned partner is let in by the address that this proxy names, and by no other word', async () => {
  const more = { unsignedFrom: ['10.1.0.0/16'] }
  const proxies = { header: 'X-Forwarded-For', addresses: ['127.0.0.1', '10.9.9.9'] }
  const status = async (hub: { url: string }, named: string): Promise<number> => {
    const headers = {
      'x-partner-code': 'coleah',
      'x-forwarded-for': named,
      'x-real-ip': '10.1.2.3',
      forwarded: 'for=10.1.2.3',
    }
    return (await fetch(hub.url + EVENTS, { headers })).status
  }
  const hub = await withUnsigned({ ...more, proxies })
  expect(await status(hub, '10.1.2.3')).toBe(200)
  expect(await status(hub, '10.1.2.3, 10.9.9.9')).toBe(200)
  for (const forged of [
    '10.1.2.3, 203.0.113.5',
    '203.0.113.5, 10.9.9.9',
    '10.1.2.3, junk',
    '10.1.2.3,',
    '',
    '10.1.2.3:80',
  ]) {
    expect([forged, await status(hub, forged)]).toEqual([forged, 401])
  }
  const lines = hub.lines.filter(({ event }) => event === 'request.answered').map(({ remote }) => remote)
  expect(lines).toEqual(['10.1.2.3', '10.1.2.3', '203.0.113.5', '203.0.113.5', ...Array<string>(4).fill('127.0.0.1')])
  for (const other of [undefined, { ...proxies, addresses: ['127.0.0.2'] }, { ...proxies, header: 'x-client' }]) {
    expect(await status(await startHub({ ...more, database: hub.database, proxies: other }), '10.1.2.3')).toBe(401)
  }
})
