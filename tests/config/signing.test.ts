import { chmodSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../electron/config/config.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const SECRET = 'correct-horse-battery-staple'
const VARIABLE = 'GUICHET_TEST_PARTNER_SECRET'

let folder: string
beforeEach(() => void (folder = temporaryFolder()))
afterEach(() => void Reflect.deleteProperty(process.env, VARIABLE))

function load(signing: object) {
  const partner = { baseUrl: 'https://tickets.example', partnerCode: 'nongo', signing }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ partner }))
  return loadConfig({ dataDirectory: folder, language: 'en' })
}

function keep(secret: string | Uint8Array, mode = 0o600): void {
  const file = join(folder, 'partner.key')
  writeFileSync(file, secret)
  chmodSync(file, mode)
}

const refusal = (signing: object): string => {
  const config = load(signing)
  return config.ok ? 'accepted' : config.error.lines.join('\n').replaceAll(folder, '')
}

const file = { keyId: 'k', secretFile: 'partner.key' }
const pairs = {
  ed25519: () => generateKeyPairSync('ed25519'),
  p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}
const pem = (kind: keyof typeof pairs): string =>
  pairs[kind]().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

describe('the secret', () => {
  test('comes from a file of its owner, or from the environment, and shows itself nowhere', () => {
    keep(`${SECRET}\n`)
    process.env[VARIABLE] = SECRET
    for (const source of [file, { keyId: 'k', secretEnv: VARIABLE }]) {
      const config = load({ scheme: 'stadepass-hmac', ...source })
      if (!config.ok) throw new Error(config.error.lines.join('\n'))
      const key = config.value.partner?.signing?.key
      expect(key?.export().toString()).toBe(SECRET)
      expect(inspect(config, { depth: null, showHidden: true }) + JSON.stringify(config)).not.toContain(SECRET)
    }
  })

  test.each([
    ['UTF-8 with a byte order mark', 'utf8'],
    ['UTF-16', 'utf16le'],
  ] as const)('is read in %s', (_, encoding) => {
    keep(Buffer.from(`\uFEFF${SECRET}\r\n`, encoding))
    const config = load({ scheme: 'stadepass-hmac', ...file })
    expect(config.ok && config.value.partner?.signing?.key.export().toString()).toBe(SECRET)
    keep(Buffer.from(`\uFEFF${pem('p256')}`, encoding))
    expect(load({ scheme: 'rfc9421', algorithm: 'ecdsa-p256-sha256', ...file }).ok).toBe(true)
  })

  test('may be bytes that are no text', () => {
    keep('base64:AP8=')
    const config = load({ scheme: 'rfc9421', ...file })
    expect(config.ok && config.value.partner?.signing?.key.export()).toEqual(Buffer.from([0, 255]))
  })

  test.skipIf(process.platform === 'win32')('is refused where others may read it', () => {
    keep(SECRET, 0o640)
    expect(refusal({ scheme: 'stadepass-hmac', ...file })).toContain(
      "partner.signing.secretFile: accounts other than its owner's can read /partner.key: protect it with chmod 600",
    )
  })

  test.each([
    ['is not there', { ...file, secretFile: 'gone' }, 'partner.signing.secretFile: /gone cannot be read (ENOENT)'],
    ['is empty', file, 'partner.signing: the secret is empty'],
    ['has no place', { keyId: 'k' }, 'say where the secret is: either a file'],
    ['has two places', { ...file, secretEnv: VARIABLE }, 'say where the secret is: either a file'],
    [
      'is not set',
      { keyId: 'k', secretEnv: VARIABLE },
      `partner.signing.secretEnv: the environment variable ${VARIABLE} is not set`,
    ],
  ])('%s', (_, source, line) => {
    keep('\n')
    expect(refusal({ scheme: 'stadepass-hmac', ...source })).toContain(line)
  })
})

describe('the key has to fit its algorithm', () => {
  test('it does', () => {
    for (const [algorithm, kind] of [
      ['ed25519', 'ed25519'],
      ['ecdsa-p256-sha256', 'p256'],
      ['rsa-pss-sha512', 'rsa'],
    ] as const) {
      keep(pem(kind))
      expect(load({ scheme: 'rfc9421', algorithm, ...file }).ok).toBe(true)
    }
  })

  test('it is another', () => {
    keep(pem('p256'))
    expect(refusal({ scheme: 'rfc9421', algorithm: 'ed25519', ...file })).toContain(
      'partner.signing: this key is of type prime256v1; the algorithm ed25519 requires a key of type ed25519',
    )
    expect(refusal({ scheme: 'rfc9421', algorithm: 'rsa-pss-sha512', ...file })).toContain(
      'this key is of type prime256v1; the algorithm rsa-pss-sha512 requires a key of type rsa or rsa-pss',
    )
  })

  test('it is refused, and what stands there is not told', () => {
    keep(SECRET)
    const line = refusal({ scheme: 'rfc9421', algorithm: 'ed25519', ...file })
    expect(line).toContain(
      'partner.signing: ed25519 requires a private key in PEM format (PKCS #8), without a password',
    )
    expect(line).not.toContain(SECRET)
  })
})

test.each([
  [{ scheme: 'other', ...file }, 'partner.signing.scheme: expected one of stadepass-hmac, rfc9421'],
  [
    { scheme: 'stadepass-hmac', ...file, headers: { key: 'not a name' } },
    'partner.signing.headers.key: expected the name of an HTTP header',
  ],
  [
    { scheme: 'rfc9421', ...file, components: ['@status'] },
    'partner.signing.components.0: expected the name of a header in lower-case letters, or @method',
  ],
  [
    { scheme: 'rfc9421', ...file, components: ['X-Upper'] },
    'partner.signing.components.0: expected the name of a header in lower-case letters, or @method',
  ],
  [
    { scheme: 'rfc9421', ...file, components: ['@path', '@path'] },
    'partner.signing.components: expected a list without repeated entries',
  ],
  [{ scheme: 'rfc9421', ...file, label: 'Big' }, 'partner.signing.label: expected lower-case letters'],
])('%j', (signing, line) => {
  keep(SECRET)
  expect(refusal(signing)).toContain(line)
})
