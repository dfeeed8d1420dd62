import type { Anchor } from './anchor.ts'
import type { Guard } from './guard.ts'
import type { Rebuilding } from './opening.ts'
import type { StoreOptions } from './store.ts'

/** The anchor knows a later or another end of the chain than the file has. */
export interface MissingRows {
  /** Last row the anchor vouches for. */
  readonly anchorSeq: number
  /** Last row the file had when it was opened. */
  readonly presentSeq: number
}

/**
 * Compares the file with its anchor at the start. What is missing, and what was rebuilt, is journalled as RESTORED, and
 * the anchor follows the chain as it is now: a cut in the chain is never passed over in silence.
 */
export function noteMissingRows(
  guard: Guard,
  anchor: Anchor,
  { now }: Pick<StoreOptions, 'now'>,
  rebuilt: Rebuilding | null,
): MissingRows | null {
  const tip = anchor.tip()
  const missing = guard.read(({ journal }): MissingRows | null => {
    if (tip === null || journal.hashOf(tip.seq) === tip.hash) return null
    return { anchorSeq: tip.seq, presentSeq: journal.head().seq }
  })
  if (missing === null && rebuilt === null) return null
  const payload = {
    reason: rebuilt?.reason ?? 'rows are missing',
    salvagedRows: rebuilt?.rows ?? 0,
    ...(missing && { ...missing, anchorHash: tip?.hash }),
  }
  guard.write(false, (store) => store.append({ code: 'RESTORED', saleId: null, staffId: null, payload }, now()))
  anchor.reset(guard.read(({ journal }) => journal.head()))
  return missing
}
