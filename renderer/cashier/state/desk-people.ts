import type { Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import type { Credentials, DeskState } from './desk-state.ts'

export interface DeskPeople {
  /** Answers the refusal. */
  readonly signIn: (credentials: Credentials) => Promise<Problem | null>
  /** The sale waits; `switch` is for somebody else, so that nobody's number is offered. */
  readonly lock: (why: 'left' | 'idle' | 'switch') => void
}

/** As many people as a desk has in a day, and a screen has room for. */
const RECENT = 5

interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly set: (change: Partial<DeskState>) => void
}

/** Who works at the desk. */
export function createPeople({ invoke, getState, set }: Desk): DeskPeople {
  return {
    async signIn(credentials) {
      const reply = await invoke('signIn', credentials)
      if (!reply.ok) return reply.error
      const person = reply.value
      const others = getState().recent.filter(({ number }) => number !== person.number)
      set({ who: { person, credentials }, recent: [person, ...others].slice(0, RECENT), notice: null })
      return null
    },
    lock(why) {
      const { who } = getState()
      if (!who) return
      const offered = why === 'switch' ? null : who.person.number
      // What a locked screen must not show, it does not hold either.
      set({ who: null, office: false, filesShown: false, naming: false, customer: null, notice: null, offered })
      const reason = why === 'idle' ? 'idle' : 'left'
      void invoke('signOut', { ...who.credentials, reason }).then((reply) => {
        if (!reply.ok) set({ notice: reply.error })
      })
    },
  }
}
