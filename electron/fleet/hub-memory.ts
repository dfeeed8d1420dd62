import { isSignedBy } from './keys.ts'
import type { LedgerDoubt } from '../../shared/domain/fleet/readiness.ts'
import type { LedgerHead, LedgerReply, ToldLedger } from '../../shared/fleet-api/contract.ts'
import type { Log } from '../core/ports/ports.ts'

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
      const type = reply ? (reply.doubt ?? doubtOf(ledger, reply.head)) : null
      if (type !== noted && type !== null) log.warn('hub-memory.ledger-differs', { type, ...reply?.head })
      if (type !== noted && type === null) log.info('hub-memory.ledger-matches-again')
      noted = type
      ledger.doubtedByHub(type && { type, seq: reply?.head?.seq ?? 0 })
      if (reply?.vouch) takeVouch(reply.vouch)
    },
  }
}

/** Found here before the hub could. */
function doubtOf(ledger: WatchedLedger, head: LedgerReply['head']): LedgerDoubt | null {
  if (head === null) return null
  if (head.ledgerId !== ledger.head().ledgerId) return 'another-ledger'
  const hash = ledger.hashOf(head.seq)
  return hash === null ? 'shorter' : hash === head.hash ? null : 'forked'
}
