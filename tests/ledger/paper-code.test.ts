import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { chosenSeat, sellOut } from './sales.ts'
import { freshLedger, ledgerOptions, query } from './fixtures.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Decodes a closure's code using only the documentation of the ledger format. */
function readCode(text: string, publicKey: string) {
  const [, payload = '', sig = ''] = /^GZ1\.([\w-]+)\.([\w-]{86})$/u.exec(text) ?? []
  const bytes = Buffer.from(payload, 'base64url')
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const signed = verify(
    'sha256',
    Buffer.concat([Buffer.from('guichet-paper-1\n'), bytes]),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(sig, 'base64url'),
  )
  return { signed, text: bytes.toString('utf8'), content: JSON.parse(bytes.toString('utf8')) as object }
}

it('a Z carries a signed code of its own row, its perpetual sums and the key; a reprint says the same', async () => {
  const options = ledgerOptions(temporaryFolder())
  const { signer, now } = options
  const ledger = await openLedger(options)
  sellOut(ledger, now, [chosenSeat('1001'), chosenSeat('1002')], 'cash')
  const x = ledger.closeShift('X', null, now())
  const z = ledger.closeShift('Z', 'staff-7', now())
  sellOut(ledger, now, [chosenSeat('1003')])
  const printed = ledger.shiftReport(z.seq)!.anchor
  const reprinted = ledger.shiftReport(z.seq)!.anchor
  ledger.close()

  const [hash] = query(options.path, `SELECT hash FROM journal WHERE seq = ${z.seq}`) as [Buffer]
  const [ledgerId] = query(options.path, 'SELECT ledger_id FROM ledger')
  const { signed, text, content } = readCode(printed.code!, signer.publicKey)
  expect(signed).toBe(true)
  const sums = { net: { GNF: 70_000 }, abs: { GNF: 70_000 }, key: signer.keyId }
  const of = { register: 'kiosk-1', ledger: ledgerId, closure: 1, seq: z.seq, hash: hash.toString('hex') }
  expect(content).toEqual({ v: 1, ...of, ...sums })
  expect(text).toBe(canonicalJson(content))
  expect(printed.hash).toBe(hash.toString('hex'))
  expect(readCode(reprinted.code!, signer.publicKey)).toEqual({ signed, text, content })
  expect(x.kind).toBe('X')
})

it('an X, which ends nothing, carries none', async () => {
  const { ledger, options } = await freshLedger()
  expect(ledger.shiftReport(ledger.closeShift('X', null, options.now()).seq)!.anchor.code).toBeNull()
})
