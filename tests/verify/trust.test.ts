import { generateKeyPairSync, sign } from 'node:crypto'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../electron/ledger/journal.ts'
import { openLedger } from '../../electron/ledger/ledger.ts'
import { openFileSigner, type Signer } from '../../electron/ledger/signer.ts'
import { readKeyId, readTrustEvidence, readPaper, type Trust, verifyLedger } from '../../electron/verify/verify.ts'
import { storyClock } from '../ledger/every-event.ts'
import { chosenSeat, sellOut } from '../ledger/sales.ts'
import { ledgerOptions } from '../ledger/fixtures.ts'
import { suiteFolder } from '../support/temporary-folder.ts'
import { type Archive, archived, readArchive, signatureOf, writeArchive } from './archive-builder.ts'

const directory = suiteFolder()
const kept = join(directory, 'ledger.db.jsonl')
const judged = join(directory, 'judged.jsonl')
const next = openFileSigner(join(directory, 'next-key.json'))
const stranger = openFileSigner(join(directory, 'strangers-key.json'))
const hub = generateKeyPairSync('ed25519')
const hubKey = hub.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
let own: Signer
let text: string

beforeAll(async () => {
  const clock = storyClock()
  const options = ledgerOptions(directory, { now: clock.now })
  own = options.signer
  text = await archived(options, async () => {
    const ledger = await openLedger(options)
    sellOut(ledger, clock.now, [chosenSeat('1001')])
    ledger.closeShift('Z', 'staff-7', clock.now())
    sellOut(ledger, clock.now, [chosenSeat('1002')])
    return ledger
  })
})

/** Verifies the archive after `change`. The rows are signed with the keys that `change` returns. */
async function judge(trust: Trust, change: (archive: Archive) => ((seq: number) => Signer) | void = () => {}) {
  const archive = readArchive(text)
  writeArchive(judged, archive, change(archive) ?? (() => own))
  const { verdict, roots, findings } = await verifyLedger({ path: judged, trust })
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ check, why }) => `${check}: ${why}`)
  return { verdict, roots, errors }
}

/** Returns a change: row `seq` introduces the key of `signer`, with `members`, for the rows from there on. */
function changesKey(seq: number, signer: Signer, members: object = {}) {
  return ({ header, rows }: Archive): ((seq: number) => Signer) => {
    const { keyId, publicKey } = signer
    rows.splice(seq - 1, 0, {
      ...rows[seq - 2]!,
      code: 'KEY_CHANGED',
      sale_id: null,
      staff_id: null,
      payload: canonicalJson({ keyId, publicKey, ...members }),
    })
    header.keys.push({ keyId, publicKey })
    return (at) => (at < seq ? own : signer)
  }
}

/** Returns the position after the last row. A row inserted earlier would renumber the closure and make it invalid. */
const END = (): number => readArchive(text).rows.length + 1
const ledgerId = (): string => readArchive(text).header.ledgerId
const handover = (from: Signer, to: Signer, seq: number) => ({
  previousSig: signatureOf(from, 'guichet-key-1', `${ledgerId()}\n${seq}\n${to.keyId}`),
})
const vouch = (keyId: string, id = ledgerId()) => {
  const sig = sign(null, Buffer.from(`guichet-vouch-1\n${id}\n${keyId}`), hub.privateKey).toString('base64')
  return { keyId, hubKey, sig }
}
const fileOf = (entry: object, hubs: readonly string[] = []) =>
  Object.assign(
    { format: 'guichet-trust-1' as const, hubs: [...hubs], registers: [] as never[] },
    {
      registers: [
        { register: 'kiosk-1', keys: [] as string[], heads: [] as { seq: number; hash: string }[], ...entry },
      ],
    },
  )

function headOf(seq: number): { seq: number; hash: string } {
  return { seq, hash: readArchive(text).rows[seq - 1]?.['hash'] as string }
}

function paperOf(signer: Signer, change: object = {}): string {
  const { header, rows } = readArchive(text)
  const row = rows.find(({ code }) => code === 'Z_REPORT')!
  const { perpetualNet: net, perpetualAbs: abs } = JSON.parse(row.payload) as Record<string, object>
  const says = { v: 1, register: 'kiosk-1', ledger: header.ledgerId, closure: 1, seq: row.seq, hash: row['hash'] }
  const payload = canonicalJson({ ...says, net, abs, key: signer.keyId, ...change })
  const sig = Buffer.from(signatureOf(signer, 'guichet-paper-1', payload), 'base64').toString('base64url')
  return `GZ1.${Buffer.from(payload).toString('base64url')}.${sig}`
}

const nobody = 'key: no trusted key or hub attests this key'

it('a ledger without a root of trust is consistent, by an unknown key, and never holds', async () => {
  expect(await judge({})).toEqual({ verdict: 'consistent', roots: [], errors: [] })
  const elsewhere = { ...fileOf({}), registers: [{ register: 'kiosk-2', keys: [own.keyId], heads: [] }] }
  expect(await judge({ files: [elsewhere] })).toMatchObject({ verdict: 'consistent', roots: [] })
  expect(await judge({ files: [fileOf({}, [hubKey])] })).toMatchObject({ verdict: 'consistent', roots: [] })
})

describe('a key that is trusted', () => {
  it('lets the ledger hold, and no other key does', async () => {
    const root = { kind: 'key', keyId: own.keyId }
    expect(await judge({ keys: [own.keyId] })).toEqual({ verdict: 'holds', roots: [root], errors: [] })
    expect(await judge({ files: [fileOf({ keys: [own.keyId] })] })).toMatchObject({ verdict: 'holds', roots: [root] })
    expect(await judge({ keys: [stranger.keyId] })).toMatchObject({ verdict: 'broken', errors: [nobody] })
  })

  it('vouches for the next one that it signed, and for the one before; in each direction over several', async () => {
    const change = changesKey(END(), next, handover(own, next, END()))
    for (const { keyId } of [own, next]) expect(await judge({ keys: [keyId] }, change)).toMatchObject({ errors: [] })
    const twice = (archive: Archive): ((seq: number) => Signer) => {
      const before = change(archive)
      const seq = END() + 1
      const after = changesKey(seq, stranger, handover(next, stranger, seq))(archive)
      return (at) => (at < seq ? before(at) : after(at))
    }
    for (const { keyId } of [own, next, stranger])
      expect(await judge({ keys: [keyId] }, twice)).toMatchObject({ verdict: 'holds', errors: [] })
  })

  it('does not vouch for one that merely follows it', async () => {
    const change = changesKey(END(), stranger)
    expect(await judge({}, change)).toMatchObject({ verdict: 'consistent' })
    expect(await judge({ keys: [own.keyId] }, change)).toMatchObject({ verdict: 'broken', errors: [nobody] })
    expect(await judge({ keys: [stranger.keyId] }, change)).toMatchObject({ verdict: 'broken', errors: [nobody] })
    expect(await judge({ keys: [own.keyId, stranger.keyId] }, change)).toMatchObject({ verdict: 'holds' })
  })

  it.each([
    ['by the next key itself', () => handover(stranger, stranger, END())],
    ['for another row', () => handover(own, stranger, END() + 1)],
    ['for another key', () => handover(own, next, END())],
  ])('has not signed where the signature is %s', async (_what, members) => {
    const { errors } = await judge({}, changesKey(END(), stranger, members()))
    expect(errors).toEqual(['key: the signature by the previous key is invalid'])
  })

  it.each([
    ['under another id', () => ({ publicKey: next.publicKey })],
    ['with nothing that can be read', () => ({ publicKey: 'AA==' })],
  ])('is not named by a row that has it %s', async (_what, members) => {
    const { errors } = await judge({}, changesKey(END(), stranger, members()))
    expect(errors).toContain('key: the public key does not match this id')
    expect(errors).toContain('key: no row names this key')
  })

  it.each([
    ['merely follows is looked into once', () => ({}), 1, false],
    ['merely follows is not looked into twice', () => ({}), 2, true],
    ['was handed over to waits for nobody', () => handover(own, next, END()), 1, true],
  ])('that %s', async (_what, members, times, refused) => {
    const settled = (archive: Archive): ((seq: number) => Signer) => {
      const signerOf = changesKey(END(), next, members())(archive)
      const payload = canonicalJson({ gapSeq: END(), reference: '88' })
      for (let nth = 0; nth < times; nth += 1)
        archive.rows.push({ ...archive.rows.at(-1)!, code: 'GAP_SETTLED', staff_id: 'staff-7', payload })
      return signerOf
    }
    const { errors } = await judge({ keys: [own.keyId, next.keyId] }, settled)
    expect(errors).toEqual(refused ? [`state: row ${END()} is not an open gap`] : [])
  })

  it('signs its own time only: a row by the key before is found', async () => {
    const seq = END()
    const late = (archive: Archive): ((seq: number) => Signer) => {
      changesKey(seq, next, handover(own, next, seq))(archive)
      archive.rows.push({ ...archive.rows.at(-1)!, code: 'STOP', payload: '{}' })
      return (at) => (at === seq ? next : own)
    }
    const { errors } = await judge({ keys: [own.keyId] }, late)
    expect(errors).toEqual(['key: another key was in use at that time'])
  })
})

describe('a hub that is trusted', () => {
  const vouched = (members: object) => (archive: Archive) => {
    const signerOf = changesKey(END(), next)(archive)
    const row = { ...archive.rows.at(-1)!, code: 'KEY_ATTESTED' }
    archive.rows.push({ ...row, payload: canonicalJson(vouch(own.keyId)) }, { ...row, payload: canonicalJson(members) })
    return signerOf
  }

  it('vouches for the keys that it signed, for who trusts it', async () => {
    const change = vouched(vouch(next.keyId))
    expect(await judge({ files: [fileOf({}, [hubKey])] }, change)).toEqual({
      verdict: 'holds',
      roots: [own, next].map(({ keyId }) => ({ kind: 'hub', hubKey, keyId })),
      errors: [],
    })
    expect(await judge({}, change)).toMatchObject({ verdict: 'consistent' })
    expect(await judge({ keys: [own.keyId] }, change)).toMatchObject({ verdict: 'broken', errors: [nobody] })
  })

  it('has signed neither another key nor another ledger', async () => {
    const wrong = ["key: the hub's signature is invalid"]
    expect(await judge({}, vouched({ ...vouch(own.keyId), keyId: next.keyId }))).toMatchObject({ errors: wrong })
    expect(await judge({}, vouched(vouch(next.keyId, 'another')))).toMatchObject({ errors: wrong })
    const unknown = ['key: no earlier row names this key']
    expect(await judge({}, vouched(vouch(stranger.keyId)))).toMatchObject({ errors: unknown })
  })
})

describe('a head that is known', () => {
  it('lets the ledger hold, and no other or shorter one does', async () => {
    const { length } = readArchive(text).rows
    const root = { kind: 'head', seq: length }
    const files = [fileOf({ heads: [headOf(length)] })]
    expect(await judge({ files })).toEqual({ verdict: 'holds', roots: [root], errors: [] })
    const cut = await judge({ files }, ({ rows }) => void rows.splice(-1))
    expect(cut.errors).toEqual([`trust: this row existed, but the journal ends at ${length - 1}`])
    const other = await judge({ files }, ({ rows }) => void Object.assign(rows.at(-1)!, { app_version: '9' }))
    expect(other.errors).toEqual(['trust: this row was different at that time'])
  })

  it('vouches for the key that signed it, and for no other', async () => {
    const files = [fileOf({ heads: [headOf(5)] })]
    expect(await judge({ files })).toMatchObject({ verdict: 'holds' })
    expect(await judge({ files }, changesKey(END(), stranger))).toMatchObject({ verdict: 'broken', errors: [nobody] })
  })

  it('is read from an archive kept elsewhere, which has to hold itself', async () => {
    const elsewhere = await readTrustEvidence(kept)
    const { length } = readArchive(text).rows
    expect(elsewhere).toEqual(fileOf({ keys: [own.keyId], heads: [headOf(length)] }))
    const expected = { verdict: 'holds', roots: [{ kind: 'key' }, { kind: 'head', seq: length }] }
    expect(await judge({ files: [elsewhere] })).toMatchObject(expected)
    const spoilt = join(directory, 'spoilt.jsonl')
    copyFileSync(kept, spoilt)
    writeFileSync(spoilt, text.replace('SEATS_CHOSEN', 'HOLD_GRANTED'))
    await expect(readTrustEvidence(spoilt)).rejects.toThrow('cannot be a root of trust')
  })
})

describe('the paper of a Z', () => {
  it('lets the ledger hold: its signature, row and sums are those of the ledger', async () => {
    const papers = [readPaper(paperOf(own))]
    const { verdict, roots, errors } = await judge({ papers })
    expect([verdict, roots[0]?.kind, errors]).toEqual(['holds', 'paper', []])
  })

  it.each<[string, (own: Signer) => string, string]>([
    ['of another register', (own) => paperOf(own, { register: 'kiosk-2' }), 'belongs to another register or ledger'],
    ['of another ledger', (own) => paperOf(own, { ledger: 'x' }), 'belongs to another register or ledger'],
    ['of a stranger', () => paperOf(stranger), 'which this ledger does not know'],
    ['signed by a stranger', (own) => paperOf(stranger, { key: own.keyId }), 'its signature is invalid'],
    ['with another row', (own) => paperOf(own, { hash: 'f'.repeat(64) }), 'this row was different at that time'],
    ['with other sums', (own) => paperOf(own, { abs: { GNF: 1 } }), 'has different sums from its closure'],
    ['with other net sums', (own) => paperOf(own, { net: { GNF: 1 } }), 'has different sums from its closure'],
    ['of another shift', (own) => paperOf(own, { closure: 2 }), 'has different sums from its closure'],
    ['of a row that is gone', (own) => paperOf(own, { seq: 999 }), 'this row existed'],
    ['of a row that is no closure', (own) => paperOf(own, headOf(3)), 'has different sums from its closure'],
  ])('%s vouches for nothing', async (_what, paper, why) => {
    const { verdict, roots, errors } = await judge({ papers: [readPaper(paper(own))] })
    expect([verdict, roots]).toEqual(['broken', []])
    expect(errors).toContainEqual(expect.stringContaining(why))
  })

  it('is canonical JSON and nothing else, under any signature', () => {
    const [, payload = ''] = paperOf(own).split('.')
    const spaced = Buffer.from(payload, 'base64url').toString('utf8').replace(':', ': ')
    const sig = Buffer.from(signatureOf(own, 'guichet-paper-1', spaced), 'base64').toString('base64url')
    const code = `GZ1.${Buffer.from(spaced).toString('base64url')}.${sig}`
    expect(() => readPaper(code)).toThrow('is not the code of a Z: not canonical JSON')
  })

  it.each(['GZ1', 'GZ1.e30.e30', 'GZ2.e30.e30', '', 'otpauth://x'])('%j is no paper, and that is said', (code) => {
    expect(() => readPaper(code)).toThrow('is not the code of a Z')
  })
})

describe('a key, as it is given', () => {
  it('is an id, or a file with the public key in any of its forms', () => {
    expect(readKeyId(own.keyId)).toBe(own.keyId)
    const der = Buffer.from(own.publicKey, 'base64')
    const pem = `-----BEGIN PUBLIC KEY-----\n${own.publicKey}\n-----END PUBLIC KEY-----\n`
    for (const bytes of [der, `${own.publicKey}\n`, pem]) {
      const path = join(directory, 'public-key')
      writeFileSync(path, bytes)
      expect(readKeyId(path)).toBe(own.keyId)
    }
  })

  it('is refused in words where it cannot be read', () => {
    expect(() => readKeyId('0123')).toThrow('neither a key id')
    const path = join(directory, 'no-key')
    for (const bytes of ['hello', hubKey, '-----BEGIN PUBLIC KEY-----\nx']) {
      writeFileSync(path, bytes)
      expect(() => readKeyId(path)).toThrow('contains no P-256 public key')
    }
  })
})
