/** What lies outside a ledger's file and remembers of it; `report` are the documents of closures. */
export const ledgerMemories = ['anchor', 'roll', 'backup', 'archive', 'report'] as const
export type LedgerMemory = (typeof ledgerMemories)[number]

/**
 * How a ledger differs from what its hub remembers: it ends before the hub's last head; a row is another one; a key that
 * the hub does not know signs it; it is another ledger.
 */
export const ledgerDoubts = ['shorter', 'forked', 'another-key', 'another-ledger'] as const
export type LedgerDoubt = (typeof ledgerDoubts)[number]
