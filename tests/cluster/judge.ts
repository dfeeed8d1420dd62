/** An order that a kiosk was told of: its tickets' codes, or that it is refused for good. */
export interface Answered {
  readonly orderId: string
  /** Null: refused. */
  readonly codes: readonly string[] | null
}

/** A good ticket in the database. */
export interface Issued {
  readonly orderId: string
  readonly seatId: number
  readonly code: string
}

export interface Verdict {
  /** Orders that were acknowledged and of which a ticket is not there. */
  readonly lost: readonly string[]
  /** Seats with two good tickets. */
  readonly twice: readonly number[]
  /** Orders that were refused and stand all the same. */
  readonly refusedButSold: readonly string[]
}

/** Looks at what the kiosks were told and at what the database holds in the end. */
export function judge(answered: readonly Answered[], issued: readonly Issued[]): Verdict {
  const known = new Set(issued.map(({ orderId, code }) => `${orderId} ${code}`))
  const orders = new Set(issued.map(({ orderId }) => orderId))
  const seats = Map.groupBy(issued, ({ seatId }) => seatId)
  return {
    lost: answered.flatMap(({ orderId, codes }) =>
      codes !== null && codes.some((code) => !known.has(`${orderId} ${code}`)) ? [orderId] : [],
    ),
    twice: [...seats].flatMap(([seatId, tickets]) => (tickets.length > 1 ? [seatId] : [])),
    refusedButSold: answered.flatMap(({ orderId, codes }) => (codes === null && orders.has(orderId) ? [orderId] : [])),
  }
}
