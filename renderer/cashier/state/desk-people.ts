import type { Problem } from '../../app/problem.ts'
import type { Credentials } from './desk-state.ts'
import type { Desk } from './desk.ts'

export interface DeskPeople {
  /** Answers the refusal. */
  readonly signIn: (credentials: Credentials) => Promise<Problem | null>
  /** The sale waits; `switch` is for somebody else, so that nobody's number is offered. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** A PIN that is no longer theirs ends their work here. */
export function lockedOutBy({ happen }: Desk, problem: Problem): Problem {
  if (problem.type === 'wrong-pin') happen({ type: 'signed-out', offered: null })
  return problem
}

/** Who works at the desk. */
export function createPeople({ invoke, getState, set, happen }: Desk): DeskPeople {
  return {
    async signIn(credentials) {
      const reply = await invoke('signIn', credentials)
      if (!reply.ok) return reply.error
      happen({ type: 'signed-in', who: { person: reply.value, credentials } })
      return null
    },
    lock(why) {
      const { who } = getState().screen
      if (!who) return
      happen({ type: 'signed-out', offered: why === 'switch' ? null : who.person.number })
      const reason = why === 'idle' ? 'idle' : 'left'
      void invoke('signOut', { ...who.credentials, reason }).then((reply) => {
        if (!reply.ok) set({ notice: reply.error })
      })
    },
  }
}
