import type { DeviceTruth } from './devices.ts'

/** A row of the archive, as `docs/integrating/ledger-format.md` has it. */
export interface Row {
  readonly seq: number
  readonly code: string
  readonly sale_id: string | null
  readonly payload: string
}

interface Said {
  readonly postings?: readonly { readonly account: string; readonly debit: number; readonly credit: number }[]
  readonly tender?: {
    readonly state: string
    readonly amount: number
    readonly received?: number
    readonly slip?: { readonly amount: number }
  }
  readonly outcome?: string
  readonly told?: { readonly amount: number } | null
  readonly shiftNo?: number
}

/**
 * Works out from the rows alone what each device must have, and holds it against what the device says: shares nothing with the
 * program but the ledger's documented format.
 */
export function audit(rows: readonly Row[], truth: DeviceTruth): readonly string[] {
  const said = rows.map((row) => ({ ...row, said: JSON.parse(row.payload) as Said }))
  const balance = (account: string, from = 0, to = Infinity): number =>
    said
      .filter(({ seq }) => seq > from && seq < to)
      .flatMap(({ said: { postings = [] } }) => postings)
      .reduce((sum, each) => (each.account === account ? sum + each.debit - each.credit : sum), 0)
  const differs = (what: string, ours: number, theirs: number): readonly string[] =>
    ours === theirs ? [] : [`${what}: ${ours} by the rows, ${theirs} by the device`]

  const slips = said.flatMap(({ code, said: { tender } }) =>
    code === 'TENDER_APPROVED' && tender?.slip ? [{ ...tender, over: tender.slip.amount }] : [],
  )
  const issued = slips.reduce((sum, { over }) => sum + over, 0)
  const wrong = slips.filter(({ amount, received = 0, over }) => received !== amount + over)
  const asked = said.filter(({ code }) => code === 'TERMINAL_DAY_ASKED').map(({ seq }) => seq)
  const closed = said.flatMap(({ code, said: { outcome, told } }) =>
    code === 'TERMINAL_DAY_TOLD' && outcome === 'closed' ? [told?.amount ?? -1] : [],
  )
  const { card, days, notes } = truth
  return [
    ...(card === null ? [] : differs('the card terminal', balance('card-clearing'), card)),
    ...(days === null ? [] : differs('ends of the terminal’s day', closed.length, days.length)),
    ...(days ?? []).flatMap((amount, index) => [
      ...differs(`day ${index + 1} of the terminal, as it was told`, closed[index] ?? -1, amount),
      ...differs(`day ${index + 1} of the terminal`, balance('card-clearing', asked[index - 1], asked[index]), amount),
    ]),
    ...(notes === null ? [] : differs('the note box', balance('note-box'), notes)),
    ...wrong.map(({ amount, received, over }) => `${received} in notes for ${amount}, and a slip of ${over}`),
    // Nobody brings one back in this day: what is issued is owed.
    ...differs('credit slips that are owed', -balance('credit-slips'), issued),
  ]
}
