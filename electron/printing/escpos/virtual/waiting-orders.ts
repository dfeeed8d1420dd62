import type { Order } from './orders.ts'

/** Orders that wait for a byte or a row; `carryOut` is called when one falls due. */
export function createWaitingOrders(carryOut: (order: Order) => void) {
  /** Bytes since the printer's first. */
  let received = 0
  let awaitingBytes: { readonly at: number; readonly order: Order }[] = []
  let awaitingRows: { readonly piece: number; readonly rows: number; readonly order: Order }[] = []

  return {
    afterBytes(count: number, order: Order): void {
      awaitingBytes.push({ at: received + count, order })
    },

    atRow(piece: number, rows: number, order: Order): void {
      awaitingRows.push({ piece, rows, order })
    },

    /** Hands bytes to `take`, each time up to the one at which an order falls due, while `goesOn` says so. */
    receive(bytes: Uint8Array, take: (bytes: Uint8Array) => void, goesOn: () => boolean): void {
      let rest = bytes
      while (rest.length > 0 && goesOn()) {
        const next = Math.min(...awaitingBytes.map(({ at }) => at - received), rest.length)
        take(rest.subarray(0, next))
        received += next
        rest = rest.subarray(next)
        const due = awaitingBytes.filter(({ at }) => at <= received)
        awaitingBytes = awaitingBytes.filter(({ at }) => at > received)
        for (const { order } of due) carryOut(order)
      }
    },

    rowPassed(piece: number, rows: number): void {
      const due = awaitingRows.filter((waiting) => waiting.piece === piece && waiting.rows <= rows)
      awaitingRows = awaitingRows.filter((waiting) => !due.includes(waiting))
      for (const { order } of due) carryOut(order)
    },
  }
}
