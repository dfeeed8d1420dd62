import { type CommandInput, mayDo } from '../../../shared/kiosk-api/contract.ts'
import type { PersonView } from '../../../shared/kiosk-api/views.ts'
import type { Problem } from '../../app/problem.ts'
import type { Credentials } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

export interface DeskPeople {
  /** Answers the refusal. */
  readonly signIn: (credentials: CommandInput<'signIn'>) => Promise<Problem | null>
  /** Puts the live desk into training; answers the refusal. */
  readonly beginTraining: (credentials: CommandInput<'beginTraining'>) => Promise<Problem | null>
  /** Out of training at once; a live desk is locked, and asks who puts it there. */
  readonly training: () => void
  /** The sale waits; `switch` is for somebody else, so that nobody's number is offered. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** Who works at the desk. */
export function createPeople({ invoke, getState, set, happen }: Desk): DeskPeople {
  /** Where cash goes into a drawer in earnest, before the first sale of a shift; a sale at hand goes first. */
  async function isFloatMissing({ role }: PersonView, credentials: Credentials): Promise<boolean> {
    const { info, work } = getState()
    const { step } = atHand(work)
    const servesNobody = step === 'events' || step === 'seats'
    if (!info?.tenders.includes('cash') || !mayDo('openShift', role) || !servesNobody) return false
    const shift = await invoke('viewShift', credentials)
    if (!shift.ok || (info.mode === 'demo' && !shift.value.opensDrawer)) return false
    return shift.value.drawers[0]?.float === null
  }

  function lock(why: 'left' | 'idle' | 'switch'): void {
    const { who } = getState().screen
    if (!who) return
    happen({ type: 'signed-out', offered: why === 'switch' ? null : who.person.number })
    const reason = why === 'idle' ? 'idle' : 'left'
    void invoke('signOut', { ...who.credentials, reason }).then((reply) => {
      if (!reply.ok && reply.error.type !== 'signed-out') set({ notice: reply.error })
    })
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
    async beginTraining(credentials) {
      const reply = await invoke('beginTraining', credentials)
      return reply.ok ? null : reply.error
    },
    training() {
      const { info } = getState()
      if (info?.mode === 'training')
        void invoke('endTraining', {}).then((reply) => {
          if (!reply.ok) set({ notice: reply.error })
        })
      else if (info?.mayTrain) {
        lock('switch')
        happen({ type: 'training-asked' })
      } else set({ notice: { type: 'training-not-offered' } })
    },
    lock,
  }
}
