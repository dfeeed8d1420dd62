import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../electron/booking-service/open-store.ts'
import type { HubStore, Partner } from '../../electron/booking-service/store/administration.ts'
import { onEachEngine, sqlite } from '../booking-service/engines.ts'
import { besideHub, signed, startHub } from '../hub/hub.ts'

const SECRET = 'correct-horse-battery-staple'
const PUBLIC_KEY = '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----'
const EVENTS = '/api/v1/public/events'

const nongo: Partner = {
  code: 'nongo',
  name: '',
  keys: [
    { keyId: 'till-1', scheme: 'stadepass-hmac', secret: SECRET },
    { keyId: 'till-2', scheme: 'rfc9421', secret: PUBLIC_KEY },
  ],
  rate: null,
}

function keyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'below', 'partner-secrets.key')
}

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
    for (const elsewhere of [other, undefined]) {
      expect(secretsOf(await (await open(database, elsewhere)).listPartners())).toEqual([[null, PUBLIC_KEY]])
    }
    expect(() => statSync(other)).toThrow('ENOENT')
    expect(secretsOf(await (await open(database, file)).listPartners())).toEqual([[SECRET, PUBLIC_KEY]])
  })

  test('a secret opens for nobody else: not under another partner, key or scheme', async () => {
    const { store, documents, file } = await kept()
    const [{ document }] = JSON.parse(await documents()) as [{ document: string }]
    const [key] = (JSON.parse(document) as Partner).keys
    const thief: Partner = {
      code: 'thief',
      name: '',
      keys: [key!, { ...key!, keyId: 'till-9' }, { ...key!, scheme: 'rfc9421' }],
      rate: null,
    }
    await store.keepPartner(thief)
    expect(secretsOf((await store.listPartners()).slice(1))).toEqual([[null, null, null]])
    expect(readFileSync(file, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/u)
  })
})

test('what an earlier program kept as it was is sealed when the store is opened', async () => {
  const [database, file] = [await sqlite.database(), keyFile()]
  await (await open(database, file)).close()
  const db = new Sqlite(database)
  db.prepare('INSERT INTO partner (code, document) VALUES (?, ?)').run('nongo', JSON.stringify(nongo))
  db.close()
  expect(await (await open(database, file)).listPartners()).toEqual([nongo])
  expect(JSON.stringify(await sqlite.rows(database, 'SELECT document FROM partner'))).not.toContain(SECRET)
})

test.each([
  ['that others may read', (file: string) => chmodSync(file, 0o644), 'chmod 600'],
  ['that holds something else', (file: string) => writeFileSync(file, 'hello\n'), 'holds no key'],
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
