import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { userInfo } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bookingFile } from '../../electron/host/system.ts'
import { requestSigner } from '../../electron/partner/signer.ts'
import { readPdfText } from '../support/pdf.ts'
import { MailSimulator } from '../support/message-simulators.ts'
import { at, availableSeats, holdEach, orderFor, view } from '../contract/buyers.ts'
import { contractClient } from '../contract/target.ts'
import { fleetOf } from '../../electron/app/hub-store.ts'
import type { HubClient } from '../../electron/fleet/hub-client.ts'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { TicketPageClient } from '../../electron/fleet/ticket-pages.ts'
import { silentLog } from '../../electron/host/log.ts'
import { pageAddressText } from '../../shared/api/fleet/ticket-pages.ts'
import { messageChannels, readMessageAddress } from '../../shared/domain/customer.ts'
import { ok } from '../../shared/domain/result.ts'
import { pageContent } from '../support/ticket-page.ts'
import { openBeside, signed, startHub } from '../hub/hub.ts'
import { guichet, speakAs, startProgram } from './guichet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { seedFolder } from '../support/demo-hub.ts'
import packageFile from '../../package.json'
import { catalogues } from '../../shared/i18n/catalogues.ts'

const hubCommands =
  (data: string) =>
  (...words: readonly string[]) =>
    guichet('hub', ...words, '--data', data)

/** Returns the messages of a hub, with a function that queues one about a page of the machine `caisse-1`. */
async function queueOf(data: string) {
  const database = bookingFile(data)
  const store = await openBeside(database)
  const keyFile = join(dirname(database), 'fleet-key.pem')
  const { desk } = fleetOf(store, keyFile)
  const key = openSigningKey(keyFile)
  const client: Pick<HubClient, 'publish'> = {
    async publish(call) {
      if ('box' in call) await desk.pages.add(call)
      const address = 'https://tickets.example/t/'
      const text = pageAddressText('caisse-1', call.link, address)
      return ok({ address, sig: key.sign('guichet ticket address 1', Buffer.from(text)) })
    },
  }
  const pages = new TicketPageClient(key.publicKey, 'caisse-1', client, silentLog)
  const link = pages.newLink()
  expect(
    await pages.publish({ link, untilUtc: new Date(Date.now() + 3_600_000).toISOString() }, pageContent),
  ).toBeNull()
  const token = pages.tokenOf(link) ?? ''
  const offer = { channels: messageChannels, perHour: 10 }
  return {
    store,
    messages: {
      list: () => desk.messages.list(),
      async queue(typed: string, saleId: string = randomUUID()): Promise<string> {
        const message = randomUUID()
        const to = readMessageAddress(typed)
        if (!to) throw new Error(`${typed} is no address`)
        const act = { type: 'send', message, saleId, link, token, consent: true, to } as const
        expect(await desk.messages.answer('caisse-1', act, offer)).toMatchObject({ refused: null })
        return message
      },
    },
  }
}

async function hubOnSale() {
  const data = temporaryFolder()
  const guichet = async (...words: readonly string[]) => {
    const { said, ...more } = await hubCommands(data)(...words)
    return { ...more, said: said === '' ? [] : said.split('\n') }
  }
  const list = join(data, 'rows.csv')
  writeFileSync(list, 'section,tribune,zone,gate,row,seats\nN1,N,NORD,A,1,8+4\nN2,N,HON,A,1,6')
  await guichet('venues', 'import', list, '--name', 'Nongo', '--city', 'Conakry', '--country', 'Guinée')
  const match = ['events', 'create', '--venue', 'Nongo', '--title', 'Hamana – Badia', '--price', 'HON=90000']
  const create = (starts: string, ends: string, ...more: readonly string[]) =>
    guichet(...match, '--starts', starts, '--ends', ends, '--price', 'NORD=50000', ...more)
  const created = await create('2099-05-17T16:00:00', '2099-05-17T18:00:00', '--away', 'Badia')
  const [, eventId = '', accessCode = ''] = /^event (\d+): access code (\S+)$/u.exec(created.said[0] ?? '') ?? []
  for (const partner of ['till', 'other']) await guichet('partners', 'add', partner)
  const hub = await startHub({ database: bookingFile(data), unsignedFrom: ['127.0.0.1/32'] })
  const client = contractClient({ baseUrl: hub.url, partnerCode: 'till' })
  const open = () => client.succeed('openSession', { body: { event_id: eventId, access_code: accessCode } })
  const buy = async (count: number) => {
    const session = await open()
    await holdEach(client, session, await availableSeats(client, session, count))
    const order = orderFor(await client.succeed('readCheckout', at(session)))
    return { session, ...(await client.succeed('confirmPurchase', { body: order })) }
  }
  return { guichet, create, eventId, client, open, buy, hub, data }
}

test('a venue from nothing: imported, priced, sold by a partner that signs, and cared for beside the running hub', async () => {
  const data = temporaryFolder()
  const hub = hubCommands(data)
  const list = join(data, 'rows.csv')
  const header = 'section,tribune,zone,gate,row,seats'
  writeFileSync(list, `${header}\nN1,N,Z1,A,1,8+x\nN1,N,Z1,A,2,8`)
  const named = ['--name', 'Stade de Nongo', '--city', 'Conakry', '--country', 'Guinée']
  const wrong = await hub('venues', 'import', list, ...named)
  expect(wrong).toMatchObject({ code: 1, said: '' })
  expect(wrong.refused[0]).toMatch(/:2:13: seats: .*"8\+x"/u)
  writeFileSync(list, `${header}\nN1,N,Z1,A,1,8+4\nN1,N,Z1,A,2,8`)
  expect(await hub('venues', 'import', list, ...named)).toMatchObject({ code: 0, refused: [] })
  expect((await hub('venues')).said).toBe('Stade de Nongo, Conakry: 1 section, zones Z1')

  const event = ['events', 'create', '--venue', 'Stade de Nongo', '--title', 'Finale']
  const times = ['--starts', '2099-05-17T16:00:00', '--ends', '2099-05-17T18:00:00']
  const unpriced = await hub(...event, ...times)
  expect([unpriced.code, unpriced.refused]).toEqual([2, ['--price is missing for Z1']])
  expect((await hub(...event, '--price', 'Z9=5', '--starts', 'soon')).refused).toEqual([
    expect.stringContaining('--price Z9=5'),
    expect.stringContaining('--starts: '),
    expect.stringContaining('--ends: missing'),
  ])
  const created = await hub(...event, ...times, '--price', 'Z1=50000')
  const [, eventId = '', code = ''] = /^event (\d+): access code (\S+)$/u.exec(created.said) ?? []
  expect(code).not.toBe('')

  expect((await hub('partners', 'add', 'no way')).code).toBe(2)
  expect((await hub('partners', 'add', 'nongo', '--rate', '50')).code).toBe(0)
  const key = await hub('partners', 'key', 'nongo', 'till-1')
  const secret = /^secret (\S+)$/mu.exec(key.said)?.[1] ?? ''
  expect((await hub('partners')).said).toBe('nongo  keys till-1 (stadepass-hmac)  50/s')
  expect((await hub('partners', 'revoke-key', 'nongo', 'till-1')).refused.join('')).toMatch(/last key/u)

  const running = await startHub({ database: bookingFile(data) })
  const { url } = running
  const path = '/api/v1/public/booking-sessions'
  const open = async (accessCode: string): Promise<number> => {
    const body = JSON.stringify({ event_id: eventId, access_code: accessCode })
    const headers = signed({ partnerCode: 'nongo', keyId: 'till-1', secret }, 'POST', path, { body })
    return (await fetch(url + path, { method: 'POST', headers, body })).status
  }
  expect(await open(code)).toBe(200)
  expect((await fetch(url + path, { method: 'POST', headers: { 'x-partner-code': 'nongo' } })).status).toBe(401)

  const renewed = /access code (\S+)/u.exec((await hub('codes', 'renew', eventId)).said)?.[1] ?? ''
  expect([await open(code), await open(renewed)]).toEqual([403, 200])
  expect((await hub('codes')).said).toContain(renewed)
  const copied = await hub('backup', join(data, 'copy.db'))
  expect(copied.said).toMatch(/bytes, checked\nthe key of the partners' secrets is not in the copy: .*-secrets\.key/u)
  expect(readFileSync(join(data, 'copy.db'), 'latin1')).not.toContain(secret)
  expect((await hub('purge', '--days', '1')).said).toMatch(/^0 sessions/u)
  expect((await hub('purge')).code).toBe(2)
  expect((await hub('events', 'end', eventId)).code).toBe(0)
  expect((await hub('events', 'end', eventId)).code).toBe(1)
  expect(await open(renewed)).toBe(404)
  expect((await hub('events')).said).toMatch(/ENDED {2}Finale {2}20 seats left/u)
  expect((await hub('dance')).refused[0]).toBe('unknown command "hub dance"')
  expect(running.lines.filter(({ event }) => event === 'request.answered')).toHaveLength(5)
  expect([secret, code, renewed].filter((text) => running.logText().includes(text))).toEqual([])
})

test('a partner’s key: its own public one or an agreed secret, and nothing else that lies in a file', async () => {
  const data = temporaryFolder()
  const hub = hubCommands(data)
  const written = (name: string, text: string): string => {
    writeFileSync(join(data, name), text)
    return join(data, name)
  }
  const pem = (key: KeyObject): string =>
    key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString()
  const own = generateKeyPairSync('ed25519')
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const publicFile = written('public.pem', pem(own.publicKey))
  const key = (...args: readonly string[]) => hub('partners', 'key', 'nongo', ...args)

  expect((await hub('partners', 'add', 'nongo')).code).toBe(0)
  for (const file of [written('private.pem', pem(own.privateKey)), written('other.pem', pem(foreign.publicKey))]) {
    const { refused } = await key('till-1', '--scheme', 'rfc9421', '--public-key', file)
    expect(refused.join('')).toContain('Ed25519, P-256 or RSA')
  }
  expect((await key('till-1', '--public-key', publicFile)).code).toBe(2)
  expect((await key('till-1', '--secret-file', publicFile)).refused.join('')).toContain('--secret-file: expected')
  expect(await key('till-1', '--scheme', 'rfc9421', '--public-key', publicFile)).toMatchObject({ code: 0, refused: [] })
  const agreed = await key('till-2', '--secret-file', written('agreed', 'agreed-9f2c\n'))
  expect(agreed.code).toBe(0)
  expect(agreed.said + agreed.refused.join('')).not.toContain('agreed-9f2c')
  const files = readdirSync(data).filter((name) => name.startsWith('booking-service.db'))
  for (const name of files) expect(readFileSync(join(data, name), 'latin1')).not.toContain('agreed-9f2c')

  expect((await hub('partners')).said).toBe('nongo  keys till-1 (rfc9421), till-2 (stadepass-hmac)')

  const { url } = await startHub({ database: bookingFile(data) })
  const path = '/api/v1/public/events'
  const till = { scheme: 'rfc9421', keyId: 'till-1', algorithm: 'ed25519', validSeconds: 300, label: 'sig' } as const
  const sign = requestSigner(
    { ...till, key: own.privateKey, components: ['@method', '@target-uri', 'x-partner-code'] },
    { now: () => ({ wallUtc: new Date().toISOString() }), uuid: randomUUID },
  )
  const headers = new Headers({ 'x-partner-code': 'nongo' })
  const signature = sign({ method: 'GET', url: new URL(url + path), headers, body: undefined })
  const byKey = await fetch(url + path, { headers: { 'x-partner-code': 'nongo', ...signature } })
  const secret = { partnerCode: 'nongo', keyId: 'till-2', secret: 'agreed-9f2c' }
  const bySecret = await fetch(url + path, { headers: signed(secret, 'GET', path) })
  expect([byKey.status, bySecret.status]).toEqual([200, 200])
})

test('what papers print as a box is named to the organiser, for an event and for a venue', async () => {
  const { guichet, eventId, data } = await hubOnSale()
  const { code, said } = await guichet('events', 'edit', eventId, '--title', '東京 Match \u202e№ 5')
  expect([code, said.at(-1)]).toEqual([0, 'Tickets and receipts will show an empty box in place of: 東 京'])
  const place = ['--name', 'אצטדיון', '--city', 'Conakry', '--country', 'Guinée']
  const imported = await guichet('venues', 'import', join(data, 'rows.csv'), ...place)
  expect(imported.said.at(-1)).toMatch(/^Tickets and receipts will show an empty box in place of: א צ ט ד י ו ן$/u)
  expect((await guichet('events')).said[0]).toContain('  東京 Match № 5  ')
})

test('an event is edited beside the running hub, and nonsense is refused in words', async () => {
  const { guichet, create, eventId, client, open } = await hubOnSale()
  const session = await open()
  await view(client, session)
  const edit = (...changes: readonly string[]) => guichet('events', 'edit', eventId, ...changes)
  const done = await edit('--title', 'Finale', '--starts', '2099-05-18T15:30:00', '--ends', '2099-05-18T17:30:00')
  expect([done.code, done.said]).toEqual([0, [expect.stringMatching(/^event 1 changed/u)]])
  expect((await edit('--price', 'NORD=60000', '--home', 'Hamana AC')).code).toBe(0)
  const teams = { home_team: 'Hamana AC', away_team: 'Badia' }
  expect((await client.succeed('listEvents')).events).toMatchObject([
    { title: 'Finale', starts_at: '2099-05-18T15:30:00', min_price: 60_000, ...teams },
  ])
  expect((await view(client, session)).map.seats[0]?.price).toBe(60_000)

  const nothing = 'nothing to change: add at least one option, such as --title or --price'
  const refusals = [
    await edit('--starts', '2020-05-18T15:30:00'),
    await edit('--ends', '2099-05-18T15:00:00'),
    await edit('--starts', '2099-02-30T15:30:00'),
    await edit('--price', 'NORD=0.5'),
    await edit('--price', 'SUD=5'),
    await edit('--title', ''),
    await edit('--title', 'Finale'),
    await edit(),
    await create('2020-01-01T16:00:00', '2020-01-01T18:00:00'),
    await create('2099-13-01T16:00:00', 'later', '--price', 'NORD=1'),
  ]
  expect(refusals.map(({ code, refused }) => [code, ...refused])).toEqual([
    [2, expect.stringMatching(/^--starts 2020-05-18T15:30:00 is in the past: it is 20\d\d-.* here$/u)],
    [2, '--ends 2099-05-18T15:00:00 is not after --starts 2099-05-18T15:30:00'],
    [2, expect.stringMatching(/^--starts: expected a date and time such as .*, found "2099-02-30T15:30:00"$/u)],
    [2, '--price NORD=0.5: expected an amount in GNF such as 50000, without decimals'],
    [2, '--price: expected one of NORD, HON, found "SUD"'],
    [2, '--title is missing'],
    [2, nothing],
    [2, nothing],
    [2, expect.stringMatching(/^--starts .* is in the past/u), expect.stringMatching(/^--ends .* is in the past/u)],
    [2, ...['price NORD=1', 'starts', 'ends'].map((option): unknown => expect.stringContaining(`--${option}`))],
  ])
  const refused = ['event 9 is not on sale: see guichet hub events']
  expect(await guichet('events', 'edit', '9', '--title', 'x')).toMatchObject({ code: 1, refused })
})

test('the same event is made twice only on purpose, whether the first one is on sale or has ended', async () => {
  const { guichet, create, eventId } = await hubOnSale()
  const again = (...more: readonly string[]) => create('2099-05-17T16:00:00', '2099-05-17T18:00:00', ...more)
  const refused = ['event 1 has this title, venue and start, and is on sale; add --anyway to create another one']
  expect(await again()).toEqual({ code: 2, said: [], refused })
  expect((await again('--anyway')).code).toBe(0)
  expect((await create('2099-05-18T16:00:00', '2099-05-18T18:00:00')).code).toBe(0)
  const moved = ['events', 'edit', '3', '--starts', '2099-05-17T16:00:00']
  expect((await guichet(...moved)).refused).toEqual([expect.stringMatching(/^event 1 has this title/u)])
  expect((await guichet(...moved, '--anyway')).code).toBe(0)
  for (const id of ['3', '2', eventId]) expect((await guichet('events', 'end', id)).code).toBe(0)
  expect((await again()).refused).toEqual([expect.stringMatching(/has ended: .* events reopen \d/u)])
})

test('an event with sold tickets ends only on purpose, names who is to be refunded, and can be put back on sale', async () => {
  const { guichet, eventId, client, buy, open } = await hubOnSale()
  const { order_id, tickets } = await buy(2)
  const [first = ''] = tickets.map(({ ticket_number }) => ticket_number)
  expect(await guichet('events', 'end', eventId)).toEqual({
    code: 2,
    said: [],
    refused: [expect.stringMatching(/^event 1: 2 tickets are sold; "guichet hub tickets list 1".*--anyway/u)],
  })
  expect((await client.succeed('listEvents')).events).toHaveLength(1)
  const ended = await guichet('events', 'end', eventId, '--anyway')
  const line = `${first}  N1-1-1  50000 GNF  till  ${order_id}  Mariama Diallo, +224 620 00 00 00, mariama@example.org`
  expect(ended.code).toBe(0)
  expect(ended.said).toContain(line)
  expect(ended.said.at(-1)).toBe('valid tickets: 2, 100000 GNF')
  expect((await client.succeed('listEvents')).events).toEqual([])
  await guichet('tickets', 'cancel', first, '--reason', 'Match annulé')
  const left = await guichet('tickets', 'list', eventId)
  expect([left.said.length, left.said.at(-1)]).toEqual([2, 'valid tickets: 1, 50000 GNF'])
  expect((await guichet('events', 'reopen', eventId)).code).toBe(0)
  await open()
  const notEnded = ['event 1 cannot be reopened: it was not ended, or it is over']
  expect(await guichet('events', 'reopen', eventId)).toMatchObject({ code: 1, refused: notEnded })
  expect((await guichet('audit', '--event', eventId)).said[0]).toContain('event-reopened')
})

test('a price is read as at the desk: 50.000 francs are 50 000, and 1.500 euros are refused with both readings', async () => {
  const { guichet, create, eventId, client } = await hubOnSale()
  expect((await guichet('events', 'edit', eventId, '--price', 'NORD=65.000', '--price', 'HON=90 000')).code).toBe(0)
  expect((await client.succeed('listEvents')).events).toMatchObject([{ min_price: 65_000 }])
  const gala = ['events', 'create', '--venue', 'Nongo', '--title', 'Gala', '--currency', 'EUR', '--price', 'HON=25']
  const inEuro = (price: string) =>
    guichet(...gala, '--starts', '2099-06-01T16:00:00', '--ends', '2099-06-01T18:00:00', '--price', price)
  expect(await inEuro('NORD=1.500')).toMatchObject({
    code: 2,
    refused: [expect.stringMatching(/^--price NORD=1\.500: .* may mean 1500 or 1\.50 EUR: enter /u)],
  })
  expect((await inEuro('NORD=12,5')).code).toBe(0)
  expect((await client.succeed('listEvents')).events).toMatchObject([{}, { min_price: 12.5, currency: 'EUR' }])
  expect(await create('2099-06-01T16:00:00', '2099-06-01T18:00:00', '--price', 'HON=1')).toMatchObject({
    refused: [expect.stringMatching(/^--price HON=1: expected ZONE=AMOUNT, once for each category/u)],
  })
})

test('seats are withheld and put back on sale; one that somebody has is named', async () => {
  const { guichet, eventId, buy, open } = await hubOnSale()
  await buy(2)
  const seats = async (...words: readonly string[]) => {
    const { code, said, refused } = await guichet('seats', ...words)
    return [code, ...said, ...refused]
  }
  const off = [0, '10 seats of event 1 are taken off sale']
  expect(await seats('withhold', eventId, 'N1-1-5-8', '--zone', 'HON', '--reason', 'Presse')).toEqual(off)
  expect((await open()).availability.remaining).toBe(6)
  expect(await seats(eventId)).toEqual([0, 'N1-1  5 6 7 8', 'N2-1  1 2 3 4 5 6', '10 seats of event 1 are withheld'])
  expect(await seats('withhold', eventId, 'N1')).toEqual([1, 'no seat was withheld; sold: N1-1-1, N1-1-2'])
  expect(await seats('release', eventId, 'N2')).toEqual([0, '6 seats of event 1 are back on sale'])
  expect(await seats('release', eventId, 'N2')).toEqual([1, 'none of these seats are withheld'])
  expect(await seats('withhold', eventId, 'N9', 'N1-1-99')).toEqual([1, 'event 1 has no N9, N1-1-99'])
  expect((await seats('withhold', eventId))[0]).toBe(2)
  expect((await open()).availability.remaining).toBe(12)
})

test('tickets are cancelled by the numbers on them, and the audit names who did what', async () => {
  const { guichet, eventId, client, buy, open } = await hubOnSale()
  const { session, tickets } = await buy(3)
  const [first = '', second = '', third = ''] = tickets.map(({ ticket_number }) => ticket_number)
  const cancel = (...numbers: readonly string[]) => guichet('tickets', 'cancel', ...numbers, '--reason', 'Match remis')
  const done = await cancel(first, second)
  expect([done.code, done.refused]).toEqual([0, []])
  expect(done.said[0]).toMatch(new RegExp(`^${first} {2}N1-1-1 {2}cancelled 20.*Z$`, 'u'))
  expect((await cancel(first)).said[0]).toBe(done.said[0])
  const { tickets: listed } = await client.succeed('listTickets', { query: { owner_ref: session.owner_ref } })
  expect(listed.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'SOLD'])
  expect((await open()).availability.remaining).toBe(17)

  const unknown = ['event 1 has no ticket 1-00000099; no ticket was cancelled']
  expect(await cancel(third, '1-00000099')).toMatchObject({ code: 1, refused: unknown })
  expect(await cancel(third, '7-00000003')).toMatchObject({ code: 2, refused: ['name tickets of one event at a time'] })
  expect((await cancel('soon')).refused).toEqual(['NUMBER: expected ticket numbers such as 7-00000042, found "soon"'])
  expect((await guichet('tickets', 'cancel', third)).refused).toEqual(['--reason is missing'])
  await guichet('seats', 'withhold', eventId, 'N2-1-6')
  const body = { request_id: crypto.randomUUID(), owner_ref: session.owner_ref, ticket_ids: [tickets[2]?.id] }
  await client.succeed('cancelTickets', { body })
  const lines = (await guichet('audit', '--event', eventId)).said
  const who = userInfo().username
  expect(lines).toEqual([
    expect.stringContaining(`partner:till  tickets-cancelled  event 1  {"tickets":["${third}"]`),
    expect.stringContaining(`user:${who}  seats-withheld  event 1  {"seats":["N2-1-6"]`),
    expect.stringContaining(`user:${who}  tickets-cancelled  event 1  {"tickets":["${first}","${second}"]`),
    expect.stringContaining(`user:${who}  event-created  event 1`),
  ])
  expect((await guichet('audit', '--last', '1')).said).toEqual(lines.slice(0, 1))
})

test('a buyer is found, given their data and erased beside the running hub, and the audit does not name them', async () => {
  speakAs('en')
  const { guichet, buy, data, eventId } = await hubOnSale()
  await buy(2)
  const by = ['--telephone', '620 00 00 00']
  const found = await guichet('privacy', 'find', '--name', 'diallo')
  const person = / {2}Hamana – Badia {2}till {2}Mariama Diallo {2}\+224 620 00 00 00 {2}mariama@example\.org$/u
  expect([found.code, found.said[0]]).toEqual([0, expect.stringMatching(person)])
  expect(await guichet('privacy', 'find', '--name', 'Bah')).toMatchObject({ code: 1, said: [] })
  const file = join(data, 'person.json')
  expect(await guichet('privacy', 'export', file, ...by)).toMatchObject({ code: 0 })
  const customer = { name: 'Mariama Diallo', phone: '+224 620 00 00 00', email: 'mariama@example.org' }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ hub: true, sales: [{ tickets: 2, customer }] })
  const early = await guichet('privacy', 'erase', '--yes', ...by, '--language', 'fr')
  expect([early.code, early.refused[0]]).toEqual([1, expect.stringContaining('effaçable à partir du 2099-05-17 18:00')])

  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2099-06-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  for (const typed of [['n\n'], []]) {
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(typed) as typeof process.stdin)
    expect(await guichet('privacy', 'erase', ...by)).toMatchObject({ code: 1, refused: ['nothing was erased'] })
    stdin.mockRestore()
  }
  const erased = await guichet('privacy', 'erase', '--yes', ...by)
  const words = 'the person’s data was erased from 1 sale; amounts, seats and tickets stay'
  expect([erased.code, erased.refused, erased.said.at(-2)]).toEqual([0, [], words])
  for (const name of readdirSync(data).filter((each) => each.startsWith('booking-service.db')))
    expect([name, readFileSync(join(data, name), 'latin1').includes('mariama@')]).toEqual([name, false])
  expect((await guichet('tickets', 'list', eventId)).said.at(-1)).toBe('valid tickets: 2, 100000 GNF')
  const lines = (await guichet('audit')).said
  expect(lines.slice(0, 4).map((line) => line.split('  ').slice(1).join('  '))).toEqual(
    ['erased', 'exported', 'searched', 'searched'].map(
      (act, index) => `user:${userInfo().username}  personal-data-${act}  {"purchases":${index === 2 ? 0 : 1}}`,
    ),
  )
})

test('a number with a point before three digits is refused with both readings, not read as the smaller one', async () => {
  const { guichet } = await hubOnSale()
  await guichet('devices', 'invite', 'gate-7', '--group', 'Hall')
  const set = (...words: readonly string[]) => guichet('settings', 'set', ...words, '--group', 'Hall')
  const { code, refused } = await set('shifts.maxCashierCashMove=50.000')
  expect([code, refused.join('\n')]).toEqual([2, expect.stringContaining('"50.000": may be 50000 or 50')])
  expect((await set('shifts.maxCashierCashMove=50000', 'maxSeats=6')).code).toBe(0)
  expect((await guichet('settings')).said.join('\n')).toContain('{"shifts.maxCashierCashMove":50000,"maxSeats":6}')
})

async function startOn(data: string) {
  const machine = await startProgram({ data })
  await expect.poll(() => existsSync(join(data, 'status.json'))).toBe(true)
  return machine
}

test('says how the running program is, and that none runs once it has ended; a status of long ago is not believed', async () => {
  const data = await seedFolder(temporaryFolder())
  const status = (...words: readonly string[]) => guichet('status', '--data', data, ...words)
  expect(await status()).toEqual({ code: 3, said: 'not running', refused: [] })
  const machine = await startOn(data)
  const text = await status()
  expect(text.code).toBe(0)
  const { pid } = process
  expect(text.said).toContain(`: guichet ${packageFile.version} (demo), process ${pid}, since `)
  for (const line of [/^partner +up$/mu, /^notes +0 in the cash box since it was last emptied$/mu])
    expect(text.said).toMatch(line)
  const json = JSON.parse((await status('--json')).said) as object
  expect(json).toMatchObject({ mode: 'demo', pid, partner: 'up', canSell: true, serving: false })
  await machine.stop()
  expect((await status()).code).toBe(3)

  const file = join(data, 'status.json')
  writeFileSync(file, JSON.stringify({ ...json, writtenUtc: new Date().toISOString() }))
  expect((await status()).code).toBe(0)
  writeFileSync(file, JSON.stringify({ ...json, writtenUtc: new Date(Date.now() - 60_000).toISOString() }))
  expect(await status('--json')).toEqual({ code: 3, said: 'null', refused: [] })
})

test('and doctor name a screen that runs without the sandbox of its browser', async () => {
  const data = await seedFolder(temporaryFolder())
  const machine = await startOn(data)
  const file = join(data, 'status.json')
  const told = JSON.parse(readFileSync(file, 'utf8')) as object
  await machine.stop()
  const tell = (screenSandboxed: boolean): void =>
    writeFileSync(file, JSON.stringify({ ...told, writtenUtc: new Date().toISOString(), screenSandboxed }))
  const status = async () => (await guichet('status', '--data', data)).said
  const doctor = async (language: string) => (await guichet('doctor', '--data', data, '--language', language)).said
  tell(true)
  expect(await status()).not.toMatch(/^screen/mu)
  expect(await doctor('en')).toBe('')
  tell(false)
  const { title, unsandboxed } = catalogues.en.doctor.screen
  expect(await doctor('en')).toBe(`! ${title.padEnd(16)} ${unsandboxed}`)
  expect(await status()).toContain(`screen    ${unsandboxed}`)
})

test('customer accounts are created, limited and paid, and have statements as PDF and CSV', async () => {
  const data = temporaryFolder()
  const hub = hubCommands(data)
  expect(await hub('accounts', 'set', 'fgf', '--name', 'Fédération')).toMatchObject({ code: 2 })
  const refusedFor = async (...words: readonly string[]) => (await hub('accounts', ...words)).refused.join(' ')
  expect(await refusedFor('set', 'FGF', '--name', 'Fédération')).toMatch(/^--currency/u)
  expect(await refusedFor('set', 'FGF', '--name', 'Fédération', '--currency', 'GNf')).toContain('GNf')
  expect(await refusedFor('set', 'FGF', '--name', 'a'.repeat(81), '--currency', 'GNF')).toMatch(/--name.*80/u)
  const set = (...words: readonly string[]) => hub('accounts', 'set', 'FGF', ...words)
  await set('--name', 'Fédération', '--currency', 'GNF', '--limit', '5M')
  expect((await hub('accounts')).said).toBe('FGF  Fédération  owes 0 of 5000000 GNF  open')
  await set('--limit', '100000', '--close')
  const pay = () => hub('accounts', 'pay', 'FGF', '250000', '--reference', 'VIR-778')
  expect([(await pay()).code, (await pay()).code]).toEqual([0, 0])
  expect(await refusedFor('pay', 'NONE', '1000')).toContain('NONE')
  expect(await refusedFor('pay', 'FGF', '0')).toMatch(/AMOUNT.*GNF/u)
  expect(await refusedFor('pay', 'FGF', '1000', '--reference', 'a'.repeat(65))).toMatch(/--reference.*64/u)
  expect(await refusedFor('pay', 'FGF', '1000', '--reference', 'VIR-778')).toContain('VIR-778')
  expect((await hub('accounts')).said).toBe('FGF  Fédération  owes -250000 of 100000 GNF  closed')
  expect(await set('--currency', 'EUR')).toMatchObject({ code: 1 })
  const [pdf, csv] = [join(data, 'fgf.pdf'), join(data, 'fgf.csv')]
  expect(await hub('accounts', 'statement', 'FGF')).toMatchObject({ code: 2 })
  const seller = ['--seller', 'Société du Stade SA', '--address', 'Conakry, NIF 123456789']
  expect(await hub('accounts', 'statement', 'FGF', '--pdf', pdf, '--csv', csv, ...seller)).toMatchObject({ code: 0 })
  expect((await readPdfText(readFileSync(pdf))).join(' ')).toContain('Société du Stade SA')
  const lines = readFileSync(csv, 'utf8').split('\r\n')
  expect(lines.map((line) => line.split(';')[7]).filter(Boolean)).toEqual(['montant', '0', '-250000', '-250000'])
  expect((await hub('audit')).said).toContain('account-changed')
})

test('a test message is sent with the accounts of a file that only the hub’s account may read', async () => {
  const mail = new MailSimulator({ script: ['accept', 'unknown-address'] })
  const port = await mail.listen()
  onTestFinished(() => mail.close())
  const data = temporaryFolder()
  const hub = hubCommands(data)
  const file = join(data, 'messages.json')
  const write = (more: object, mode: number) => {
    const email = { host: '127.0.0.1', port, security: 'none', from: 'billets@nongo.example', name: 'Nongo', ...more }
    writeFileSync(file, JSON.stringify({ email }), { mode })
    chmodSync(file, mode)
  }
  const send = (to: string) => hub('messages', 'test', to, '--messages', file, '--language', 'en')
  const { paper, messages } = catalogues.en
  write({}, 0o644)
  expect((await send('m@client.example')).refused.join(' ')).toContain(file)
  write({ account: { user: 'u' }, from: 'secret-value' }, 0o600)
  const { refused } = await send('m@client.example')
  expect(refused.join(' ')).toMatch(/messages\.json:1:\d+: email\.account\.password: .*email\.from: /su)
  expect(refused.join(' ')).not.toContain('secret-value')
  write({}, 0o600)
  expect(await send('m@client.example')).toMatchObject({ code: 0 })
  expect(mail.received[0]?.data).toContain(paper.ticketPage.message.testSubject)
  expect(await send('m@client.example')).toMatchObject({ code: 1, refused: [messages.notSent('EENVELOPE 550')] })
  for (const wrong of ['+224622112233', 'a@b.example, c@d.example'])
    expect(await send(wrong), wrong).toMatchObject({ code: 2 })
  expect(await hub('messages')).toMatchObject({ code: 0, said: '' })
  expect((await hub('messages', 'erase', 'm@client.example')).said).toBe('erased messages: 0')
  expect(await guichet('serve', '--data', data, '--messages', file)).toMatchObject({ code: 2 })
})

test('erasing a person also ends the messages that wait for them, although the tickets are still valid', async () => {
  speakAs('en')
  const { guichet, buy, data } = await hubOnSale()
  await buy(1)
  const { store, messages } = await queueOf(data)
  onTestFinished(() => store.close())
  const saleId = randomUUID()
  await messages.queue('Mariama@example.org')
  await messages.queue('+224 620 00 00 00', saleId)
  const other = await messages.queue('+224 622 11 22 33')
  const waiting = async () => (await messages.list()).filter(({ state }) => state === 'queued').length

  const by = ['--name', 'Mariama Diallo', '--telephone', '620000000']
  const found = await guichet('privacy', 'find', ...by)
  expect(found.said.slice(-2, -1)).toEqual(['2 waiting messages'])
  const file = join(data, 'person.json')
  await guichet('privacy', 'export', file, ...by)
  const exported = JSON.parse(readFileSync(file, 'utf8')) as {
    messages: { address: string }[]
  }
  expect(exported.messages.map(({ address }) => address).toSorted()).toEqual(['+224620000000', 'Mariama@example.org'])
  const refuse = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(['n\n']) as typeof process.stdin)
  expect(await guichet('privacy', 'erase', ...by)).toMatchObject({ code: 1, refused: ['nothing was erased'] })
  refuse.mockRestore()
  expect(await waiting()).toBe(3)

  const erased = await guichet('privacy', 'erase', '--yes', ...by)
  expect([erased.code, erased.said.at(-1)]).toEqual([1, 'not sent, with the address erased: 2 messages'])
  expect(erased.refused).toEqual([expect.stringContaining('until the end'), 'the data of the sales was not erased'])
  expect((await messages.list()).filter(({ state }) => state === 'queued').map(({ id }) => id)).toEqual([other])
  expect((await guichet('audit')).said[0]).toContain('personal-data-erased  {"purchases":0,"messages":2}')

  // A number without a purchase at the hub.
  expect(await guichet('privacy', 'find', '--name', 'Bah')).toMatchObject({ code: 1 })
  const alone = await guichet('privacy', 'erase', '--yes', '--telephone', '622112233')
  expect([alone.code, alone.refused, await waiting()]).toEqual([0, [], 0])
  expect(await guichet('privacy', 'erase', '--yes', '--telephone', '622112233')).toMatchObject({ code: 1 })
})
