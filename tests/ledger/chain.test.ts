import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileSigner, renewFileSigner, signP256, verifyP256 } from '../../electron/ledger/signer.ts'
import { readKey } from '../../electron/verify/chain.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { canonicalJson } from '../../electron/ledger/journal.ts'

it('makes the secrets once, readable by their owner only, and signs with them ever after', () => {
  const directory = temporaryFolder()
  const path = join(directory, 'key.json')
  const first = openFileSigner(path)
  const { mtimeNs } = statSync(directory, { bigint: true })
  const second = openFileSigner(path)
  expect(statSync(directory, { bigint: true }).mtimeNs).toBe(mtimeNs)
  expect(second.keyId).toBe(first.keyId)
  expect(second.sealingKey).toEqual(first.sealingKey)
  expect(first.sealingKey).toHaveLength(32)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(directory)).toEqual(['key.json', 'key.json.last'])
  expect(statSync(`${path}.last`).mode & 0o777).toBe(0o600)

  const message = Buffer.from('70 000 GNF')
  const key = createPublicKey({ key: Buffer.from(first.publicKey, 'base64'), format: 'der', type: 'spki' })
  expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
  expect(verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, second.sign(message))).toBe(true)
})

it.each([
  ['empty', (path: string) => writeFileSync(path, '')],
  ['cut short', (path: string) => truncateSync(path, 100)],
  ['of another shape', (path: string) => writeFileSync(path, '{"signing":[],"sealing":4}')],
  [
    'without what seals',
    (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(/"sealing":".*"/u, '"sealing":"AA"')),
  ],
  ['gone', (path: string) => rmSync(path)],
])('takes its copy where the file is %s, and no other key ever', (_what, spoil) => {
  const path = join(temporaryFolder(), 'key.json')
  const { keyId } = openFileSigner(path)
  spoil(path)
  const remarks: string[] = []
  const report = (remark: string): void => void remarks.push(remark)
  expect(openFileSigner(path, report).keyId).toBe(keyId)
  expect(remarks).toEqual([expect.stringMatching(/key\.json: .*its last intact copy/u)])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(openFileSigner(path, report).keyId).toBe(keyId)
  expect(remarks).toHaveLength(1)
  for (const file of [path, `${path}.last`]) writeFileSync(file, 'junk')
  expect(() => openFileSigner(path, report)).toThrow(/key\.json: it holds no key, .*restore the/u)
})

it('goes on with the renewed key where its file is lost after a renewal, never with the one before', () => {
  const path = join(temporaryFolder(), 'key.json')
  const { keyId: before, sealingKey } = openFileSigner(path)
  const renewed = renewFileSigner(path)
  expect(renewed).not.toBe(before)
  rmSync(path)
  const expected = { keyId: renewed, sealingKey, previous: { keyId: before } }
  expect(openFileSigner(path, () => undefined)).toMatchObject(expected)
})

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it('makes and checks signatures of 64 bytes, also where r or s is short', () => {
  const verifier = readKey(publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))!
  const shortened = new Set<string>()
  for (let message = 0; message < 3_000 && shortened.size < 2; message += 1) {
    const bytes = Buffer.from(`message ${message}`)
    const signature = signP256(bytes, privateKey)
    expect(signature).toHaveLength(64)
    expect(verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
    expect(verifyP256(bytes, signature, publicKey)).toBe(true)
    expect(verifier.holds(bytes, signature.toString('base64'))).toBe(true)
    if (signature[0] === 0) shortened.add('r')
    if (signature[32] === 0) shortened.add('s')
  }
  expect([...shortened].sort()).toEqual(['r', 's'])
})

it('takes the signatures that Node makes in this form, and no other message', () => {
  const bytes = Buffer.from('70 000 GNF')
  const signature = sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  expect(verifyP256(bytes, signature, publicKey)).toBe(true)
  expect(verifyP256(Buffer.from('80 000 GNF'), signature, publicKey)).toBe(false)
  for (const other of [Buffer.alloc(64), Buffer.alloc(64, 0xff), signature.subarray(1), Buffer.alloc(0)])
    expect(verifyP256(bytes, other, publicKey)).toBe(false)
})

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, section 3.2.3', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts members by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
    const keys = Object.keys(JSON.parse(canonicalJson(value)) as object)
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
    expect(keys).toHaveLength(7)
  })

  it('sorts numbers in member names as text', () => {
    expect(canonicalJson({ 10: 'a', 9: 'b' })).toBe('{"10":"a","9":"b"}')
  })

  it('leaves out what is undefined, and refuses what JSON cannot say', () => {
    expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}')
    expect(() => canonicalJson({ a: Number.NaN })).toThrow('not a JSON number')
    expect(() => canonicalJson([undefined])).toThrow('not a JSON value')
    expect(() => canonicalJson({ a: 1n })).toThrow('BigInt')
  })
})
