import type { SaleLedger } from '../ports/ports.ts'

/** Says whether the disk has no room for another sale, and tells the listener whenever that is another answer than before. */
export function watchStorage(ledger: SaleLedger, onChange: (full: boolean) => void): () => boolean {
  let full = false
  return () => {
    const before = full
    full = !ledger.canStartSale()
    if (full !== before) onChange(full)
    return full
  }
}
