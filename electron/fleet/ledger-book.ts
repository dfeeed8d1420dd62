import { z } from 'zod'
import { type LedgerDoubt, ledgerDoubts } from '../../shared/domain/fleet/readiness.ts'
import {
  ledgerHead,
  type LedgerHead,
  type LedgerReply,
  type LedgerView,
  type ToldLedger,
  type TrustFile,
} from '../../shared/fleet-api/contract.ts'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'
import type { Log } from '../core/ports/ports.ts'
import { isSignedBy, type SigningKey } from './keys.ts'

/** Heads kept of each ledger, the newest last. */
const KEPT = 64
/** How often a change is tried again that met another one. */
const TRIES = 5

const shape = z.strictObject({
  register: z.string(),
  ledgerId: z.string(),
  /** The key that may sign now, and all that ever might. */
  keyId: z.string(),
  keys: z.array(z.string()),
  heads: z.array(z.strictObject({ seq: z.int(), hash: z.string(), atUtc: z.string() })).min(1),
  doubt: z.strictObject({ type: z.enum(ledgerDoubts), sinceUtc: z.string(), told: ledgerHead.nullable() }).nullable(),
})
type Known = z.infer<typeof shape>

/**
 * What the hub remembers of its devices' ledgers. The first head pins ledger and key; a later one that does not go on from
 * there is not kept: it is a doubt until an administrator takes it for true.
 */
export interface LedgerBook {
  /** `told` null: the device said nothing of its ledger. */
  hear(device: string, told: ToldLedger | null): Promise<LedgerReply>
  views(): Promise<ReadonlyMap<string, LedgerView>>
  /** Takes for true what the device told; false where it told something else by now, or nothing is in doubt. */
  accept(device: string, told: LedgerHead | null): Promise<boolean>
  trust(): Promise<TrustFile>
  remove(device: string): Promise<boolean>
}

export function createLedgerBook(store: RecordStore, hubKey: () => SigningKey, nowMs: () => number): LedgerBook {
  const nowUtc = (): string => new Date(nowMs()).toISOString()

  async function list(): Promise<readonly (readonly [string, Known])[]> {
    const records = await store.listRecords('ledger')
    return records.map(({ name, document }) => [name, parseInEnglish(shape, JSON.parse(document))] as const)
  }

  /** Writes what `change` makes of the record; null: it stays as it is. Returns what stands there then. */
  async function update(device: string, change: (known: Known | null) => Known | null): Promise<Known | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const record = await store.findRecord({ kind: 'ledger', name: device })
      const known = readRecord(record, shape)
      const next = change(known)
      if (next === null) return known
      const document = JSON.stringify(next)
      if (await store.keepRecord({ kind: 'ledger', name: device, version: record?.version ?? 0, document })) return next
    }
    throw new Error(`${device}: its ledger changes at this moment: try again`)
  }

  function replyTo(known: Known | null, told: ToldLedger | null): LedgerReply {
    const last = known?.heads.at(-1)
    if (!known || !last) return { head: null, doubt: null, vouch: null }
    const { ledgerId, keyId, doubt } = known
    const fits = told !== null && doubt === null && told.head.keyId === keyId && told.head.ledgerId === ledgerId
    const key = hubKey()
    return {
      head: { ledgerId, seq: last.seq, hash: last.hash },
      doubt: doubt?.type ?? null,
      vouch: fits
        ? { keyId, hubKey: key.publicKey, sig: key.sign('guichet-vouch-1', Buffer.from(`${ledgerId}\n${keyId}`)) }
        : null,
    }
  }

  return {
    async hear(device, told) {
      const known = await update(device, (before) => told && after(before, told, nowUtc()))
      return replyTo(known, told)
    },

    async views() {
      return new Map(
        (await list()).flatMap(([name, { register, ledgerId, keyId, heads, doubt }]) => {
          const last = heads.at(-1)
          return last ? [[name, { head: { register, ledgerId, keyId, ...last }, doubt }] as const] : []
        }),
      )
    },

    async accept(device, told) {
      let done = false
      await update(device, (known) => {
        done = false
        const doubt = known?.doubt ?? null
        if (known === null || doubt === null) return null
        done = JSON.stringify(doubt.told) === JSON.stringify(told)
        return done ? settled(known, doubt, nowUtc()) : null
      })
      return done
    },

    async trust() {
      const registers = (await list()).map(([, { register, keys, heads }]) => ({
        register,
        keys,
        heads: heads.map(({ seq, hash }) => ({ seq, hash })),
      }))
      return { format: 'guichet-trust-1', hubs: [hubKey().publicKey], registers }
    },

    remove: (device) => store.removeRecord({ kind: 'ledger', name: device }),
  }
}

/** What is known once a device has told its head; null: nothing else than before. */
function after(known: Known | null, { head, known: row }: ToldLedger, atUtc: string): Known | null {
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
    heads: grown ? [...known.heads, { seq, hash, atUtc }].slice(-KEPT) : known.heads,
    doubt: known.doubt && { ...known.doubt, told: null },
  }
}

function doubtOf(known: Known, head: LedgerHead, row: ToldLedger['known']): LedgerDoubt | null {
  if (head.ledgerId !== known.ledgerId) return 'another-ledger'
  if (head.keyId !== known.keyId) return 'another-key'
  const last = known.heads.at(-1)
  if (last && head.seq < last.seq) return 'shorter'
  const rows = [head, ...(row ? [row] : [])]
  return rows.some(({ seq, hash }) => known.heads.some((each) => each.seq === seq && each.hash !== hash))
    ? 'forked'
    : null
}

/** The administrator takes what was told for true; where it fits again by now, they have seen it. */
function settled(known: Known, { type, told }: NonNullable<Known['doubt']>, atUtc: string): Known {
  if (told === null) return { ...known, doubt: null }
  const { register, ledgerId, keyId, seq, hash } = told
  const keys = [...new Set([...known.keys, keyId])]
  // Whether the chain goes on under the new key as well is asked with the next head.
  if (type === 'another-key') return { ...known, keyId, keys, doubt: null }
  return { register, ledgerId, keyId, keys, heads: [{ seq, hash, atUtc }], doubt: null }
}

/** Small documents of the hub, by kind and name: its store keeps them. */
export interface RecordStore {
  listRecords(kind: RecordKind): Promise<readonly FleetRecord[]>
  findRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<FleetRecord | null>
  /** Replaces the document only while it is the one of that version; 0: only while there is none. */
  keepRecord(record: FleetRecord & { readonly kind: RecordKind }): Promise<boolean>
  removeRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<boolean>
}

export type RecordKind = 'device' | 'enrolment' | 'administrator' | 'settings' | 'ledger'

export interface FleetRecord {
  readonly name: string
  /** Grows by one with each change. */
  readonly version: number
  readonly document: string
}

/** What a record says; null: there is none. Throws on a document that this program did not write. */
export function readRecord<T>(record: FleetRecord | null, shape: z.ZodType<T>): T | null {
  return record === null ? null : parseInEnglish(shape, JSON.parse(record.document))
}

/** The machine's own ledger, as far as its hub has to do with it. */
export interface WatchedLedger {
  head(): LedgerHead
  /** Hexadecimal; null: no such row. */
  hashOf(seq: number): string | null
  /** Whether this hub's word for the present key stands there. */
  isVouched(hubKey: string): boolean
  vouch(vouch: NonNullable<LedgerReply['vouch']>): void
  /** Told with each reply; null: the hub finds nothing. */
  doubtedByHub(doubt: { readonly type: LedgerDoubt; readonly seq: number } | null): void
}

/** Holds a machine's ledger against what its hub remembers of it. */
export interface HubMemory {
  /** For the next heartbeat; undefined as long as the hub has not said that it wants to know. */
  told(): ToldLedger | undefined
  /** What the hub's reply says of the ledger; undefined: the hub is older than that. */
  take(reply: LedgerReply | undefined): void
}

export function createHubMemory(ledger: WatchedLedger, hubKey: string, log: Log): HubMemory {
  let last: LedgerReply | undefined
  let noted: LedgerDoubt | null = null

  function takeVouch(vouch: NonNullable<LedgerReply['vouch']>): void {
    const { ledgerId, keyId } = ledger.head()
    const said = Buffer.from(`${ledgerId}\n${keyId}`)
    if (vouch.keyId !== keyId || vouch.hubKey !== hubKey || ledger.isVouched(hubKey)) return
    if (isSignedBy(hubKey, 'guichet-vouch-1', said, vouch.sig)) ledger.vouch(vouch)
    else log.warn('hub-memory.signature-invalid', { keyId })
  }

  return {
    told() {
      if (last === undefined) return undefined
      const seq = last.head?.seq
      return { head: ledger.head(), known: seq === undefined ? null : { seq, hash: ledger.hashOf(seq) } }
    },
    take(reply) {
      last = reply
      const type = reply ? (reply.doubt ?? ledgerDoubtOf(ledger, reply.head)) : null
      if (type !== noted && type !== null) log.warn('hub-memory.ledger-differs', { type, ...reply?.head })
      if (type !== noted && type === null) log.info('hub-memory.ledger-matches-again')
      noted = type
      ledger.doubtedByHub(type && { type, seq: reply?.head?.seq ?? 0 })
      if (reply?.vouch) takeVouch(reply.vouch)
    },
  }
}

/** Found here before the hub could. */
function ledgerDoubtOf(ledger: WatchedLedger, head: LedgerReply['head']): LedgerDoubt | null {
  if (head === null) return null
  if (head.ledgerId !== ledger.head().ledgerId) return 'another-ledger'
  const hash = ledger.hashOf(head.seq)
  return hash === null ? 'shorter' : hash === head.hash ? null : 'forked'
}
