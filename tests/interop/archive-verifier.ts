// `node archive-verifier.ts FILE` checks an archive of a ledger. Written from docs/integrating/ledger-format.md alone;
// imports nothing of the program. Prints the number of rows and each finding as JSON. Exit codes: 0 no findings, 1
// findings.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createBooks } from './archive-books.ts'
import { canonical, type Json, type Key, type Payload, type Row } from './archive-rows.ts'

type Head = Readonly<{ type: 'archive'; format: number; register: string }>

interface Closure {
  readonly type: 'closure'
  readonly seq: number
  readonly [member: string]: Json
}

type End = Readonly<{ type: 'end'; rows: number; headHash: string; keyId: string; sig: string }>

const findings: string[] = []
function check(isTrue: boolean, where: string, what: string): void {
  if (!isTrue) findings.push(`${where}: ${what}`)
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const line = (text: string): Buffer => Buffer.from(`${text}\n`)

const keys = new Map<string, KeyObject>()
function addKey(where: string, { keyId = '', publicKey = '' }: Partial<Key>): void {
  const der = Buffer.from(publicKey, 'base64')
  check(sha256(der).toString('hex').slice(0, 32) === keyId, where, 'the key id is not that of the key')
  keys.set(keyId, createPublicKey({ key: der, format: 'der', type: 'spki' }))
}

function isSigned(keyId: string, data: Uint8Array, sig: string): boolean {
  const key = keys.get(keyId)
  const signature = Buffer.from(sig, 'base64')
  return key !== undefined && verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

const text = readFileSync(process.argv[2] ?? '', 'utf8')
check(text.endsWith('\n'), 'file', 'the last line has no end')
const lines = text.trimEnd().split('\n')
const items = lines.map((each) => JSON.parse(each) as Head | Row | Closure | End)
const [head, end] = [items[0] as Head, items.at(-1) as End]
const rows = items.filter((item) => item.type === 'row')
const closures = items.filter((item) => item.type === 'closure')
check(head.type === 'archive' && head.format === 1, 'line 1', 'no archive of format 1')
check(items.length === rows.length + closures.length + 2, 'file', 'there are other lines')

const [tickets, codes, boots] = [new Set<string>(), new Set<string>(), new Set<string>()]
const last = { bootId: '', monoMs: 0, hash: '0'.repeat(64), signer: '' }

const books = createBooks({ report: check, isSigned, rows })
for (const [index, { type: _, hash, sig, ...columns }] of rows.entries()) {
  const where = `row ${columns.seq}`
  const payload = JSON.parse(columns.payload) as Payload
  check(columns.seq === index + 1, where, 'the numbers have a gap')
  check(columns.register === head.register, where, 'another register')
  check((columns.code === 'CREATED') === (index === 0), where, 'CREATED is row 1 and only that')
  check(canonical(payload as Json) === columns.payload, where, 'the payload is not canonical')
  check(columns.prev_hash === last.hash, where, 'prev_hash is not the hash of the row before')
  check(sha256(canonical(columns)).toString('hex') === hash, where, 'the hash is not that of the row')
  if (columns.code === 'CREATED' || columns.code === 'KEY_CHANGED') {
    addKey(where, payload)
    last.signer = payload.keyId ?? ''
  }
  check(columns.key_id === last.signer, where, 'signed by a key that is not the current one')
  const signed = Buffer.concat([line('guichet-journal-1'), Buffer.from(hash, 'hex')])
  check(isSigned(columns.key_id, signed, sig), where, 'the signature does not hold')

  if (columns.boot_id === last.bootId) check(columns.mono_ms >= last.monoMs, where, 'mono_ms goes back')
  else check(!boots.has(columns.boot_id), where, 'the rows of a boot do not stand together')
  boots.add(columns.boot_id)
  Object.assign(last, { bootId: columns.boot_id, monoMs: columns.mono_ms, hash })

  books.read({ type: 'row', hash, sig, ...columns }, payload)
  const postings = payload.postings ?? []
  const sum = (side: 'debit' | 'credit'): number => postings.reduce((total, posting) => total + posting[side], 0)
  check(sum('debit') === sum('credit'), where, 'I5: debits are not credits')
  const isOneSided = postings.every(({ debit, credit }) => debit > 0 !== credit > 0)
  check(isOneSided, where, 'I5: a posting has not exactly one of debit and credit')
  for (const { ticketId, qrCode } of payload.tickets ?? []) {
    check(!tickets.has(ticketId) && !codes.has(qrCode), where, 'I3: a ticket or its QR code is there twice')
    check(qrCode.length > 0 && Array.from(qrCode).length <= 7_089, where, 'I3: no QR code has this text')
    tickets.add(ticketId)
    codes.add(qrCode)
  }
}

for (const { type: _, seq, ...members } of closures) {
  const stated = JSON.parse(rows[seq - 1]?.payload ?? '{}') as Readonly<Record<string, Json>>
  for (const [name, value] of Object.entries(members))
    check(canonical(value) === canonical(stated[name] ?? null), `closure ${seq}`, `${name} is not that of its row`)
}

books.end()
check(end.type === 'end' && end.rows === rows.length && end.headHash === last.hash, 'end', 'another row is the last')
const before = Buffer.from(`${lines.slice(0, -1).join('\n')}\n`)
check(isSigned(end.keyId, Buffer.concat([line('guichet-archive-1'), sha256(before)]), end.sig), 'end', 'not signed')

console.log(JSON.stringify({ rows: rows.length, tickets: tickets.size, findings }))
process.exitCode = findings.length === 0 ? 0 : 1
