import type { CreditSlip, HubWord, Row } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import { hubHolds, labelled } from '../chain/signatures.ts'

export interface HubWords {
  /** `hub`: the only one whose word counts; null: any that is trusted. */
  check(
    row: Row,
    slip: CreditSlip,
    word: HubWord | undefined,
    due: { readonly reference: string; readonly hub: string | null },
  ): void
}

/** A slip that a hub has the word about is spent with its signature, once. `hubs`: those that are trusted; left out: nobody said. */
export function hubWords(findings: Findings, hubs: readonly string[] | undefined): HubWords {
  const spent = new Set<string>()
  return {
    check(row, { slipId, amount, currency }, word, { reference, hub }) {
      const bad = (why: string): void => findings.error('slips', row.seq, `credit slip ${slipId}`, why)
      if (!word) return bad('is spent, and no hub says so')
      const { register, deviceId, hubKey, sig } = word
      const text = [slipId, amount, currency, register, deviceId, reference].join('\n')
      if (word.reference !== reference || !hubHolds(hubKey, labelled('guichet slip spent 1', text), sig))
        bad('has no word of its hub for this spending')
      if (hub !== null && hub !== hubKey) bad('has the word of another hub than the one that was told of it')
      if (hubs && hubs.length > 0 && !hubs.includes(hubKey)) bad('has the word of a hub that is not trusted')
      if (spent.has(slipId)) bad('is spent twice')
      spent.add(slipId)
    },
  }
}
