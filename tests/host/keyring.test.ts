import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { electronKeyring, type SafeStorage, useKeyring } from '../../electron/host/keyring.ts'
import { readProgram } from '../../electron/app/program.ts'
import { guichet } from '../cli/guichet.ts'
import { staffed } from '../support/lawful-answers.ts'
import { temporaryFolder } from '../shells/shell.ts'

const SECRET = 'correct-horse-battery-staple'

/** Returns the `safeStorage` of a simulated computer, whose secrets no other computer can decrypt. */
function computer(mark: string, { name = 'gnome_libsecret', locked = false } = {}) {
  const head = Buffer.from(mark)
  const turned = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a ^ (head.at(-1) ?? 0)))
  const encryptString = (secret: string): Buffer => Buffer.concat([head, turned(Buffer.from(secret))])
  const decryptString = (sealed: Buffer): string => {
    if (locked || !sealed.subarray(0, head.length).equals(head)) throw new Error('not decrypted')
    return turned(sealed.subarray(head.length)).toString()
  }
  return { getSelectedStorageBackend: () => name, isEncryptionAvailable: () => !locked, encryptString, decryptString }
}

/** Converts the storage to the asynchronous API of later Electron versions. */
function later({ getSelectedStorageBackend, ...rest }: ReturnType<typeof computer>): SafeStorage {
  return {
    getSelectedStorageBackend,
    isAsyncEncryptionAvailable: () => Promise.resolve(rest.isEncryptionAvailable()),
    encryptStringAsync: async (secret) => rest.encryptString(secret),
    decryptStringAsync: async (sealed) => ({ result: rest.decryptString(sealed) }),
  }
}

function on(storage: SafeStorage, platform: NodeJS.Platform = 'linux'): void {
  useKeyring(() => electronKeyring(storage, platform))
  onTestFinished(() => useKeyring(async () => ({ ok: false, error: { type: 'no-keyring', detail: 'none' } })))
}

const signing = { scheme: 'stadepass-hmac', keyId: 'k1', secret: SECRET }
const partner = { baseUrl: 'https://127.0.0.1:1', partnerCode: 'nongo', signing }
const answers = { profile: 'cashier', partner, ...staffed }

async function setUp(data: string, more: object = {}): Promise<string> {
  const file = join(data, 'answers.json')
  writeFileSync(file, JSON.stringify({ ...answers, ...more }), { mode: 0o600 })
  const { said, refused } = await guichet('setup', '--data', data, '--answers', file, '--untried')
  rmSync(file)
  return said + refused.join('\n')
}

const keyFileOf = (data: string): string => {
  const settings = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as {
    partner: { signing: { secretFile: string } }
  }
  return join(data, settings.partner.signing.secretFile)
}

async function start(data: string): Promise<string> {
  const program = await readProgram({ data })
  if (!program.ok) return program.error.lines.join('\n').replaceAll(data, '')
  return program.value.config.partner?.signing?.key.export().toString() ?? 'unsigned'
}

describe('the secret of a machine with a keyring', () => {
  test.each([
    ['at once', (storage: ReturnType<typeof computer>) => storage],
    ['later', later],
  ])('is sealed by it, and opened at each start (an Electron that answers %s)', async (_, of) => {
    const data = temporaryFolder()
    on(of(computer('v11a')))
    expect(await setUp(data)).toMatch(/enregistré\s:/u)
    expect(readFileSync(keyFileOf(data), 'utf8')).toMatch(/^guichet-sealed-1\n[\w+/]+=*\n$/u)
    on(of(computer('v11a')))
    expect(await start(data)).toBe(SECRET)
    const { partner } = answers
    const { secret: _secret, ...signing } = partner.signing
    expect(await setUp(data, { deviceId: 'desk-2', partner: { ...partner, signing } })).toMatch(/enregistré\s:/u)
    expect(await start(data)).toBe(SECRET)
  })

  test('is opened on no other computer, and not while the keyring is locked; the program says so', async () => {
    const data = temporaryFolder()
    on(computer('v11a'))
    await setUp(data)
    const why =
      /^\/config\.json: partner\.signing\.secretFile: \/partner-secret-\w+ a été chiffré pour un autre compte/u
    for (const [storage, detail] of [
      [computer('v11b'), 'gnome_libsecret: not decrypted'],
      [computer('v11a', { locked: true }), 'does not respond or stays locked'],
      [computer('v11a', { name: 'basic_text' }), 'basic_text: this session has no keyring'],
    ] as const) {
      on(storage)
      const said = await start(data)
      expect(said).toMatch(why)
      expect(said).toContain(detail)
      expect(said).not.toContain(SECRET)
    }
    on(computer('v11a'))
    expect(await start(data)).toBe(SECRET)
  })

  test('is not wanted for what never asks the partner: another account looks after the machine all the same', async () => {
    const data = temporaryFolder()
    on(computer('v11a'))
    await setUp(data)
    on(computer('v11b'))
    const said = async (...args: readonly string[]): Promise<unknown> => {
      const { code, said: told, refused } = await guichet(...args, '--data', data)
      return [code, told + refused.join('\n')]
    }
    expect(await said('status')).toEqual([3, 'not running'])
    expect(await said('staff', 'list')).toEqual([0, '1  supervisor  Mariama Bah'])
    expect(await said('doctor')).toEqual([2, expect.stringContaining('a été chiffré pour un autre compte')])
  })

  test('goes to a file where somebody says so, or where a kiosk on Linux opens its session without a password', async () => {
    for (const more of [{ secretIn: 'file' }, ...(process.platform === 'linux' ? [{ profile: 'kiosk' }] : [])]) {
      const data = temporaryFolder()
      on(computer('v11a'))
      expect(await setUp(data, more)).toMatch(/enregistré\s:/u)
      expect(readFileSync(keyFileOf(data), 'utf8')).toBe(SECRET)
      expect(await start(data)).toBe(SECRET)
    }
    const data = temporaryFolder()
    expect(await setUp(data, { profile: 'kiosk', secretIn: 'keyring' })).toMatch(/enregistré\s:/u)
    expect(readFileSync(keyFileOf(data), 'utf8')).toMatch(/^guichet-sealed-1\n/u)
  })
})

test('a key that decrypts without an error, but to other bytes, is rejected', async () => {
  const data = temporaryFolder()
  on(computer('v11a'))
  await setUp(data, { secretIn: 'keyring' })
  on({ ...computer('v11a'), decryptString: () => 'other bytes' })
  expect(await start(data)).toContain('gnome_libsecret: decrypted with another key')
})

test('the secrets of providers of payments are sealed as the partner’s is, and opened at each start', async () => {
  const data = temporaryFolder()
  on(computer('a'))
  const fields = { clientId: 'venue', method: 'OM' }
  const secrets = { clientSecret: 'canary-of-djomy' }
  const payments = { 'orange-money': { driver: 'djomy-push', fields, secrets } }
  await setUp(data, { tenders: ['cash', 'orange-money'], payments })
  const written = JSON.parse(readFileSync(join(data, 'config.json'), 'utf8')) as {
    payments: { 'orange-money': { clientSecret: { secretFile: string } } }
  }
  const { secretFile } = written.payments['orange-money'].clientSecret
  expect(readFileSync(join(data, secretFile), 'utf8')).toMatch(/^guichet-sealed-1\n[\w+/=]+\n$/u)
  on(computer('a'))
  const program = await readProgram({ data })
  expect(program.ok && program.value.config.payments['orange-money']?.secrets()).toEqual(secrets)
  on(computer('b'))
  expect(await start(data)).toContain('payments.orange-money.clientSecret.secretFile: ')
})

describe('the public password of Chromium is rejected as a keyring', () => {
  test.each([
    ['by its name', computer('v11a', { name: 'basic_text' }), 'basic_text: this session has no keyring'],
    ['by a desktop nobody knows', computer('v11a', { name: 'unknown' }), 'unknown: this session has no keyring'],
    ['by what it seals', computer('v10'), 'gnome_libsecret: encrypted with the public default password of Chromium'],
    [
      'by what it seals, later',
      later(computer('v10')),
      'gnome_libsecret: encrypted with the public default password of Chromium',
    ],
  ])('%s', async (_, storage, why) => {
    const data = temporaryFolder()
    on(storage)
    expect(await setUp(data, { secretIn: 'keyring' })).toMatch(/^secretIn: aucun trousseau de clés disponible\s: /u)
    expect(await setUp(data, { secretIn: 'keyring' })).toContain(why)
    expect(await setUp(data)).toMatch(/enregistré\s:/u)
    expect(readFileSync(keyFileOf(data), 'utf8')).toBe(SECRET)
    expect(await start(data)).toBe(SECRET)
  })

  test('nor does a file sealed with it open', async () => {
    const data = temporaryFolder()
    await setUp(data)
    const sealed = Buffer.concat([Buffer.from('v10'), Buffer.from(SECRET)]).toString('base64')
    writeFileSync(keyFileOf(data), `guichet-sealed-1\n${sealed}\n`)
    chmodSync(keyFileOf(data), 0o600)
    on(computer('v11a'))
    expect(await start(data)).toContain('gnome_libsecret: encrypted with the public default password of Chromium')
  })

  test('on Windows and macOS the system seals, whatever stands before it', async () => {
    for (const platform of ['win32', 'darwin'] as const) {
      const data = temporaryFolder()
      on(computer('v10'), platform)
      expect(await setUp(data)).toMatch(/enregistré\s:/u)
      expect(readFileSync(keyFileOf(data), 'utf8')).toMatch(/^guichet-sealed-1\n/u)
      expect(await start(data)).toBe(SECRET)
    }
  })
})
