import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey, type SigningKey } from '../../electron/fleet/keys.ts'
import { messageSettings } from '../../electron/fleet/message-drivers.ts'
import { MessageClient } from '../../electron/fleet/ticket-messages.ts'
import { TicketPageClient } from '../../electron/fleet/ticket-pages.ts'
import { MailSimulator, type MessageFault, SmsSimulator } from '../support/message-simulators.ts'
import { serveProviderSimulator } from '../../electron/simulators/provider-server.ts'
import { phoneWithCountry, readMessageAddress } from '../../shared/domain/customer.ts'
import { FLEET_PATHS } from '../../shared/api/fleet/paths.ts'
import { silentLog } from '../../electron/host/log.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { need } from '../world/kiosk-fixture.ts'
import { PDF, pageContent as content } from '../support/ticket-page.ts'
import { beatOf, startFleet } from './fleet.ts'
import { besideHub, codeOf, databaseFile } from './hub.ts'

const HOUR_MS = 3_600_000
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
/** A mail server, a gateway, and a hub that uses both. `faults`: the fault of each message, in order. */
async function startPost(
  faults: { readonly mail?: readonly MessageFault[]; readonly sms?: readonly MessageFault[] } = {},
) {
  const mail = new MailSimulator({ script: faults.mail ?? [] })
  const sms = new SmsSimulator('gateway-key', { script: faults.sms ?? [] })
  const gateway = await serveProviderSimulator({ simulator: sms, host: '127.0.0.1', port: 0 })
  const port = await mail.listen()
  onTestFinished(async () => void (await Promise.all([mail.close(), gateway.close()])))
  const messages = messageSettings.parse({
    email: {
      host: '127.0.0.1',
      port,
      security: 'none',
      account: { user: 'billets', password: 'smtp-password' },
      from: 'billets@nongo.example',
      name: 'Stade de Nongo',
    },
    sms: {
      url: `${gateway.url}/send`,
      headers: { authorization: 'Bearer gateway-key' },
      body: { sms: { to: 'tel:{to}', text: '{text}', ref: '{reference}' } },
      countryCode: '224',
    },
    perHour: 8,
  })
  const database = databaseFile()
  const start = (more: Parameters<typeof startFleet>[2] = {}) =>
    startFleet(0, database, { publicUrl: 'https://tickets.example', messages, ...more })
  return { mail, sms, start, ...(await deskOf(await start())) }
}

/** Enrols a desk, and returns it with a page of a sale that it has published. */
async function deskOf(fleet: Awaited<ReturnType<typeof startFleet>>, deviceId = 'caisse-1') {
  const key = openSigningKey(join(temporaryFolder(), 'key.pem'))
  const client = new HubClient(fleet.url, key)
  const { hubKey } = need(await client.enrol(deviceId, await fleet.invite(deviceId)))
  need(await client.beat(beatOf(deviceId, 1, { role: 'cashier' })))
  const pages = new TicketPageClient(hubKey, deviceId, client, silentLog)
  const desk = new MessageClient(deviceId, client, pages, silentLog)
  const saleId = randomUUID()
  async function publish(of = content, untilUtc = inHours(5)): Promise<string> {
    const link = pages.newLink()
    expect(await pages.publish({ link, untilUtc }, of)).toBeNull()
    return link
  }
  const link = await publish()
  const request = (typed: string, more: object = {}) => {
    const to = readMessageAddress(typed)
    if (!to) throw new Error(`${typed} is no address`)
    return { message: randomUUID(), saleId, link, to, ...more }
  }
  const send = (typed: string, more: object = {}) => desk.send(request(typed, more))
  const states = async () => (await desk.list(saleId))?.messages.map(({ state, reason }) => reason ?? state)
  return { fleet, key, pages, desk, saleId, link, publish, request, send, states }
}

/** Posts a request as the device, without the checks of the device's client. */
async function post(fleet: { post: Awaited<ReturnType<typeof startFleet>>['post'] }, by: SigningKey, act: object) {
  const body = JSON.stringify({ deviceId: 'caisse-1', act })
  return fleet.post(FLEET_PATHS.messages, body, {
    'x-guichet-signature': by.sign('guichet messages 1', Buffer.from(body)),
  })
}

const decoded = (data: string): string =>
  data
    .split(/\r\n\r\n/u)
    .map((part) => (/^[A-Za-z0-9+/=\r\n]+$/u.test(part) ? Buffer.from(part, 'base64').toString() : part))
    .join('\n\n')
    .replaceAll('=\r\n', '')

describe('a message with the page of tickets', () => {
  test('arrives by e-mail with event, seats, link and PDF, in the language of the sale', async () => {
    const { mail, send, states, pages, link } = await startPost()
    expect(await send('Mariama@client.example')).toMatchObject({ refused: null, channels: ['email', 'sms'] })
    await expect.poll(states).toEqual(['sent'])
    expect(await pages.wasOpened(link)).toBe(false)
    const [received] = mail.received
    expect(received).toMatchObject({ from: 'billets@nongo.example', to: ['Mariama@client.example'] })
    expect(received?.data).toMatch(/^From: Stade de Nongo <billets@nongo.example>\r$/mu)
    expect(received?.data).toContain('Content-Type: application/pdf; name=tickets.pdf')
    expect(received?.data).toContain(Buffer.from(PDF).toString('base64'))
    const text = Buffer.from(decoded(received?.data ?? ''), 'latin1').toString()
    for (const part of ['Stade de Nongo, Conakry', 'Tribune Nord', 'Place 14', pages.addressOf(link) ?? '?'])
      expect(unquoted(text)).toContain(part)
  })

  test('arrives by SMS with the country code, in the configured fields', async () => {
    const { sms, send, states, pages, link } = await startPost()
    await send('622 11 22 33')
    await expect.poll(states).toEqual(['sent'])
    const { sms: body } = JSON.parse(sms.received[0] ?? '{}') as { sms: Record<string, string> }
    expect(body).toMatchObject({ to: 'tel:+224622112233', ref: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string })
    expect(body['text']?.split('\n')).toEqual([
      'Vos billets : Hamana AC – Badia FC',
      'samedi 21 novembre 2026, 20 h',
      'Stade de Nongo, Conakry',
      'Tribune Nord, Porte 3, Secteur N3, Rang E, Place 14',
      pages.addressOf(link),
    ])
  })

  test.each<[MessageFault, string[], number]>([
    ['slow', ['sent'], 1],
    ['unknown-address', ['address-refused'], 0],
    ['refuse', ['rejected'], 0],
    ['busy', ['queued'], 0],
    ['unreachable', ['queued'], 0],
    ['lost', ['queued'], 1],
  ])(
    'has the right state after the fault "%s", and is sent later if it may still arrive',
    async (fault, state, once) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      onTestFinished(() => void vi.useRealTimers())
      const { mail, send, states, fleet, start, desk, saleId } = await startPost({ mail: [fault] })
      await send('m@client.example')
      await expect.poll(() => fleet.logText()).toMatch(/message\.(?:sent|failed|refused)/u)
      expect(await states()).toEqual(state)
      expect(mail.received).toHaveLength(once)
      if (state[0] !== 'queued') return
      // The queue survives a restart of the hub. The hub listens on the same port, so the desk can reach it again.
      await fleet.stop()
      vi.setSystemTime(Date.now() + 31_000)
      const again = await start({ port: Number(new URL(fleet.url).port) })
      await expect.poll(async () => (await desk.list(saleId))?.messages[0]?.state).toBe('sent')
      expect(mail.received).toHaveLength(once + 1)
      const ids = mail.received.map(({ data }) => /^Message-ID: (.*)$/imu.exec(data)?.[1])
      expect(new Set(ids).size).toBe(1)
      expect(again.logText()).not.toContain('m@client.example')
    },
  )

  test('is given up at the end of the page, and is then forgotten', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { fleet, send, states } = await startPost({ mail: ['busy'] })
    await send('m@client.example')
    await expect.poll(() => fleet.logText()).toContain('message.failed')
    vi.setSystemTime(Date.now() + 6 * HOUR_MS)
    expect(await fleet.beside(({ desk }) => desk.messages.purge())).toHaveLength(1)
    expect(await states()).toEqual(['expired'])
    vi.setSystemTime(Date.now() + 24 * HOUR_MS)
    await fleet.beside(({ desk }) => desk.messages.purge())
    expect(await states()).toEqual([])
  })

  test('leaves no address in database, log and reply, and its address can be erased before it is sent', async () => {
    const { fleet, send, desk, saleId, states, pages, link } = await startPost({ mail: ['busy'] })
    await send('mariama@client.example')
    await send('622112233')
    await expect.poll(states).toEqual(['queued', 'sent'])
    const files = ['', '-wal'].map((end) => fleet.database + end).filter((path) => existsSync(path))
    const stored = files.map((path) => readFileSync(path, 'latin1')).join('') + fleet.logText()
    const token = pages.tokenOf(link) ?? '?'
    for (const secret of ['mariama', '622112233', token, 'smtp-password', 'gateway-key'])
      expect(stored + JSON.stringify(await desk.list(saleId))).not.toContain(secret)
    const boxes = () =>
      besideHub(fleet.database, async (store) =>
        (await store.listRecords('message'))
          .map(({ document }) => (document.includes('"box":null') ? 'erased' : 'stored'))
          .toSorted(),
      )
    expect(await boxes()).toEqual(['erased', 'stored'])
    expect(
      await fleet.beside(({ desk: { messages } }) =>
        messages.erase(({ address }) => address === 'mariama@client.example'),
      ),
    ).toBe(1)
    expect(await states()).toEqual(['erased', 'sent'])
    expect(await boxes()).toEqual(['erased', 'erased'])
  })

  test('is not sent for a machine that was removed from the fleet', async () => {
    const { fleet, send } = await startPost({ mail: ['busy'] })
    await send('m@client.example')
    await expect.poll(() => fleet.logText()).toContain('message.failed')
    await fleet.beside(({ desk }) => desk.remove('caisse-1'))
    expect(await fleet.beside(({ desk }) => desk.messages.list())).toMatchObject([{ state: 'refused' }])
  })
})

describe('the hub does not send', () => {
  test('to an address with headers, several addresses or another protocol', async () => {
    const { fleet, key, request, mail } = await startPost()
    const wrong = [
      'a@b.example\r\nBcc: x@y.example',
      'a@b.example\nX: 1',
      'a@b.example, x@y.example',
      'Name <a@b.example>',
      '"a\r\nb"@b.example',
      'a@b.example%0aBcc:x@y.example',
    ]
    for (const address of wrong) {
      expect(readMessageAddress(address), address).toBeNull()
      const act = { type: 'send', ...request('a@b.example'), token: 'A'.repeat(32), consent: true }
      const reply = await post(fleet, key, { ...act, to: { channel: 'email', address } })
      expect(await codeOf(reply), address).toEqual([400, 'INVALID_BODY'])
    }
    expect(await codeOf(await post(fleet, key, { type: 'send', to: { channel: 'sms', address: '1&to=2' } }))).toEqual([
      400,
      'INVALID_BODY',
    ])
    expect(mail.received).toEqual([])
  })

  test('without consent, about a page of another machine, for a kiosk or a false sender', async () => {
    const { fleet, key, pages, link, request, desk } = await startPost()
    const other = await deskOf(fleet, 'caisse-2')
    const act = { type: 'send', ...request('a@b.example'), token: pages.tokenOf(link), consent: true }
    expect(await codeOf(await post(fleet, key, { ...act, consent: false }))).toEqual([400, 'INVALID_BODY'])
    const foreign = { ...act, link: other.link, token: other.pages.tokenOf(other.link) }
    expect(await (await post(fleet, key, foreign)).json()).toMatchObject({ data: { refused: 'page-unknown' } })
    const guessed = { ...act, token: 'A'.repeat(32) }
    expect(await (await post(fleet, key, guessed)).json()).toMatchObject({ data: { refused: 'page-unknown' } })
    expect(await codeOf(await post(fleet, other.key, act))).toEqual([401, 'BAD_SIGNATURE'])
    const kiosk = openSigningKey(join(temporaryFolder(), 'key.pem'))
    const client = new HubClient(fleet.url, kiosk)
    need(await client.enrol('borne-1', await fleet.invite('borne-1')))
    need(await client.beat(beatOf('borne-1', 1)))
    const asKiosk = await client.messages({ deviceId: 'borne-1', act: { type: 'list', saleId: other.saleId } })
    expect(asKiosk).toMatchObject({ ok: false, error: { code: 'NOT_A_DESK' } })
    await other.send('a@b.example')
    expect((await desk.list(other.saleId))?.messages).toEqual([])
  })

  test('more than five messages for a sale and the hourly limit for a machine, also after a restart', async () => {
    const { fleet, start, request, send, desk } = await startPost()
    const first = request('m@client.example')
    for (let times = 0; times < 2; times += 1) expect(await desk.send(first)).toMatchObject({ refused: null })
    for (let sent = 1; sent < 5; sent += 1) expect(await send('m@client.example')).toMatchObject({ refused: null })
    expect(await send('m@client.example')).toMatchObject({ refused: 'limit' })
    expect(await desk.send(first)).toMatchObject({ refused: null })
    const next = () => send('m@client.example', { saleId: randomUUID() })
    for (let sent = 5; sent < 8; sent += 1) expect(await next()).toMatchObject({ refused: null })
    expect(await next()).toMatchObject({ refused: 'limit' })
    await fleet.stop()
    await start({ port: Number(new URL(fleet.url).port) })
    expect(await next()).toMatchObject({ refused: 'limit' })
  })

  test('a link of the machine in a title, and no line break or markup', async () => {
    const { mail, sms, publish, send, states } = await startPost()
    const [ticket] = content.tickets
    const title = '<a href="https://evil.example/x">Win</a>\r\nwww.evil.example {to} x@evil.example'
    const link = await publish({ ...content, tickets: [{ ...ticket!, title, venue: '{text}' }] })
    for (const to of ['+224622112233', 'm@client.example']) await send(to, { link })
    await expect.poll(states).toEqual(['sent', 'sent'])
    expect(decoded(mail.received[0]?.data ?? '')).toMatch(/Win.* www\. evil/u)
    const { sms: body } = JSON.parse(sms.received[0] ?? '{}') as { sms: Record<string, string> }
    const lines = body['text']?.split('\n') ?? []
    expect(lines).toHaveLength(5)
    expect(lines[2]).toBe('{text}')
    expect(lines.slice(0, 4).join('\n')).not.toMatch(/:\/\/|\w\.\w|@/u)
  })
})

test.each([
  [{ email: { security: 'none', host: 'smtp.example.org' } }, 'email.security'],
  [{ sms: { url: 'http://sms.example.org/send' } }, 'sms.url'],
  [{ sms: { body: { to: '{to}' } } }, 'sms.body'],
  [{}, ''],
])('settings of messages are refused: %j', (change, path) => {
  const email = { host: 'smtp.example.org', port: 465, security: 'tls', from: 'a@example.org', name: 'Venue' }
  const sms = { url: 'https://sms.example.org/send', body: { to: '{to}', text: '{text}' }, countryCode: '224' }
  const given = {
    ...('email' in change && { email: { ...email, ...change.email } }),
    ...('sms' in change && { sms: { ...sms, ...change.sms } }),
  }
  const read = messageSettings.safeParse(given)
  expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test.each([
  ['+224 622 11 22 33', '+224622112233'],
  ['00224622112233', '+224622112233'],
  ['0622112233', '+224622112233'],
  ['622112233', '+224622112233'],
])('the telephone number %s is sent as %s', (typed, sent) => {
  expect(phoneWithCountry(readMessageAddress(typed)?.address ?? '', '224')).toBe(sent)
})

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
