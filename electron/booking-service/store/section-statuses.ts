import type { SalesSection } from './store.ts'

/** A seat's new status, as a byte of SEAT_STATUS. */
export interface StatusChange {
  readonly seatId: number
  readonly to: number
}

interface KnownStatuses {
  readonly revision: number
  readonly statuses: Uint8Array
}

/**
 * Statuses of sections as this process last saw them, each valid at exactly one revision: another process may have moved
 * on. The arrays are never written to again once they are given out.
 */
export interface SectionStatuses {
  latest(sectionId: number): KnownStatuses | undefined
  keep(section: Pick<SalesSection, 'sectionId' | 'firstSeatId'>, revision: number, statuses: Uint8Array): void
  /** The section went from one revision to the next by these changes and no others. */
  advance(sectionId: number, before: number, revision: number, changes: readonly StatusChange[]): void
}

export function createSectionStatuses(): SectionStatuses {
  const known = new Map<number, KnownStatuses & { readonly firstSeatId: number }>()
  return {
    latest: (sectionId) => known.get(sectionId),
    keep({ sectionId, firstSeatId }, revision, statuses) {
      known.set(sectionId, { firstSeatId, revision, statuses })
    },
    advance(sectionId, before, revision, changes) {
      const state = known.get(sectionId)
      if (state?.revision !== before) {
        known.delete(sectionId)
        return
      }
      const statuses = state.statuses.slice()
      for (const { seatId, to } of changes) statuses[seatId - state.firstSeatId] = to
      known.set(sectionId, { ...state, revision, statuses })
    },
  }
}
