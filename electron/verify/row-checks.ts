import { type ChainCheck, checkChain } from './chain/chain.ts'
import { checkClosures, type ClosureCheck } from './books/closures.ts'
import { checkErasedRow } from './books/erasure.ts'
import { rowShape } from './format/format.ts'
import { misfit } from './format/misfit.ts'
import { checkGaps, type GapCheck } from './books/gaps.ts'
import { watchPace } from './books/pace.ts'
import type { Findings, VerifyReport } from './format/report.ts'
import type { SaleAccount } from './books/sale-account.ts'
import { keepSaleBook, type SaleBook } from './books/sale-book.ts'
import { checkTerminalDays } from './outside/terminal-days.ts'
import { openTicketRegister } from './books/tickets.ts'
import { checkTrust } from './trust/trust.ts'
import type { Trust } from './trust/trust-sources.ts'

/** All checks that need nothing but the rows, in the order they come. */
export interface RowChecks {
  readonly chain: ChainCheck
  readonly book: SaleBook
  readonly closures: ClosureCheck
  readonly gaps: GapCheck
  take(row: unknown): void
  /** After the last row. */
  finish(): void
  report(source: VerifyReport['source']): VerifyReport
}

export function rowChecks(findings: Findings, told: Trust = {}): RowChecks {
  const chain = checkChain(findings)
  const trust = checkTrust(findings, told)
  const gaps = checkGaps(findings)
  const hubs = told.files?.flatMap((file) => file.hubs)
  const book = keepSaleBook(findings, openTicketRegister(), watchPace(findings), gaps, hubs)
  const closures = checkClosures(findings)
  const takeTerminalDay = checkTerminalDays(findings)
  const saleOf = (saleId: string): SaleAccount | undefined => book.sales.get(saleId)
  return {
    chain,
    book,
    closures,
    gaps,
    take(raw) {
      const row = rowShape.safeParse(raw)
      if (!row.success) {
        findings.error('I7', chain.length + 1, 'row', misfit(row.error, raw))
        return
      }
      trust.take(row.data)
      const payload = chain.take(row.data)
      if (!payload) return
      gaps.take(row.data, payload)
      book.take(row.data, payload)
      closures.take(row.data, payload, saleOf, chain.keys.get(row.data.key_id)?.key ?? null)
      checkErasedRow(row.data, payload, findings)
      takeTerminalDay(row.data, payload, closures.shifts.length)
      if (row.data.code === 'RESTORED') findings.notice('anchor', row.data.seq, 'RESTORED', row.data.payload)
    },
    finish() {
      book.finish()
      closures.finish()
      gaps.finish()
      if (chain.length === 0) findings.error('I7', null, 'journal', 'has no rows')
    },
    report(source) {
      const { roots, keys } = trust.finish(chain, closures)
      const ok = !findings.all.some(({ severity }) => severity === 'error')
      return {
        ok,
        verdict: ok ? (roots.length > 0 ? 'holds' : 'consistent') : 'broken',
        roots,
        source,
        ledgerId: chain.ledgerId,
        register: chain.register,
        keys: [...chain.keys].map(([keyId, { firstSeq }]) => ({ keyId, firstSeq, trusted: keys.has(keyId) })),
        rows: chain.length,
        headHash: chain.headHash,
        sales: book.sales.size,
        tickets: book.tickets.byId.size,
        closures: closures.closures.size,
        findings: findings.all,
      }
    },
  }
}
