/** Which sale has the ticket printer: the papers of one customer come out together. */
export interface PrintQueue {
  /** Resolves once it is this sale's turn, which lasts until it leaves; at once where nobody waits for it any more. */
  turn(saleId: string, over: AbortSignal): Promise<void>
  /** Its papers are out, or a person has to look first: the next sale prints. */
  leave(saleId: string): void
  /** Whether a sale has the printer. */
  isTaken(): boolean
}

export function createPrintQueue(): PrintQueue {
  /** In the order in which they came; the first one prints. */
  const sales = new Map<string, PromiseWithResolvers<void>>()
  const beginFirst = (): void => sales.values().next().value?.resolve()

  return {
    turn(saleId, over) {
      const turn = sales.get(saleId) ?? Promise.withResolvers<void>()
      if (!sales.has(saleId)) over.addEventListener('abort', () => turn.resolve(), { once: true })
      sales.set(saleId, turn)
      beginFirst()
      return turn.promise
    },
    leave(saleId) {
      sales.delete(saleId)
      beginFirst()
    },
    isTaken: () => sales.size > 0,
  }
}
