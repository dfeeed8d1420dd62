import { createHash, createHmac, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createHub, type HubOptions } from '../../electron/app/hub.ts'
import { openStore } from '../../electron/booking/booking-service.ts'
import type { HubStore, Partner } from '../../electron/booking/sql/administration.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { smallVenues } from '../world/kiosk.ts'

export const databaseFile = (): string => join(temporaryFolder(), 'booking-service.db')

/** Starts a hub on a free port with its own database. In demo mode, the hub has the events of the small venues. */
export async function startHub(more: Partial<HubOptions> = {}) {
  const database = more.database ?? databaseFile()
  let text = ''
  const hub = await createHub({
    host: '127.0.0.1',
    port: 0,
    database,
    resourcesDirectory: smallVenues(),
    sqliteBinding: undefined,
    version: '1.2.3',
    mode: 'live',
    log: { destination: { write: (line: string) => void (text += line) }, level: 'info' },
    ...more,
  })
  cleanUp(() => hub.stop())
  return {
    ...hub,
    database,
    get lines() {
      return text
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    },
    logText: () => text,
  }
}

/** Opens the store of a running hub, as a command of `guichet hub` does. */
export function openBeside(database: string): Promise<HubStore> {
  const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
  return openStore({ database, random, report: () => undefined })
}

export async function codeOf(reply: Response): Promise<[number, string]> {
  const body = (await reply.json()) as { error?: { code: string } }
  return [reply.status, body.error?.code ?? '']
}

export async function besideHub<T>(database: string, work: (store: HubStore) => Promise<T>): Promise<T> {
  const store = await openBeside(database)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const partner = (code: string, more: Partial<Partner> = {}): Partner => {
  return { code, name: '', keys: [], rate: null, ...more }
}

export interface Signing {
  readonly partnerCode: string
  readonly keyId: string
  readonly secret: string | Buffer
}

/** Signs a request with `stadepass-hmac`, written from docs/integrating/hub-clients.md alone. */
export function signed(
  { partnerCode, keyId, secret }: Signing,
  method: string,
  path: string,
  more: { readonly body?: string; readonly seconds?: number } = {},
): Record<string, string> {
  const { body = '', seconds = Math.floor(Date.now() / 1000) } = more
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const [bare = ''] = path.split('?')
  const text = `${seconds}\n${method}\n${bare}\n${bodyHash}`
  return {
    'x-partner-code': partnerCode,
    'x-api-key': keyId,
    'x-api-timestamp': String(seconds),
    'x-request-id': randomUUID(),
    'x-api-signature': createHmac('sha256', secret).update(text).digest('hex'),
    ...(body !== '' && { 'content-type': 'application/json' }),
  }
}
