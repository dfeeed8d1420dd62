import { canonicalJson } from '../chain/canonical-json.ts'
import { type PartName, partsIn } from './sale-body.ts'
import type { StepPayload } from './step.ts'

/**
 * Remembers of each running sale which row brought in which part of its state. Steps hand a part on unchanged, as the
 * same object; what comes as another object is compared by content.
 */
export interface SaleParts {
  /** For `bodyOf`: the row of a part, were the sale's next row to have this number and this payload. */
  rowsFor(
    saleId: string,
    seq: number,
    payload: Omit<StepPayload, 'stateSha256'>,
  ): (name: PartName, part: object) => number | null
  /** A sale that ended is not asked for again. */
  drop(saleId: string): void
}

interface Known {
  readonly seq: number
  part: object
}

/** `stored` reads what the file knows of a sale that this process has not written yet. */
export function rememberParts(stored: (saleId: string) => ReadonlyMap<PartName, Known>): SaleParts {
  const sales = new Map<string, Map<PartName, Known>>()
  return {
    rowsFor(saleId, seq, payload) {
      const known = sales.get(saleId) ?? new Map(stored(saleId))
      sales.set(saleId, known)
      const brought = new Set(partsIn(payload))
      return (name, part) => {
        if (brought.has(name)) known.set(name, { seq, part })
        const found = known.get(name)
        if (!found) return null
        if (found.part !== part && canonicalJson(found.part) !== canonicalJson(part)) return null
        found.part = part
        return found.seq
      }
    },
    drop: (saleId) => void sales.delete(saleId),
  }
}
