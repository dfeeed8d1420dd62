import { createPublicKey } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type ChainCheck, hubHolds, labelled, readKey } from './chain.ts'
import { type Closure, type RefundVoucher, type Entry, type HubAttestation, type Row } from './format.ts'
import { canonical, describeSchemaError, type Findings, type Root } from './report.ts'

/** Checks `trust`: compares the chain with evidence from outside the computer. */
export class TrustCheck {
  readonly roots: Root[]
  /** IDs of the keys that may sign rows. */
  readonly keys: Set<string>
  readonly #findings: Findings
  readonly #trust: Required<Trust>
  readonly #named: ReadonlySet<number>
  readonly #known = new Map<number, Row>()

  constructor(findings: Findings, { keys = [], files = [], papers = [] }: Trust) {
    this.#findings = findings
    this.#trust = { keys, files, papers }
    this.keys = new Set(keys)
    this.roots = keys.map((id) => ({ kind: 'key', keyId: id }))
    this.#named = new Set([
      ...files.flatMap(({ registers }) => registers.flatMap(({ heads }) => heads.map(({ seq }) => seq))),
      ...papers.map(({ says }) => says.seq),
    ])
  }

  /** Stores the row if the evidence mentions it; must be called for every row. */
  take(row: Row): void {
    if (this.#named.has(row.seq) && !this.#known.has(row.seq)) this.#known.set(row.seq, row)
  }

  /** Compares the ledger with the evidence; must be called after the last row. */
  finish(chain: ChainCheck, closures: ReadonlyMap<number, Closure>): void {
    const { files, papers } = this.#trust
    for (const { hubs, registers } of files) {
      for (const entry of registers.filter(({ register }) => register === chain.register)) {
        for (const id of entry.keys) {
          this.keys.add(id)
          this.roots.push({ kind: 'key', keyId: id })
        }
        for (const { seq, hash } of entry.heads)
          if (this.#holdsHead(chain, seq, hash, 'head kept elsewhere')) this.roots.push({ kind: 'head', seq })
      }
      for (const { keyId, hubKey } of chain.vouches.filter((vouch) => hubs.includes(vouch.hubKey))) {
        this.keys.add(keyId)
        this.roots.push({ kind: 'hub', hubKey, keyId })
      }
    }
    for (const paper of papers) this.#takePaper(chain, closures, paper)
    this.#followHandovers(chain)
    for (const [keyId, { firstSeq }] of chain.keys) {
      if (this.keys.size === 0 || this.keys.has(keyId)) continue
      this.#findings.error('key', firstSeq, `key ${keyId}`, 'no trusted key or hub attests this key')
    }
  }

  /** A matching row makes its signing key trusted, because the hash covers the key ID. */
  #holdsHead(chain: ChainCheck, seq: number, hash: string, what: string): boolean {
    const row = this.#known.get(seq)
    if (row?.hash === hash) this.keys.add(row.key_id)
    this.#findings.compareRow('trust', { seq, hash }, row?.hash, what, chain)
    return row?.hash === hash
  }

  #takePaper(chain: ChainCheck, closures: ReadonlyMap<number, Closure>, { says, bytes, sig }: Paper): void {
    const { register, ledger, closure: shiftNo, seq, hash, net, abs, key } = says
    const what = `paper of Z ${shiftNo}`
    const bad = (why: string): void => this.#findings.error('trust', seq, what, why)
    this.keys.add(key)
    if (register !== chain.register || ledger !== chain.ledgerId) return bad('belongs to another register or ledger')
    const signer = chain.keys.get(key)
    if (!signer) return bad(`is signed with key ${key}, which this ledger does not know`)
    if (!signer.key.holds(labelled('guichet-paper-1', bytes), sig)) return bad('its signature is invalid')
    if (!this.#holdsHead(chain, seq, hash, what)) return
    const closure = closures.get(seq)
    const said = closure && [closure.kind, closure.shiftNo, closure.perpetualNet, closure.perpetualAbs]
    if (canonical(said ?? null) !== canonical(['Z', shiftNo, net, abs]))
      return bad('has different sums from its closure')
    this.roots.push({ kind: 'paper', seq })
  }

  /** Trusts both keys of a handover if one of them is trusted, because both keys signed the handover. */
  #followHandovers({ handovers }: ChainCheck): void {
    for (let size = -1; size !== this.keys.size;) {
      size = this.keys.size
      for (const { from, to } of handovers) {
        if (this.keys.has(from)) this.keys.add(to)
        if (this.keys.has(to)) this.keys.add(from)
      }
    }
  }
}

/** Evidence about a ledger from outside its computer (`docs/integrating/ledger-format.md`, "Trust"). */
export interface Trust {
  readonly keys?: readonly string[]
  readonly files?: readonly TrustFile[]
  readonly papers?: readonly Paper[]
}

const keyId = z.string().regex(/^[\da-f]{32}$/u)
const hash = z.string().regex(/^[\da-f]{64}$/u)

const trustFileShape = z.strictObject({
  format: z.literal('guichet-trust-1'),
  hubs: z.array(z.base64().min(1)),
  registers: z.array(
    z.strictObject({
      register: z.string(),
      keys: z.array(keyId),
      heads: z.array(z.strictObject({ seq: z.int().min(1), hash })),
    }),
  ),
})
export type TrustFile = z.infer<typeof trustFileShape>

const sums = z.record(z.string(), z.int())
const paperShape = z.strictObject({
  v: z.literal(1),
  register: z.string(),
  ledger: z.string(),
  closure: z.int().min(1),
  seq: z.int().min(1),
  hash,
  net: sums,
  abs: sums,
  key: keyId,
})

/** The code of a printed Z report. */
export interface Paper {
  readonly says: z.infer<typeof paperShape>
  /** Bytes that `sig` (base64) covers, without the label of the signature. */
  readonly bytes: Buffer
  readonly sig: string
}

/** Parses the text of a trust file. Throws an error with the reason if the text is invalid. */
export function readTrustFile(text: string): TrustFile {
  const content = parsed(text)
  const read = trustFileShape.safeParse(content)
  if (!read.success) throw new Error(`is no trust file: ${describeSchemaError(read.error, content)}`)
  return read.data
}

/** Parses a printed code, `GZ1.` and two parts. Throws an error with the reason if the code is invalid. */
export function readPaper(text: string): Paper {
  const [, payload = '', sig = ''] = /^GZ1\.([\w-]+)\.([\w-]+)$/u.exec(text.trim()) ?? []
  if (payload === '') throw new Error('is not the code of a Z: expected GZ1.….…')
  const bytes = Buffer.from(payload, 'base64url')
  const content = parsed(bytes.toString('utf8'))
  const read = paperShape.safeParse(content)
  if (!read.success) throw new Error(`is not the code of a Z: ${describeSchemaError(read.error, content)}`)
  if (canonical(read.data) !== bytes.toString('utf8')) throw new Error('is not the code of a Z: not canonical JSON')
  return { says: read.data, bytes, sig: Buffer.from(sig, 'base64url').toString('base64') }
}

/** Returns the ID of a key from the ID or a file with the public key (PEM, or SPKI in DER or base64). */
export function readKeyId(idOrFile: string, textIn: (bytes: Buffer) => string = latin1In): string {
  if (keyId.safeParse(idOrFile).success) return idOrFile
  if (!existsSync(idOrFile)) throw new Error('is neither a key id (32 hexadecimal digits) nor a file')
  const bytes = readFileSync(idOrFile)
  const text = textIn(bytes)
  const key = readKey(spkiOfPem(text)) ?? readKey(text) ?? readKey(bytes.toString('base64'))
  if (!key) throw new Error('contains no P-256 public key (PEM, or SPKI in DER or base64)')
  return key.keyId
}

const latin1In = (bytes: Buffer): string => bytes.toString('latin1')

function spkiOfPem(text: string): string {
  try {
    return createPublicKey(text).export({ type: 'spki', format: 'der' }).toString('base64')
  } catch {
    return ''
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Checks that a registered voucher is spent once, with the hub's signature. `hubs`: the trusted hubs; if empty, any hub
 * is accepted.
 */
export class HubAttestations {
  readonly #findings: Findings
  readonly #hubs: readonly string[]
  readonly #spent = new Set<string>()

  constructor(findings: Findings, hubs: readonly string[] = []) {
    this.#findings = findings
    this.#hubs = hubs
  }

  /** `hub`: the only hub whose attestation is accepted; null for any trusted hub. */
  check(
    { seq }: Row,
    { slipId, amount, currency }: RefundVoucher,
    word: HubAttestation | undefined,
    { reference, hub }: { readonly reference: string; readonly hub: string | null },
  ): void {
    const bad = (why: string): void => this.#findings.error('slips', seq, `credit slip ${slipId}`, why)
    if (!word) return bad("is spent without a hub's attestation")
    const { register, deviceId, hubKey, sig } = word
    const text = [slipId, amount, currency, register, deviceId, reference].join('\n')
    if (word.reference !== reference || !hubHolds(hubKey, labelled('guichet slip spent 1', text), sig))
      bad("lacks its hub's attestation for this payment")
    if (hub !== null && hub !== hubKey) bad('has the attestation of a hub with which it is not registered')
    if (this.#hubs.length > 0 && !this.#hubs.includes(hubKey)) bad('has the attestation of a hub that is not trusted')
    if (this.#spent.has(slipId)) bad('is spent twice')
    this.#spent.add(slipId)
  }
}

/** Checks `terminal-days`: each reply to an end-of-day request follows its request, and the shift exists. */
export function checkTerminalDays(findings: Findings): (entry: Entry, runningShift: number) => void {
  /** End-of-day closings by ID; true once the reply of the terminal is known. */
  const days = new Map<string, boolean>()
  return ({ code, row, said }, runningShift) => {
    const bad = (why: string): void => findings.error('terminal-days', row.seq, code, why)
    if (code === 'END_OF_DAY_REQUESTED') {
      const { day, shiftNo } = said
      if (days.has(day)) bad(`names ${day} once more`)
      days.set(day, false)
      if (shiftNo !== runningShift && shiftNo !== runningShift - 1) bad(`of shift ${shiftNo} in shift ${runningShift}`)
    }
    if (code === 'END_OF_DAY_RESULT') {
      const answered = days.get(said.day)
      if (answered === undefined) bad(`is a result for ${said.day}, which was not requested`)
      if (answered) bad(`answers ${said.day} twice`)
      days.set(said.day, true)
    }
  }
}

export interface VerifyOptions {
  /** Path of a ledger database, in use or not, or of an archive. */
  readonly path: string
  /** Evidence from outside the computer, without which the verdict is `consistent` at best. */
  readonly trust?: Trust | undefined
  readonly nativeBinding?: string | undefined
}
