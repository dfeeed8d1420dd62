import { isTicketCode } from './desk-search.ts'
import { isOutside, stepOn } from './desk-state.ts'
import type { Events } from './desk-events.ts'
import type { Visits } from './desk-visits.ts'
import type { Desk } from './desk.ts'
import { createLineHistory } from './line-history.ts'
import type { TypeAhead } from './type-ahead.ts'

/** The command line: what is typed is carried out, or stands there again with the reason. */
export interface Line {
  /** Its Enter: what it means depends on where the sale is. */
  readonly enter: (typed: string) => void
  /** A line typed before, to stand in the command line; null where the arrows mean something else. */
  readonly recallLine: (by: number, typed: string) => string | null
}

export function createLine(
  { getState, set }: Desk,
  keys: TypeAhead,
  visits: Visits,
  events: Pick<Events, 'listed'>,
  carryOut: (line: string) => Promise<void>,
): Line {
  const history = createLineHistory()

  async function take(line: string, giveBack: (step?: ReturnType<Desk['getState']>['work']['step']) => void) {
    if (stepOn(getState()) === 'events') await events.listed()
    if (stepOn(getState()) === 'seats') await visits.opened().then(visits.reopen)
    const { screen, work } = getState()
    if (screen.name === 'expired') return
    set({ unsent: null })
    if (work.step === 'under-way') giveBack()
    // The visit could not be opened, and the notice says why.
    if (work.step === 'seats' && !work.visit) return giveBack()
    await carryOut(line)
    const { screen: after, notice } = getState()
    if (after.name === 'expired' || (notice && isOutside(notice))) giveBack(work.step)
  }

  return {
    enter(typed) {
      const line = typed.trim()
      if (stepOn(getState()) === 'seats' && !isTicketCode(line)) history.keep(line)
      const giveBack = (step = getState().work.step): void => {
        if (line !== '') set({ unsent: { line, step } })
      }
      keys.onSight(() => take(line, giveBack), giveBack)
    },
    recallLine(by, typed) {
      const { work } = getState()
      return work.step === 'seats' && !work.search.offers ? history.recall(by, typed) : null
    },
  }
}
