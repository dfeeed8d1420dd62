import type { DisplayCommand, KioskApi } from '../../shared/kiosk-api/contract.ts'
import type { SetupApi } from '../../shared/kiosk-api/setup.ts'
import type { ConfiguredKiosk } from './kiosk.ts'
import type { Program } from './program.ts'

/** A kiosk's commands, as the one who sells has them. */
export type DeskApi = Omit<KioskApi, DisplayCommand>

/**
 * What a machine is. A kiosk has nothing of the set-up, and the set-up nothing of the kiosk. `program`: of the kiosk; of a set-up
 * the settings before, or those of the demo.
 */
export type MachineState = { readonly program: Program } &
  /** `front`: who answers, in training another than the kiosk itself. */
  (
    | { readonly is: 'kiosk'; readonly kiosk: ConfiguredKiosk; readonly front: ConfiguredKiosk; readonly api: DeskApi }
    | { readonly is: 'set-up'; readonly api: SetupApi; readonly stop: () => Promise<void> }
    /** On its way from one to the other, or to itself with other settings: nobody is answered. */
    | { readonly is: 'turning'; readonly into: Promise<unknown> }
    /** It could not be restarted, and answers nobody any more. */
    | { readonly is: 'lost' }
  )

/** The kiosk that may be restarted now, because its settings, or what it speaks with, are others by now and nobody would notice. */
export function restartable(state: MachineState, why: 'settings' | 'speech' = 'settings'): ConfiguredKiosk | null {
  if (state.is !== 'kiosk' || state.kiosk.blocker() !== null) return null
  return why === 'speech' || state.kiosk.settingsWait() ? state.kiosk : null
}

export interface Turning {
  readonly state: MachineState
  /** Rejects as `into` does: the machine is lost then. */
  turn(into: () => Promise<MachineState>): Promise<void>
  /** Called when it has turned. */
  onTurned(listener: () => void): void
}

export function createTurning(first: MachineState): Turning {
  const listeners = new Set<() => void>()
  let state = first
  return {
    get state() {
      return state
    },
    async turn(into) {
      const { program } = state
      const { promise, resolve } = Promise.withResolvers<null>()
      const turned = promise.then(into)
      state = { is: 'turning', program, into: turned }
      resolve(null)
      try {
        state = await turned
      } catch (error) {
        state = { is: 'lost', program }
        throw error
      }
      for (const listener of listeners) listener()
    },
    onTurned: (listener) => void listeners.add(listener),
  }
}
