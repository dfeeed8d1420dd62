import { type Row, type SaleState, type Step } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

const GRACE_MS = 120_000
const UNKNOWN_HOLD_MS = 600_000

/** States in which the program, not a person, has the next move. */
const PROGRAM: ReadonlySet<SaleState> = new Set([
  'holding',
  'held',
  'releasing',
  'priced',
  'paying',
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
])

interface Turn {
  readonly sale: SaleAccount
  /** When, by the running start's clock, the sale should have moved. */
  due: number
}

/** I8: watches over the sales whose next move is the program's. */
export interface Pace {
  /** Every row, before the sale's own check. */
  pass(row: Row): void
  moved(row: Row, step: Step, sale: SaleAccount): void
  end(): void
}

export function watchPace(findings: Findings): Pace {
  const turns = new Map<string, Turn>()
  let last: Row | null = null

  function endBoot(): void {
    for (const { sale, due } of turns.values()) {
      if (last && last.mono_ms > due) late(last, sale, last.mono_ms - due)
    }
  }

  function late(row: Row, sale: SaleAccount, byMs: number): void {
    findings.error('I8', row.seq, `sale ${sale.saleId}`, `stood still as "${sale.state}" for ${byMs} ms too long`)
  }

  function dueFrom(row: Row, sale: SaleAccount, step: Step | null): number {
    const order = step?.order ?? sale.order
    if (!order) return row.mono_ms + UNKNOWN_HOLD_MS + GRACE_MS
    const since = step?.order || sale.order?.row.boot_id !== row.boot_id ? row.mono_ms : sale.order.row.mono_ms
    return Math.max(row.mono_ms, since + order.hold.remainingMs) + GRACE_MS
  }

  return {
    pass(row) {
      if (last && last.boot_id !== row.boot_id) {
        endBoot()
        for (const turn of turns.values()) turn.due = dueFrom(row, turn.sale, null)
      }
      last = row
    },
    moved(row, step, sale) {
      const turn = turns.get(sale.saleId)
      if (turn && row.mono_ms > turn.due) late(row, sale, row.mono_ms - turn.due)
      // A person has the next move where they charge on a device of its own.
      if (PROGRAM.has(step.to) && !step.event.attended) turns.set(sale.saleId, { sale, due: dueFrom(row, sale, step) })
      else turns.delete(sale.saleId)
    },
    end: endBoot,
  }
}
