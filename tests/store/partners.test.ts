import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { at, availableSeats, newEvent, newSession, readyToBuy } from '../contract/buyers.ts'
import { inProcessClient, onEachEngine, sqlite, start, world } from '../booking/service.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import type { HubStore, Partner } from '../../electron/booking/sql/administration.ts'
import { besideHub, signed, startHub } from '../hub/hub.ts'
import { temporaryFolder } from '../shells/shell.ts'

onEachEngine((engine) => {
  async function twoPartners() {
    const { options } = await world({ partners: ['alpha', 'beta'] }, engine)
    const { service } = await start(options)
    return { alpha: inProcessClient(service, 'alpha'), beta: inProcessClient(service, 'beta'), service }
  }

  test('only the partners of the configuration are let in', async () => {
    const { service, alpha } = await twoPartners()
    await alpha.succeed('listEvents')
    for (const code of ['demo', 'alpha, beta', 'ALPHA', 'alpha ']) {
      const reply = await service.fetch(
        new Request('http://x/api/v1/public/events', { headers: { 'x-partner-code': code } }),
      )
      expect(reply.status).toBe(code === 'alpha ' ? 200 : 401)
    }
  })

  test('events and seats are common; sessions, holds, orders and tickets are each partner’s own', async () => {
    const { alpha, beta } = await twoPartners()
    const event = await newEvent(alpha)
    const { session, order, seats, checkout } = await readyToBuy(alpha, 2, event)
    expect(session.owner_ref).toMatch(/^alpha-user-\d+$/u)
    const other = await newSession(beta, event)
    expect(other.owner_ref).toMatch(/^beta-user-\d+$/u)
    await beta.refused('SEAT_CONFLICT', 'holdSeats', { ...at(other), body: { seat_id: seats[0]?.id } })

    const query = { section_id: session.map.sections[0]?.id ?? '' }
    await beta.refused('SESSION_NOT_FOUND', 'viewSection', { ...at(session), query })
    await beta.refused('SESSION_NOT_FOUND', 'holdSeats', { ...at(session), body: { seat_id: '1' } })
    await beta.refused('SESSION_NOT_FOUND', 'readCheckout', at(session))
    const hold_id = checkout.items[0]?.hold_id ?? ''
    await beta.refused('SESSION_NOT_FOUND', 'releaseHold', { params: { session_id: session.session_id, hold_id } })
    await beta.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: order })

    const { tickets } = await alpha.succeed('confirmPurchase', { body: order })
    await beta.refused('HOLD_NOT_FOUND', 'confirmPurchase', { body: { ...order, order_id: randomUUID() } })
    const owner = { owner_ref: session.owner_ref }
    expect(await beta.succeed('listTickets', { query: owner })).toEqual({ tickets: [] })
    await beta.refused('TICKET_NOT_FOUND', 'getTicket', { params: { ticket_id: tickets[0]?.id ?? '' }, query: owner })
  })

  test('two partners may use the same order id for orders of their own', async () => {
    const { alpha, beta } = await twoPartners()
    const event = await newEvent(alpha)
    const first = await readyToBuy(alpha, 1, event)
    const second = await readyToBuy(beta, 1, event)
    const order_id = first.order.order_id
    await alpha.succeed('confirmPurchase', { body: first.order })
    const purchase = await beta.succeed('confirmPurchase', { body: { ...second.order, order_id } })
    expect(purchase.tickets.map((ticket) => ticket.seat_id)).toEqual(second.seats.map((seat) => seat.id))
  })

  test('all of a small house can be sold, and not one seat more', async () => {
    const { alpha } = await twoPartners()
    const event = await newEvent(alpha)
    for (const section of [0, 1]) {
      const session = await newSession(alpha, event)
      const seats = await availableSeats(alpha, session, 10, session.map.sections[section]?.id)
      await alpha.succeed('holdSeats', { ...at(session), body: { seat_ids: seats.map((seat) => seat.id) } })
      const { amount, items } = await alpha.succeed('readCheckout', at(session))
      const body = { order_id: randomUUID(), amount, hold_ids: items.map((item) => item.hold_id), customer: {} }
      await alpha.succeed('confirmPurchase', { body })
    }
    const late = await newSession(alpha, event)
    expect(late.availability).toMatchObject({ remaining: 0, sold_out: true })
    expect(late.event.availability).toEqual({ status: 'sold_out', remaining: 0 })
    expect((await alpha.succeed('listEvents')).events).toHaveLength(1)
  })
})

describe('secrets of a partner', () => {
  const SECRET = 'correct-horse-battery-staple'
  const PUBLIC_KEY = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----'
  const EVENTS = '/api/v1/public/events'

  const hmac = { keyId: 'till-1', scheme: 'stadepass-hmac', secret: SECRET } as const
  const signing = { keyId: 'till-2', scheme: 'rfc9421', secret: PUBLIC_KEY } as const
  const nongo: Partner = { code: 'nongo', name: '', keys: [hmac, signing], rate: null }

  const keyFile = (): string => join(temporaryFolder(), 'below', 'partner-secrets.key')

  async function open(database: string, secretsKeyFile: string | undefined): Promise<HubStore> {
    const store = await openStore({ database, secretsKeyFile, random: randomBytes, report: () => undefined })
    onTestFinished(() => store.close())
    return store
  }

  const secretsOf = (partners: readonly Partner[]) => partners.map(({ keys }) => keys.map(({ secret }) => secret))

  onEachEngine((engine) => {
    async function kept() {
      const [database, file] = [await engine.database(), keyFile()]
      const store = await open(database, file)
      await store.keepPartner(nongo)
      const documents = async () => JSON.stringify(await engine.rows(database, 'SELECT document FROM partner'))
      return { database, file, store, documents }
    }

    test('a shared secret is sealed in the database, a public key is not; the key is its owner’s', async () => {
      const { database, file, documents } = await kept()
      expect(await documents()).not.toContain(SECRET)
      expect(await documents()).toContain('BEGIN PUBLIC KEY')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(await (await open(database, file)).listPartners()).toEqual([nongo])
    })

    test('with another key, or none, nobody reads it, and no second key is made', async () => {
      const { database, file } = await kept()
      const other = keyFile()
      for (const elsewhere of [other, undefined])
        expect(secretsOf(await (await open(database, elsewhere)).listPartners())).toEqual([[null, PUBLIC_KEY]])
      expect(() => statSync(other)).toThrow('ENOENT')
      expect(secretsOf(await (await open(database, file)).listPartners())).toEqual([[SECRET, PUBLIC_KEY]])
    })

    test('a secret opens for nobody else: not under another partner, key or scheme', async () => {
      const { store, documents, file } = await kept()
      const [{ document }] = JSON.parse(await documents()) as [{ document: string }]
      const [key] = (JSON.parse(document) as Partner).keys
      const keys = [key!, { ...key!, keyId: 'till-9' }, { ...key!, scheme: 'rfc9421' as const }]
      const thief: Partner = { code: 'thief', name: '', keys, rate: null }
      await store.keepPartner(thief)
      expect(secretsOf((await store.listPartners()).slice(1))).toEqual([[null, null, null]])
      expect(readFileSync(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/u)
    })
  })

  test.each([
    ['that others may read', (file: string) => chmodSync(file, 0o644), 'chmod 600'],
    ['that holds something else', (file: string) => writeFileSync(file, 'hello\n'), 'contains no readable key'],
  ] as const)('a key file %s is refused', async (_, spoil, words) => {
    const [database, file] = [await sqlite.database(), keyFile()]
    const store = await open(database, file)
    await store.keepPartner(nongo)
    spoil(file)
    await expect(open(database, file)).resolves.toMatchObject({})
    await expect((await open(database, file)).listPartners()).rejects.toThrow(words)
  })

  test('a hub lets in by sealed secrets, and without the key does not start', async () => {
    const database = await sqlite.database()
    await besideHub(database, (store) => store.keepPartner(nongo))
    const hub = await startHub({ database })
    const headers = signed({ partnerCode: 'nongo', keyId: 'till-1', secret: SECRET }, 'GET', EVENTS)
    expect((await fetch(hub.url + EVENTS, { headers })).status).toBe(200)
    await hub.stop()
    const file = join(dirname(database), 'partner-secrets.key')
    renameSync(file, `${file}.away`)
    await expect(startHub({ database })).rejects.toThrow('the secrets of nongo were sealed with another key')
  })
})
