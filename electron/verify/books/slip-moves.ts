import type { CreditSlip, Row, Tender } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { HubWords } from '../outside/hub-words.ts'
import type { SaleAccount } from './sale-account.ts'

/** One credit slip as the rows tell it. */
export interface SlipAccount {
  readonly saleId: string
  readonly amount: number
  readonly currency: string
  state: 'open' | 'taken' | 'spent' | 'paid-out'
  /** Of the payment that has it, or had. */
  reference: string | null
  readonly issuedSeq: number
  lastSeq: number
  /** That was told of it. */
  hub: string | null
  /** Papers of it after the first. */
  copies: number
}

export type SlipMoves = ReturnType<typeof slipMoves>

/** What rows do with slips, each found in the state that it has to be in. */
export function slipMoves(findings: Findings, known: Map<string, SlipAccount>, words: HubWords) {
  const complain =
    (row: Row, slipId: string) =>
    (why: string): void =>
      findings.error('slips', row.seq, `credit slip ${slipId}`, why)

  function issue(
    row: Row,
    sale: Pick<SaleAccount, 'saleId' | 'opened'>,
    { slipId, amount, currency }: CreditSlip,
  ): void {
    const bad = complain(row, slipId)
    if (known.has(slipId)) return bad('was issued before')
    if (currency !== sale.opened.currency) bad('is in another currency than its sale')
    const { saleId } = sale
    known.set(slipId, {
      saleId,
      amount,
      currency,
      state: 'open',
      reference: null,
      issuedSeq: row.seq,
      lastSeq: row.seq,
      hub: null,
      copies: 0,
    })
  }

  /** From one state to the next, with the payment that has it before and after. */
  function move(
    row: Row,
    slipId: string,
    [from, before]: readonly [SlipAccount['state'], string | null],
    [to, after]: readonly [SlipAccount['state'], string | null],
  ): SlipAccount | null {
    const bad = complain(row, slipId)
    const slip = known.get(slipId)
    if (slip?.state !== from || slip.reference !== before) {
      bad(`becomes ${to}, but was ${slip ? [slip.state, slip.reference ?? ''].join(' ').trim() : 'never issued'}`)
      return null
    }
    Object.assign(slip, { state: to, reference: after, lastSeq: row.seq })
    return slip
  }

  function spend(row: Row, tender: Tender, sale: SaleAccount): void {
    const { reference, state, received, provider, word } = tender
    const slipId = provider?.token ?? ''
    const taken = ['taken', reference] as const
    // Told once more, it is what it was.
    if (row.code === 'TENDER_BEGUN' || state === 'unknown' || state === 'refunded') return
    const own = known.get(slipId)
    const isByHub = own ? own.hub !== null : (provider?.host ?? '') !== ''
    if (own && isByHub !== ((provider?.host ?? '') !== '')) complain(row, slipId)('is asked for at another place')
    if (state === 'approved' && isByHub) {
      const spent = { slipId, amount: received ?? 0, currency: sale.opened.currency }
      words.check(row, spent, word, { reference: provider?.reference ?? '', hub: own?.hub ?? null })
    } else if (word) complain(row, slipId)('has the word of a hub that nobody told of it')
    // Of another ledger: the hub keeps it.
    if (!own && isByHub) return
    if (state === 'started') move(row, slipId, ['open', null], taken)
    else if (state === 'approved') {
      const slip = move(row, slipId, taken, ['spent', reference])
      if (slip && (slip.amount !== received || slip.currency !== sale.opened.currency))
        complain(row, slipId)(`is spent as ${received} ${sale.opened.currency}, and is ${slip.amount} ${slip.currency}`)
    } else move(row, slipId, taken, ['open', null])
  }

  return { issue, spend, move, complain }
}
