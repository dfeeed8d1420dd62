import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { signP256, verifyP256 } from '../../electron/ledger/chain/ecdsa.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it('makes signatures of 64 bytes that hold, also where r or s is short', () => {
  const shortened = new Set<string>()
  for (let message = 0; message < 3_000; message += 1) {
    const bytes = Buffer.from(`message ${message}`)
    const signature = signP256(bytes, privateKey)
    expect(signature).toHaveLength(64)
    expect(verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
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
})
