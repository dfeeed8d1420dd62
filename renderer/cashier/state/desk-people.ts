import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import { mayDo } from '../../../shared/kiosk-api/roles.ts'
import type { PersonView } from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { Credentials } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

export interface DeskPeople {
  /** Answers the refusal. */
  readonly signIn: (credentials: CommandInput<'signIn'>) => Promise<Problem | null>
  /** The sale waits; `switch` is for somebody else, so that nobody's number is offered. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** Who works at the desk. */
export function createPeople({ invoke, getState, set, happen }: Desk): DeskPeople {
  /** Where cash goes into a drawer in earnest, before the first sale of a shift; a sale at hand goes first. */
  async function isFloatMissing({ role }: PersonView, credentials: Credentials): Promise<boolean> {
    const { info, work } = getState()
    if (!info?.tenders.includes('cash') || !mayDo('openShift', role) || atHand(work).sale) return false
    const shift = await invoke('viewShift', credentials)
    if (!shift.ok || (info.mode === 'demo' && !shift.value.opensDrawer)) return false
    return shift.value.drawers[0]?.float === null
  }

  return {
    async signIn(credentials) {
      const reply = await invoke('signIn', credentials)
      if (!reply.ok) return reply.error
      const { handle, ...person } = reply.value
      const asksFloat = await isFloatMissing(person, { handle })
      happen({ type: 'signed-in', who: { person, credentials: { handle } }, asksFloat })
      return null
    },
    lock(why) {
      const { who } = getState().screen
      if (!who) return
      happen({ type: 'signed-out', offered: why === 'switch' ? null : who.person.number })
      const reason = why === 'idle' ? 'idle' : 'left'
      void invoke('signOut', { ...who.credentials, reason }).then((reply) => {
        if (!reply.ok && reply.error.type !== 'signed-out') set({ notice: reply.error })
      })
    },
  }
}
