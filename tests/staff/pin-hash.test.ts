import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { decoyHash, hashPin, pinMatches } from '../../electron/staff/pin-hash.ts'

const MIB = 2 ** 20
/** What scrypt fills for one try (RFC 7914, 2). */
const memoryOf = ({ n, r }: { readonly n: number; readonly r: number }): number => 128 * n * r

test('a PIN is kept as scrypt of it, which costs 32 MiB for each try', async () => {
  const kept = await hashPin('905173')
  expect(memoryOf(kept)).toBeGreaterThanOrEqual(32 * MIB)
  const { n: N, r, p } = kept
  const wanted = scryptSync('905173', Buffer.from(kept.salt, 'base64'), 32, { N, r, p, maxmem: 2 * memoryOf(kept) })
  expect(kept.hash).toBe(wanted.toString('base64'))
  expect(await pinMatches('905173', kept)).toBe(true)
  for (const other of ['905174', '90517', '', kept.hash]) expect(await pinMatches(other, kept)).toBe(false)
})

test('the same PIN is never kept alike: no table of hashes made before is of use', async () => {
  const many = await Promise.all(['4826', '4826', '4826'].map(hashPin))
  expect(new Set(many.map(({ hash }) => hash)).size).toBe(3)
  expect(new Set(many.map(({ salt }) => salt)).size).toBe(3)
  for (const { salt } of many) expect(Buffer.from(salt, 'base64').byteLength).toBe(16)
})

test('a decoy costs what a real one costs, and no PIN matches it', async () => {
  const decoy = decoyHash()
  const { n, r, p, salt, hash } = await hashPin('4826')
  expect(decoy).toMatchObject({ n, r, p })
  for (const member of ['salt', 'hash'] as const) expect(decoy[member]).toHaveLength({ salt, hash }[member].length)
  expect(decoyHash()).not.toEqual(decoy)
  for (const pin of ['', '4826', decoy.hash]) expect(await pinMatches(pin, decoy)).toBe(false)
})

test('what was kept at another cost is still known, and by all of its hash', async () => {
  const salt = Buffer.from('of an older machine')
  const kept = { n: 1 << 14, r: 4, p: 2, salt: salt.toString('base64') }
  const hash = scryptSync('4826', salt, 32, { N: kept.n, r: kept.r, p: kept.p })
  expect(await pinMatches('4826', { ...kept, hash: hash.toString('base64') })).toBe(true)
  expect(await pinMatches('4826', { ...kept, hash: hash.subarray(0, 16).toString('base64') })).toBe(false)
  expect(await pinMatches('4826', { ...kept, hash: '' })).toBe(false)
})
