import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openSigningKey } from '../../electron/fleet/keys.ts'
import { SPOILS } from '../support/small-disk.ts'
import { besideHub, databaseFile, partner, startHub } from './hub.ts'

/** What a hub keeps in files, and whether it starts without: the fleet's key is needed by its devices alone. */
const FILES = [
  ['booking-service.db', 'does not start'],
  ['partner-secrets.key', 'does not start'],
  ['fleet-key.pem', 'sells'],
] as const

const spoilt = FILES.flatMap(([name, then]) => Object.keys(SPOILS).map((what) => [name, what, then] as const))

test.each(spoilt)('%s of a hub may be %s: it %s, names the file and leaves it as it is', async (name, what, then) => {
  const database = databaseFile()
  const folder = dirname(database)
  const fleetKeyFile = join(folder, 'fleet-key.pem')
  openSigningKey(fleetKeyFile)
  const secret = { keyId: 'k', scheme: 'stadepass-hmac', secret: 'a secret that partners share' } as const
  await besideHub(database, (store) => store.keepPartner(partner('fan-club', { keys: [secret] })))
  const path = join(folder, name)
  SPOILS[what]?.(path)
  const before = contentOf(path)

  const hub = await startHub({ database, fleetKeyFile }).catch((error: unknown) => error as Error)
  const told = hub instanceof Error ? hub.message : hub.warnings.join('\n')
  expect(hub instanceof Error ? 'does not start' : 'sells').toBe(then)
  expect(told).toContain(path)
  expect(told).toMatch(/\bput it back\b/u)
  expect(contentOf(path)).toEqual(before)
})

test('with nothing spoilt a hub starts, and has nothing to say', async () => {
  const database = databaseFile()
  const fleetKeyFile = join(dirname(database), 'fleet-key.pem')
  openSigningKey(fleetKeyFile)
  expect((await startHub({ database, fleetKeyFile })).warnings).toEqual([])
})

/** Null for what is no file. */
function contentOf(path: string): Buffer | null {
  return lstatSync(path).isFile() ? readFileSync(path) : null
}
