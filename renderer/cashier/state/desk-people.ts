import type { CommandInput } from '../../../shared/kiosk-api/contract.ts'
import type { Problem } from '../../app/problem.ts'
import type { Desk } from './desk.ts'

export interface DeskPeople {
  /** Answers the refusal. */
  readonly signIn: (credentials: CommandInput<'signIn'>) => Promise<Problem | null>
  /** The sale waits; `switch` is for somebody else, so that nobody's number is offered. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** Who works at the desk. */
export function createPeople({ invoke, getState, set, happen }: Desk): DeskPeople {
  return {
    async signIn(credentials) {
      const reply = await invoke('signIn', credentials)
      if (!reply.ok) return reply.error
      const { handle, ...person } = reply.value
      happen({ type: 'signed-in', who: { person, credentials: { handle } } })
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
