import type { Database } from 'better-sqlite3'
import { uuid, type Random } from '../store/random.ts'
import type { Claim, HoldRow } from '../rules/holds.ts'
import type { OrderedHold } from '../rules/purchases.ts'
import type { LocatedSeat } from '../rules/seats.ts'
import type { PurchaseOrder } from '../store/store.ts'
import type { SessionRow } from './sessions.ts'

export type Claims = ReturnType<typeof createClaims>

/** The rows that say who has a seat: its claim, and the hold that it came of. */
export function createClaims(db: Database, random: Random) {
  // `+?`: planned once; see the session's holds.
  const claimOn = db.prepare<[seatId: number], Omit<Claim, 'withheld'> & { readonly withheld: number }>(
    `SELECT claim.state, session_no AS sessionNo, withheld FROM claim LEFT JOIN hold USING (hold_no)
     WHERE claim.seat_id = +?`,
  )
  const countTaken = db
    .prepare<[sessionNo: number, again: number], number>(
      `SELECT (SELECT count(*) FROM hold WHERE session_no = +? AND state = 'held')
         + (SELECT count(*) FROM ticket WHERE session_no = ? AND cancelled_at IS NULL)`,
    )
    .pluck()
  const addHold = db.prepare<
    [holdId: string, sessionNo: number, sectionId: number, seatId: number, price: number, expiresAt: number]
  >(
    `INSERT INTO hold (hold_id, session_no, section_id, seat_id, price, expires_at, state)
     VALUES (?, ?, ?, ?, ?, ?, 'held')`,
  )
  const addClaim = db.prepare<[seatId: number, holdNo: number | bigint, expiresAt: number]>(
    "INSERT INTO claim (seat_id, hold_no, state, expires_at) VALUES (?, ?, 'held', ?)",
  )
  const releaseHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'released' WHERE hold_no = ?")
  const freeSeat = db.prepare<[seatId: number]>('DELETE FROM claim WHERE seat_id = ?')
  const holdById = db.prepare<[holdId: string, partnerCode: string], OrderedHold>(
    `SELECT hold_no AS holdNo, hold_id AS holdId, section_id AS sectionId, seat_id AS seatId, price, state,
       session_no AS sessionNo, event_id AS eventId
     FROM hold JOIN session USING (session_no) WHERE hold_id = +? AND partner_code = +?`,
  )
  const sellHold = db.prepare<[holdNo: number]>("UPDATE hold SET state = 'sold' WHERE hold_no = ?")
  const sellSeat = db.prepare<[seatId: number, holdNo: number]>(
    "UPDATE claim SET state = 'sold', expires_at = NULL WHERE seat_id = +? AND hold_no = +? AND state = 'held'",
  )

  return {
    on: (seats: readonly LocatedSeat[]): ReadonlyMap<number, Claim> =>
      new Map(
        seats.flatMap(({ seatId }) => {
          const claim = claimOn.get(seatId)
          return claim === undefined ? [] : [[seatId, { ...claim, withheld: claim.withheld === 1 }]]
        }),
      ),

    /** How many seats the session holds or has bought. */
    used: ({ sessionNo }: SessionRow): number => countTaken.get(sessionNo, sessionNo) ?? 0,

    hold({ sessionNo }: SessionRow, seats: readonly LocatedSeat[], expiresAt: number): void {
      for (const { seatId, section } of seats) {
        const { sectionId, price } = section
        const { lastInsertRowid: holdNo } = addHold.run(uuid(random), sessionNo, sectionId, seatId, price, expiresAt)
        addClaim.run(seatId, holdNo, expiresAt)
      }
    },

    release({ holdNo, seatId }: Pick<HoldRow, 'holdNo' | 'seatId'>): void {
      releaseHold.run(holdNo)
      freeSeat.run(seatId)
    },

    /** The partner's holds among those that the order names, by id. */
    named: ({ holdIds, partnerCode }: PurchaseOrder): ReadonlyMap<string, OrderedHold> =>
      new Map(
        holdIds.flatMap((text) => {
          const hold = holdById.get(text.toLowerCase(), partnerCode)
          return hold === undefined ? [] : [[hold.holdId, hold]]
        }),
      ),

    sell(holds: readonly OrderedHold[]): void {
      for (const { holdNo, seatId } of holds) {
        sellHold.run(holdNo)
        if (sellSeat.run(seatId, holdNo).changes !== 1) throw new Error(`seat ${seatId} is not held by hold ${holdNo}`)
      }
    },
  }
}
