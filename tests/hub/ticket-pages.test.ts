import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { type PageContent, TicketPageClient, TicketPageStore } from '../../electron/fleet/ticket-pages.ts'
import { MAX_PAGE_BOX, type PageCall } from '../../shared/api/fleet/ticket-pages.ts'
import { ok } from '../../shared/domain/result.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { review, startMachine } from '../world/kiosk.ts'
import { enrolled, startFleet } from './fleet.ts'
import { besideHub, codeOf, databaseFile } from './hub.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const ticket: PageContent['tickets'][number] = {
  title: `<script>alert(1)</script> "d'Or" & co`,
  when: 'samedi 21 novembre 2026, 20 h',
  venue: 'Stade <img src=x onerror=alert(2)>',
  tribune: 'Tribune Nord',
  color: '#0a7d3c',
  ink: '#ffffff',
  figures: [
    { label: 'Porte', value: '3' },
    { label: 'Secteur', value: 'N3' },
    { label: 'Rang', value: 'F' },
    { label: 'Place', value: '12' },
  ],
  route: ['Porte 3', 'Escalier C'],
  facts: [{ label: 'Billet n°', value: 'KA-000042' }],
  position: 'Billet 1 / 1',
  number: 'KA-000042',
  code: 'c0de'.repeat(8),
  startsAt: '2026-11-21T20:00:00+00:00',
  copyMark: '',
  specimen: '',
  qr: { size: 21, path: '0 0 7 1 re\n' },
}
const content: Omit<PageContent, 'untilUtc'> = {
  language: 'fr',
  seller: 'Stade de Nongo',
  tickets: [ticket],
  pdf: Buffer.from('%PDF-1.7').toString('base64'),
}

/** Returns the pages of a hub and the records of their expiry. */
const recordsOf = (database: string) =>
  besideHub(database, (store) => Promise.all(['ticket-page', 'ticket-page-end'].map((kind) => store.listRecords(kind))))

/** A hub that publishes tickets, with an enrolled device and its client for pages. */
async function startPublisher(database = databaseFile()) {
  const fleet = await startFleet(0, database, { publicUrl: 'https://tickets.example', publicPort: 0 })
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const client = new HubClient(fleet.url, key)
  const { hubKey } = need(await client.enrol('borne-1', await fleet.invite('borne-1')))
  const calls: PageCall[] = []
  const warned: string[] = []
  const log = { info: () => undefined, warn: (event: string) => void warned.push(event), error: () => undefined }
  const publish = (call: PageCall) => (calls.push(call), client.publish(call))
  const pages = new TicketPageClient(hubKey, 'borne-1', { publish }, log)
  const post = (call: PageCall, by = key): Promise<Response> => {
    const body = JSON.stringify(call)
    const signature = by.sign('guichet ticket page 1', Buffer.from(body))
    return fleet.post(FLEET_PATHS.ticketPages, body, { 'x-guichet-signature': signature })
  }
  /** Publishes tickets. Returns the path of their page. */
  async function page(untilUtc = inHours(5), of = content): Promise<string> {
    const link = pages.newLink()
    expect(await pages.publish({ link, untilUtc }, of)).toBeNull()
    return new URL(pages.addressOf(link) ?? '').pathname
  }
  const read = (path: string, init?: RequestInit) => fetch(`${fleet.pagesUrl}${path}`, init)
  return { fleet, client, hubKey, pages, calls, warned, log, post, page, read }
}

describe('a page of tickets', () => {
  test('shows the tickets, runs no script from their texts, and loads nothing from other sites', async () => {
    const { calls, page, pages, read } = await startPublisher()
    const path = await page()
    const opened = () => pages.wasOpened(calls[0]?.link ?? '')
    expect(await opened()).toBe(false)
    const reply = await read(path)
    expect(await opened()).toBe(true)
    const html = await reply.text()
    expect(reply.status).toBe(200)
    expect(html).not.toMatch(/<script>|<img|onerror=[^&]*>/u)
    expect(html).toContain('&#60;script&#62;')
    expect(html).toContain('fill="#0a7d3c"')
    expect(html.match(/(?:src|href)="(?!\/t\/)[^"]*"/gu)).toBeNull()
    const { headers } = reply
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/u)
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('set-cookie')).toBeNull()
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-content-type-options': 'nosniff',
    })
    expect(await (await read(`${path}/tickets.pdf`)).text()).toBe('%PDF-1.7')
    expect(await (await read(`${path}/app.webmanifest`)).json()).toMatchObject({ start_url: path, scope: path })
    for (const file of ['page.css', 'page.js', 'worker.js', '512x512.png'])
      expect((await read(`/t/${file}`)).status, file).toBe(200)
  })

  test('has the same reply for unknown, malformed and expired addresses, and is deleted after it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { fleet, page, read } = await startPublisher()
    const path = await page(inHours(5))
    const replyTo = async (of: string) => {
      const reply = await read(of)
      const headers = [...reply.headers.keys()].filter((name) => name !== 'date')
      return [reply.status, await reply.text(), headers]
    }
    const parts = ['constructor', 'tickets.pdf/more', 'other'].map((part) => `${path}/${part}`)
    const unknown = [`/t/${'A'.repeat(32)}`, '/t/..%2f..%2fetc', '/t/', ...parts]
    expect((await read(path)).status).toBe(200)
    const live = await Promise.all(unknown.map(replyTo))
    vi.setSystemTime(Date.now() + 6 * HOUR_MS)
    const known = await replyTo(path)
    expect(known[0]).toBe(404)
    for (const other of [...unknown, `${path}/tickets.pdf`]) expect(await replyTo(other), other).toEqual(known)
    expect(live).toEqual(unknown.map(() => known))
    expect(await fleet.beside(({ desk }) => desk.pages.purge())).toBe(1)
    expect(await recordsOf(fleet.database)).toEqual([[], []])
    vi.useRealTimers()
  })

  test('is read without changing the database, even by a link preview robot', async () => {
    const { fleet, page, read } = await startPublisher()
    const path = await page()
    const before = await recordsOf(fleet.database)
    for (const method of ['GET', 'GET', 'HEAD', 'POST']) await read(path, { method })
    expect(await recordsOf(fleet.database)).toEqual(before)
    expect((await read(path, { method: 'POST' })).status).toBe(405)
  })

  test('cannot be read from the database or the log, which contain neither its tickets nor its address', async () => {
    const { fleet, page, read, calls } = await startPublisher()
    const token = (await page()).slice(3)
    await read(`/t/${token}`)
    const files = ['', '-wal'].map((end) => fleet.database + end).filter((path) => existsSync(path))
    const box = calls.flatMap((call) => ('box' in call ? [call.box] : [])).join('')
    const stored = [...files.map((path) => readFileSync(path, 'latin1')), fleet.logText(), atob(box)].join('')
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    for (const secret of [token, 'KA-000042', 'Tribune Nord']) expect(stored).not.toContain(secret)
  })

  test('limits guesses from one address, but not the customers who share it, and requests for one page', async () => {
    const { page, read } = await startPublisher()
    const path = await page()
    const guess = async (at: number) => (await read(`/t/${String(at).padStart(32, 'g')}`)).status
    const statuses = []
    for (let at = 0; at < 25; at += 1) statuses.push(await guess(at))
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404))
    expect(statuses.at(-1)).toBe(429)
    expect((await read(path)).status).toBe(200)
    const repeated = await Promise.all(Array.from({ length: 70 }, async () => (await read(path)).status))
    expect(new Set(repeated)).toEqual(new Set([200, 429]))
    expect((await read(await page())).status).toBe(200)
  })

  test('is served on its own port without the rest of the hub', async () => {
    const { fleet, read } = await startPublisher()
    for (const path of ['/', '/healthz', '/metrics', '/fleet', FLEET_PATHS.session, '/api/v1/public/events'])
      expect((await read(path)).status, path).toBe(404)
    expect((await fetch(`${fleet.url}/healthz`)).status).toBe(200)
  })
})

describe('a publication', () => {
  test('gets the same reply if repeated; refused with other content, a past expiry or a false sender', async () => {
    const { page, post, calls } = await startPublisher()
    await page()
    const [call] = calls
    const codes = async (change: Partial<PageCall>, by?: Parameters<typeof post>[1]) =>
      codeOf(await post({ ...call!, ...change }, by))
    expect((await post(call!)).status).toBe(200)
    expect(await codes({ box: Buffer.from('other').toString('base64') })).toEqual([409, 'PAGE_REFUSED'])
    expect(await codes({ untilUtc: inHours(400) })).toEqual([409, 'PAGE_REFUSED'])
    expect(await codes({ link: 'ab'.repeat(32), untilUtc: inHours(-1) })).toEqual([409, 'PAGE_REFUSED'])
    expect(await codes({ deviceId: 'borne-2' })).toEqual([401, 'DEVICE_UNKNOWN'])
    const foreign = openSigningKey(join(temporaryFolder(), 'key.pem'))
    expect(await codes({}, foreign)).toEqual([401, 'BAD_SIGNATURE'])
    expect(await codes({ link: '../etc' })).toEqual([400, 'INVALID_BODY'])
    expect((await post({ ...call!, box: 'A'.repeat(MAX_PAGE_BOX + 70_000) })).status).toBe(413)
  })

  test('is refused if it lasts more than 400 days, and leaves nothing in the database', async () => {
    const { fleet, page, post, calls } = await startPublisher()
    await page(inHours(400 * 24))
    const before = await recordsOf(fleet.database)
    for (const untilUtc of [inHours(402 * 24), '2999-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      const reply = await post({ ...calls[0]!, link: 'ab'.repeat(32), untilUtc })
      expect(await codeOf(reply), untilUtc).toEqual([409, 'PAGE_LIMIT'])
    }
    for (let hours = 1; hours < 4; hours += 1)
      expect(await codeOf(await post({ ...calls[0]!, untilUtc: inHours(hours) }))).toEqual([409, 'PAGE_REFUSED'])
    expect(await recordsOf(fleet.database)).toEqual(before)
  })

  test('of more pages or characters than a machine may have is refused until earlier pages expire', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await besideHub(databaseFile(), async (store) => {
      const open = () => new TicketPageStore(store, Date.now, { pages: 3, characters: 1000 })
      let count = 0
      const publish = (size: number, hours: number, deviceId = 'borne-1', to = open()) => {
        const link = createHash('sha256')
          .update(`${(count += 1)}`)
          .digest('hex')
        return to.add({ deviceId, link, untilUtc: inHours(hours), box: 'A'.repeat(size) })
      }
      // Concurrent publications do not exceed the limit together. A new store is a restart or another hub.
      expect(await publish(4, 5)).toBe('added')
      const atOnce = await Promise.all([publish(4, 1), publish(4, 1), publish(4, 1)])
      expect(atOnce.toSorted()).toEqual(['added', 'added', 'limit'])
      expect([await publish(4, 1), await publish(4, 1, 'borne-2'), await publish(1000, 1, 'borne-2')]).toEqual([
        'limit',
        'added',
        'limit',
      ])
      vi.setSystemTime(Date.now() + 2.5 * HOUR_MS)
      await open().purge()
      const sizes = [997, 992, 4, 4]
      const outcomes = []
      for (const size of sizes) outcomes.push(await publish(size, 1))
      expect(outcomes).toEqual(['limit', 'added', 'added', 'limit'])
    })
  })

  test('needs the hub’s signature for this device and link, and content that the page can show', async () => {
    const { client, hubKey, pages, warned, log, page, calls } = await startPublisher()
    await page()
    const link = pages.newLink()
    const oversize = { ...content, tickets: [{ ...ticket, title: 'x'.repeat(501) }] }
    expect(await pages.publish({ link, untilUtc: inHours(5) }, oversize)).toBe('invalid')
    const evil = { address: 'https://evil.example/t/' }
    const misleading: readonly (readonly [device: string, HubClient['publish']])[] = [
      ['borne-1', async (call) => ok({ ...need(await client.publish(call))!, ...evil })],
      ['borne-1', () => client.publish(calls[0]!)],
      ['borne-2', (call) => client.publish({ ...call, deviceId: 'borne-1' })],
    ]
    for (const [device, publish] of misleading) {
      const misled = new TicketPageClient(hubKey, device, { publish }, log)
      const other = misled.newLink()
      expect(await misled.publish({ link: other, untilUtc: inHours(5) }, content)).toBe('not-signed-by-hub')
      expect(misled.addressOf(other)).toBeNull()
    }
    expect(warned).toEqual(misleading.map(() => 'ticket-page.not-published'))
  })
})

test('a kiosk offers a ticket page that opens, but only if the hub has a public address', async () => {
  const sell = async (publicUrl: string | undefined) => {
    const fleet = await startFleet(0, databaseFile(), { ...(publicUrl !== undefined && { publicUrl }) })
    const settings = { deviceId: 'gate-7', fleet: { hub: fleet.url, heartbeatSeconds: 1 } }
    const machine = await startMachine(settings, await enrolled(fleet, settings))
    await expect.poll(async () => (await fleet.devices())[0]?.seenUtc ?? null).not.toBeNull()
    const { saleId } = await review(machine, 2)
    need(await machine.api.pay({ saleId, tender: 'card' }))
    await expect.poll(async () => need(await machine.api.getKiosk({})).sale?.stage.name).toBe('done')
    return { fleet, machine, saleId }
  }
  const { fleet, machine, saleId } = await sell('https://tickets.example')
  const { telephone } = need(await machine.api.publishTickets({ saleId }))
  const html = await (await fetch(fleet.url + new URL(telephone?.address ?? '').pathname)).text()
  expect(html.match(/<article>/gu)).toHaveLength(2)
  expect(html).toContain('DUPLICATA 1')
  expect(html).not.toMatch(/[\ufdd0-\ufdef]/u)
  const silent = await sell(undefined)
  expect(need(await silent.machine.api.getKiosk({})).sale).not.toHaveProperty('telephone')
})
