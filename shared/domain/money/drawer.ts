import type { CountedPiece } from './cash.ts'
import type { HubWord } from './credit-slip.ts'
import type { Minor } from './money.ts'

/** Cash that no sale moves: into the drawer, out of it, or out of it into the safe. */
export const cashMoves = ['paid-in', 'paid-out', 'cash-dropped'] as const
export type CashMove = (typeof cashMoves)[number]

/** What people do with a shift's drawer beside selling. A float may be 0, what is moved is above it. */
export type DrawerAct =
  | { readonly type: 'shift-opened'; readonly currency: string; readonly amount: Minor }
  | {
      readonly type: CashMove
      readonly currency: string
      readonly amount: Minor
      readonly reason: string
      /** Who answered for it beside the one who did it. */
      readonly second?: string
    }
  /** Without a sale. */
  | { readonly type: 'drawer-opened'; readonly reason: string; readonly second?: string }
  /** A credit slip comes back, and its holder has the cash. */
  | {
      readonly type: 'slip-paid-out'
      readonly slipId: string
      readonly currency: string
      readonly amount: Minor
      readonly second: string
      /** Where a hub was told of the slip. */
      readonly word?: HubWord
    }
  | { readonly type: 'drawer-counted'; readonly currency: string; readonly pieces: readonly CountedPiece[] }

/** The running shift, as far as the person about to count may know it: not what should be in the drawer. */
export interface ShiftState {
  readonly shiftNo: number
  /** Wall time of its first row, ISO 8601 UTC; null where it has none yet. */
  readonly sinceUtc: string | null
  /** Wall time of the first row that its report shows (a sale, cash, a duplicate), ISO 8601 UTC; null if there is none. */
  readonly activeSinceUtc: string | null
  /** Of each currency whose drawer was opened, moved or counted in it. */
  readonly drawers: readonly DrawerState[]
  /** Number of sales of any shift that have seats or money and are unfinished. */
  readonly openSales: number
  /** What customers are owed: given back, but not in their hands yet. */
  readonly owed: readonly { readonly currency: string; readonly amount: Minor }[]
}

/** Returns whether the shift has no activity since the last Z report. Always false before the first one. */
export function hasNothingToClose({
  shiftNo,
  activeSinceUtc,
}: Pick<ShiftState, 'shiftNo' | 'activeSinceUtc'>): boolean {
  return shiftNo > 1 && activeSinceUtc === null
}

export interface DrawerState {
  readonly currency: string
  /** Null where nobody said what it began with. */
  readonly float: Minor | null
  /** The last count; null where there was none. */
  readonly counted: DrawerCount | null
  /** Cash moved in it since it was counted last, or since the shift began. */
  readonly uncounted: boolean
}

export interface DrawerCount {
  /** Wall time, ISO 8601 UTC. */
  readonly atUtc: string
  /** Who counted; null if nobody in particular. */
  readonly staffId: string | null
  readonly total: Minor
  /** Cumulative difference of the shift's counts up to this one, in minor units; negative if cash is missing. */
  readonly difference: Minor
  readonly pieces: readonly CountedPiece[]
}
