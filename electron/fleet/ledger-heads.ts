import { z } from 'zod'
import { type LedgerMismatch, ledgerMismatches } from '../../shared/domain/fleet/readiness.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
  ledgerHead,
  type LedgerHead,
  type LedgerReply,
  type LedgerView,
  type ReportedLedger,
  type TrustFile,
} from '../../shared/api/fleet/contract.ts'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { Log } from '../kiosk/ports/ports.ts'
import { isSignedBy, type SigningKey } from './keys.ts'

/** Maximum number of chain heads stored for each ledger. */
const MAX_HEADS = 64
/** Maximum attempts to change a record while other processes change it. */
const MAX_ATTEMPTS = 5

const shape = z.strictObject({
  register: z.string(),
  ledgerId: z.string(),
  /** Id of the current signing key; `keys` contains the ids of all keys that were ever accepted. */
  keyId: z.string(),
  keys: z.array(z.string()),
  heads: z.array(z.strictObject({ seq: z.int(), hash: z.string(), atUtc: z.string() })).min(1),
  doubt: z
    .strictObject({ type: z.enum(ledgerMismatches), sinceUtc: z.string(), told: ledgerHead.nullable() })
    .nullable(),
})
type Known = z.infer<typeof shape>

/**
 * Record of the ledgers of a hub's devices. The first reported chain head pins the ledger and its key. A later head
 * that does not continue the recorded heads is a mismatch until an administrator accepts it.
 */
export class LedgerHeads {
  readonly #store: RecordStore
  readonly #hubKey: () => SigningKey
  readonly #nowMs: () => number

  constructor(store: RecordStore, hubKey: () => SigningKey, nowMs: () => number) {
    this.#store = store
    this.#hubKey = hubKey
    this.#nowMs = nowMs
  }

  /** `reported`: null if the heartbeat contained no ledger. */
  async hear(device: string, reported: ReportedLedger | null): Promise<LedgerReply> {
    const known = await this.#update(device, (before) => reported && after(before, reported, this.#nowUtc()))
    const last = known?.heads.at(-1)
    if (!known || !last) return { head: null, doubt: null, vouch: null }
    const { ledgerId, keyId, doubt } = known
    const isMatching =
      reported !== null && doubt === null && reported.head.keyId === keyId && reported.head.ledgerId === ledgerId
    const key = this.#hubKey()
    return {
      head: { ledgerId, seq: last.seq, hash: last.hash },
      doubt: doubt?.type ?? null,
      vouch: isMatching
        ? { keyId, hubKey: key.publicKey, sig: key.sign('guichet-vouch-1', Buffer.from(`${ledgerId}\n${keyId}`)) }
        : null,
    }
  }

  async views(): Promise<ReadonlyMap<string, LedgerView>> {
    const known = await this.#list()
    return new Map(
      known.flatMap(([name, { register, ledgerId, keyId, heads, doubt }]) => {
        const last = heads.at(-1)
        return last ? [[name, { head: { register, ledgerId, keyId, ...last }, doubt }] as const] : []
      }),
    )
  }

  /**
   * Accepts the reported head. Returns false if there is no mismatch, or if the device has since reported another head.
   */
  async accept(device: string, reported: LedgerHead | null): Promise<boolean> {
    let done = false
    await this.#update(device, (known) => {
      done = false
      const doubt = known?.doubt ?? null
      if (known === null || doubt === null) return null
      done = JSON.stringify(doubt.told) === JSON.stringify(reported)
      return done ? settled(known, doubt, this.#nowUtc()) : null
    })
    return done
  }

  async trust(): Promise<TrustFile> {
    const registers = (await this.#list()).map(([, { register, keys, heads }]) => ({
      register,
      keys,
      heads: heads.map(({ seq, hash }) => ({ seq, hash })),
    }))
    return { format: 'guichet-trust-1', hubs: [this.#hubKey().publicKey], registers }
  }

  remove(device: string): Promise<boolean> {
    return this.#store.removeRecord({ kind: 'ledger', name: device })
  }

  async #list(): Promise<readonly (readonly [string, Known])[]> {
    const records = await this.#store.listRecords('ledger')
    return records.map(({ name, document }) => [name, parseInEnglish(shape, JSON.parse(document))] as const)
  }

  /** Writes the result of `change`, unless the result is null. Returns the record after the change. */
  async #update(device: string, change: (known: Known | null) => Known | null): Promise<Known | null> {
    const key = { kind: 'ledger', name: device } as const
    const done = await changeRecord(this.#store, key, shape, (known) => ok(change(known) ?? known))
    if (!done.ok) throw new Error(`${device}: another process is changing the record of its ledger; try again`)
    return done.value
  }

  #nowUtc(): string {
    return new Date(this.#nowMs()).toISOString()
  }
}

/** Returns the record after a device has reported its head; null if the record is unchanged. */
function after(known: Known | null, { head, known: row }: ReportedLedger, atUtc: string): Known | null {
  const { register, ledgerId, keyId, seq, hash } = head
  if (known === null) return { register, ledgerId, keyId, keys: [keyId], heads: [{ seq, hash, atUtc }], doubt: null }
  const type = doubtOf(known, head, row)
  if (type !== null) {
    const { doubt } = known
    if (doubt?.type === type && JSON.stringify(doubt.told) === JSON.stringify(head)) return null
    return { ...known, doubt: { type, sinceUtc: doubt?.sinceUtc ?? atUtc, told: head } }
  }
  const grown = seq > (known.heads.at(-1)?.seq ?? 0)
  const told = known.doubt?.told ?? null
  if (!grown && told === null) return null
  return {
    ...known,
    heads: grown ? [...known.heads, { seq, hash, atUtc }].slice(-MAX_HEADS) : known.heads,
    doubt: known.doubt && { ...known.doubt, told: null },
  }
}

function doubtOf(known: Known, head: LedgerHead, row: ReportedLedger['known']): LedgerMismatch | null {
  if (head.ledgerId !== known.ledgerId) return 'another-ledger'
  if (head.keyId !== known.keyId) return 'another-key'
  const last = known.heads.at(-1)
  if (last && head.seq < last.seq) return 'shorter'
  const rows = [head, ...(row ? [row] : [])]
  return rows.some(({ seq, hash }) => known.heads.some((each) => each.seq === seq && each.hash !== hash))
    ? 'forked'
    : null
}

/** Returns the record after an administrator has accepted a reported head or acknowledged a past mismatch. */
function settled(known: Known, { type, told }: NonNullable<Known['doubt']>, atUtc: string): Known {
  if (told === null) return { ...known, doubt: null }
  const { register, ledgerId, keyId, seq, hash } = told
  const keys = [...new Set([...known.keys, keyId])]
  // After another key is accepted, the next head shows whether the chain continues with the accepted key.
  if (type === 'another-key') return { ...known, keyId, keys, doubt: null }
  return { register, ledgerId, keyId, keys, heads: [{ seq, hash, atUtc }], doubt: null }
}

export interface RecordStore {
  listRecords(kind: RecordKind): Promise<readonly FleetRecord[]>
  findRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<FleetRecord | null>
  /** Replaces the document only if the stored document has the given version. Version 0: no document may exist. */
  keepRecord(record: FleetRecord & { readonly kind: RecordKind }): Promise<boolean>
  removeRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<boolean>
}

type RecordKind =
  | 'device'
  | 'enrolment'
  | 'administrator'
  | 'settings'
  | 'ledger'
  | 'agent'
  | 'ticket-page'
  | 'ticket-page-end'
  | 'ticket-page-opened'
  | 'ticket-page-use'
  | 'message'

export interface FleetRecord {
  readonly name: string
  readonly version: number
  readonly document: string
}

/** Returns null if there is no record. Throws if the document has an unexpected format. */
export function readRecord<T>(record: FleetRecord | null, shape: z.ZodType<T>): T | null {
  return record === null ? null : parseInEnglish(shape, JSON.parse(record.document))
}

/**
 * Calls `change` with the record's value, or with null if the record does not exist, and writes the result. Writes
 * nothing if the result is the same value or an error. If another process has changed the record in the meantime, calls
 * `change` again; returns `busy` after `MAX_ATTEMPTS`.
 */
export async function changeRecord<T, N extends T | null, E extends { readonly type: string }>(
  store: RecordStore,
  key: { readonly kind: RecordKind; readonly name: string },
  shape: z.ZodType<T>,
  change: (before: T | null) => Result<N, E>,
  read = (record: FleetRecord | null): T | null => readRecord(record, shape),
): Promise<Result<N, E | { readonly type: 'busy' }>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const record = await store.findRecord(key)
    const before = read(record)
    const next = change(before)
    if (!next.ok || next.value === before) return next
    const document = JSON.stringify(next.value)
    if (await store.keepRecord({ ...key, version: record?.version ?? 0, document })) return next
  }
  return err({ type: 'busy' })
}

export interface WatchedLedger {
  head(): LedgerHead
  /** Returns the hash of a row in hexadecimal; null if the row does not exist. */
  hashOf(seq: number): string | null
  /** Returns whether the ledger contains the hub's attestation of the current signing key. */
  isVouched(hubKey: string): boolean
  vouch(vouch: NonNullable<LedgerReply['vouch']>): void
  /** Called for each reply of the hub. `doubt`: null if the ledger matches the hub's record. */
  setHubMismatch(doubt: { readonly type: LedgerMismatch; readonly seq: number } | null): void
}

/** Compares the kiosk's ledger with the hub's record of the ledger. */
export class HubLedgerCheck {
  readonly #ledger: WatchedLedger
  readonly #hubKey: string
  readonly #log: Log
  #last: LedgerReply | undefined
  #noted: LedgerMismatch | null = null

  constructor(ledger: WatchedLedger, hubKey: string, log: Log) {
    this.#ledger = ledger
    this.#hubKey = hubKey
    this.#log = log
  }

  /** Returns the report for the next heartbeat; undefined until the hub has sent a reply about ledgers. */
  told(): ReportedLedger | undefined {
    if (this.#last === undefined) return undefined
    const seq = this.#last.head?.seq
    return { head: this.#ledger.head(), known: seq === undefined ? null : { seq, hash: this.#ledger.hashOf(seq) } }
  }

  take(reply: LedgerReply | undefined): void {
    this.#last = reply
    const type = reply ? (reply.doubt ?? ledgerDoubtOf(this.#ledger, reply.head)) : null
    if (type !== this.#noted && type !== null) this.#log.warn('hub-memory.ledger-differs', { type, ...reply?.head })
    if (type !== this.#noted && type === null) this.#log.info('hub-memory.ledger-matches-again')
    this.#noted = type
    this.#ledger.setHubMismatch(type && { type, seq: reply?.head?.seq ?? 0 })
    if (reply?.vouch) this.#takeVouch(reply.vouch)
  }

  #takeVouch(vouch: NonNullable<LedgerReply['vouch']>): void {
    const hubKey = this.#hubKey
    const { ledgerId, keyId } = this.#ledger.head()
    const text = Buffer.from(`${ledgerId}\n${keyId}`)
    if (vouch.keyId !== keyId || vouch.hubKey !== hubKey || this.#ledger.isVouched(hubKey)) return
    if (isSignedBy(hubKey, 'guichet-vouch-1', text, vouch.sig)) this.#ledger.vouch(vouch)
    else this.#log.warn('hub-memory.signature-invalid', { keyId })
  }
}

/**
 * Returns the mismatch between the ledger and the hub's record, which the kiosk detects before the hub; null if they
 * match.
 */
function ledgerDoubtOf(ledger: WatchedLedger, head: LedgerReply['head']): LedgerMismatch | null {
  if (head === null) return null
  if (head.ledgerId !== ledger.head().ledgerId) return 'another-ledger'
  const hash = ledger.hashOf(head.seq)
  return hash === null ? 'shorter' : hash === head.hash ? null : 'forked'
}
