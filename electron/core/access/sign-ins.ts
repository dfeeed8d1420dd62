import { err, type Result } from '../../../shared/domain/result.ts'
import type { Clock, Credentials, Identify, Ids, Person, PinRefusal } from '../ports/ports.ts'

/** A desk whose page has not said by then that somebody is there has nobody. */
const UNHEARD_MS = 90_000

/** Who asks, as their command says it: by number and PIN, or by the handle that their sign-in gave them. */
export interface Asker {
  readonly staff?: string | undefined
  readonly pin?: string | undefined
  readonly handle?: string | undefined
}

export type AskerRefusal = PinRefusal | { readonly type: 'signed-out' }

/** The person at the desk, and the handle that stands for their number and PIN there. */
export interface SignIns {
  /** A handle says who signed in; that they still work here, with this PIN, is looked up each time. */
  readonly whoIs: (asker: Asker) => Promise<Result<Person, AskerRefusal>>
  /** By number and PIN alone. */
  readonly identify: Identify
  /** Somebody takes the desk: the handle before theirs is worth nothing from now on. */
  begin(credentials: Credentials): string
  end(): void
  /** Somebody is before the desk's page. */
  heard(): void
}

/** Kept in memory alone: the end of the program ends every sign-in. */
export function createSignIns(identify: Identify, ids: Ids, clock: Pick<Clock, 'now'>): SignIns {
  let atDesk: { readonly handle: string; readonly credentials: Credentials } | null = null
  let heardMs = 0

  function credentialsOf(handle: string): Credentials | null {
    if (clock.now().monoMs - heardMs > UNHEARD_MS) atDesk = null
    return atDesk?.handle === handle ? atDesk.credentials : null
  }

  return {
    identify,
    async whoIs({ staff, pin, handle }) {
      if (handle === undefined) return pin === undefined ? err({ type: 'signed-out' }) : identify({ staff, pin })
      const credentials = credentialsOf(handle)
      if (!credentials) return err({ type: 'signed-out' })
      const known = await identify(credentials)
      // They may have left meanwhile.
      if (!credentialsOf(handle)) return err({ type: 'signed-out' })
      if (known.ok || known.error.type !== 'wrong-pin') return known
      atDesk = null
      return err({ type: 'signed-out' })
    },
    begin(credentials) {
      const handle = ids.uuid()
      atDesk = { handle, credentials }
      heardMs = clock.now().monoMs
      return handle
    },
    end() {
      atDesk = null
    },
    heard() {
      heardMs = clock.now().monoMs
    },
  }
}
