import { canonical } from '../format/canonical.ts'
import type { ChainCheck } from '../chain/chain.ts'
import type { ClosureCheck } from '../books/closures.ts'
import type { Row } from '../format/format.ts'
import type { Findings, Root } from '../format/report.ts'
import { labelled } from '../chain/signatures.ts'
import type { Paper, Trust } from './trust-sources.ts'

/** `trust`: holds the chain against what somebody outside the machine knows. */
export interface TrustCheck {
  /** Every row. */
  take(row: Row): void
  /** After the last row: what vouches for this ledger, and the ids of the keys that may sign it. */
  finish(
    chain: ChainCheck,
    closures: ClosureCheck,
  ): { readonly roots: readonly Root[]; readonly keys: ReadonlySet<string> }
}

type Known = Pick<Row, 'seq' | 'hash' | 'key_id'>

export function checkTrust(findings: Findings, { keys = [], files = [], papers = [] }: Trust): TrustCheck {
  const named = new Set([
    ...files.flatMap(({ registers }) => registers.flatMap(({ heads }) => heads.map(({ seq }) => seq))),
    ...papers.map(({ says }) => says.seq),
  ])
  const known = new Map<number, Known>()
  const trusted = new Set<string>(keys)
  const roots: Root[] = keys.map((id) => ({ kind: 'key', keyId: id }))

  /** Whether that row is the one that was known; the key that signed it is trusted then, for the hash covers its name. */
  function holdsHead(chain: ChainCheck, seq: number, hash: string, what: string): boolean {
    const row = known.get(seq)
    if (!row) {
      findings.error('trust', seq, what, `this row was written once, and the journal ends at ${chain.length}`)
      return false
    }
    if (row.hash !== hash) {
      findings.error('trust', seq, what, 'this row was another one once')
      return false
    }
    trusted.add(row.key_id)
    return true
  }

  function takeFiles(chain: ChainCheck): void {
    for (const { hubs, registers } of files) {
      for (const entry of registers.filter(({ register }) => register === chain.register)) {
        for (const id of entry.keys) {
          trusted.add(id)
          roots.push({ kind: 'key', keyId: id })
        }
        for (const { seq, hash } of entry.heads)
          if (holdsHead(chain, seq, hash, 'head kept elsewhere')) roots.push({ kind: 'head', seq })
      }
      for (const { keyId, hubKey } of chain.vouches.filter((vouch) => hubs.includes(vouch.hubKey))) {
        trusted.add(keyId)
        roots.push({ kind: 'hub', hubKey, keyId })
      }
    }
  }

  function takePaper(chain: ChainCheck, closures: ClosureCheck, { says, bytes, sig }: Paper): void {
    const { register, ledger, closure: shiftNo, seq, hash, net, abs, key } = says
    const what = `paper of Z ${shiftNo}`
    const bad = (why: string): void => findings.error('trust', seq, what, why)
    trusted.add(key)
    if (register !== chain.register || ledger !== chain.ledgerId) return bad('is of another register or ledger')
    const signer = chain.keys.get(key)
    if (!signer) return bad(`is signed with key ${key}, which this ledger does not know`)
    if (!signer.key.holds(labelled('guichet-paper-1', bytes), sig)) return bad('its signature does not hold')
    if (!holdsHead(chain, seq, hash, what)) return
    const closure = closures.closures.get(seq)
    const said = closure && [closure.kind, closure.shiftNo, closure.perpetualNet, closure.perpetualAbs]
    if (canonical(said ?? null) !== canonical(['Z', shiftNo, net, abs])) return bad('says other sums than its closure')
    roots.push({ kind: 'paper', seq })
  }

  /** A handover is signed by the key before and stands in a row signed by the next: who trusts one trusts the other. */
  function followHandovers({ handovers }: ChainCheck): void {
    for (let size = -1; size !== trusted.size;) {
      size = trusted.size
      for (const { from, to } of handovers) {
        if (trusted.has(from)) trusted.add(to)
        if (trusted.has(to)) trusted.add(from)
      }
    }
  }

  return {
    take({ seq, hash, key_id }) {
      if (named.has(seq) && !known.has(seq)) known.set(seq, { seq, hash, key_id })
    },
    finish(chain, closures) {
      takeFiles(chain)
      for (const paper of papers) takePaper(chain, closures, paper)
      followHandovers(chain)
      for (const [keyId, { firstSeq }] of chain.keys) {
        if (trusted.size === 0 || trusted.has(keyId)) continue
        findings.error('key', firstSeq, `key ${keyId}`, 'nobody who is trusted vouches for this key')
      }
      return { roots, keys: trusted }
    },
  }
}
