import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { err, type Result } from '../../shared/domain/result.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandValue,
  type CountersignedCommand,
  countersignedCommands,
  countersignersOf,
  type KioskApi,
  mayDo,
  type OpenCommand,
  openCommands,
  type OwnFailure,
  type SoloCommand,
  soloCommands,
  type StaffCommand,
} from '../../shared/kiosk-api/contract.ts'
import type { AdmissionFailure, SecondFailure, StaffFailure } from '../../shared/kiosk-api/failures.ts'
import type { Clock, Credentials, Identify, Ids, InSale, Person, PinRefusal } from './ports/ports.ts'

/** `Refused`: what commands of its kind may answer without being carried out. */
interface Refusal {
  readonly type: string
}
type Answer<N extends CommandName, Refused extends Refusal> = Promise<
  Result<CommandValue<N>, OwnFailure<N> | AdmissionFailure | Refused>
>
type Method<N extends CommandName, Refused extends Refusal> = (input: CommandInput<N>) => Answer<N, Refused>

type OpenCommands = { readonly [N in OpenCommand]: Method<N, never> }
type SoloCommands = {
  readonly [N in SoloCommand]: (input: CommandInput<N>, person: Person) => Answer<N, StaffFailure>
}
type CountersignedCommands = {
  readonly [N in CountersignedCommand]: (
    input: CommandInput<N>,
    person: Person,
    second: Person,
  ) => Answer<N, StaffFailure | SecondFailure>
}

/** The contract's commands as they are carried out: those of staff are told whose they are, and who answers for it beside them. */
export type Commands = OpenCommands & SoloCommands & CountersignedCommands

export type StaffCommands = Pick<Commands, StaffCommand>

/**
 * Puts the table of commands before those who carry them out: no transport, and nobody in this process, gets round it. What
 * is under way is known to `attendance`.
 */
export function admit(
  commands: Commands,
  { whoIs, identify }: SignIns,
  { during }: Pick<Attendance, 'during'>,
  inSale: InSale,
): KioskApi {
  const open: OpenCommands = commands
  const solo: SoloCommands = commands
  const countersigned: CountersignedCommands = commands

  return {
    ...eachOf<OpenCommand, never>(openCommands, (name, input) => carry(input, () => open[name](input))),
    ...eachOf<SoloCommand, StaffFailure>(soloCommands, (name, input) => carry(input, () => bySelf(name, input))),
    ...eachOf<CountersignedCommand, StaffFailure | SecondFailure>(countersignedCommands, (name, input) =>
      carry(input, () => byTwo(name, input)),
    ),
  }

  function carry<T>(input: object, work: () => Promise<T>): Promise<T> {
    const saleId = 'saleId' in input && typeof input.saleId === 'string' ? input.saleId : null
    return during(() => inSale(saleId, work))
  }

  async function bySelf<N extends SoloCommand>(name: N, input: CommandInput<N>): Answer<N, StaffFailure> {
    const person = await admitted(name, input)
    return person.ok ? solo[name](input, person.value) : person
  }

  async function byTwo<N extends CountersignedCommand>(
    name: N,
    input: CommandInput<N>,
  ): Answer<N, StaffFailure | SecondFailure> {
    const person = await admitted(name, input)
    if (!person.ok) return person
    const second = await countersigner(name, input.second, person.value)
    return second.ok ? countersigned[name](input, person.value, second.value) : second
  }

  async function admitted(name: StaffCommand, asker: Asker): Promise<Result<Person, StaffFailure>> {
    const known = await whoIs(asker)
    return known.ok && !mayDo(name, known.value.role) ? err({ type: 'not-allowed' }) : known
  }

  async function countersigner(
    name: CountersignedCommand,
    credentials: Credentials,
    first: Person,
  ): Promise<Result<Person, SecondFailure>> {
    const refused = (because: SecondFailure['because']) => err({ type: 'second-person', because } as const)
    const other = await identify(credentials)
    if (!other.ok) return err({ ...other.error, type: 'second-person', because: other.error.type })
    if (other.value.staffId === first.staffId) return refused('same-person')
    return countersignersOf(name)?.includes(other.value.role) ? other : refused('not-allowed')
  }
}

type Methods<K extends CommandName, Refused extends Refusal> = { [N in K]: Method<N, Refused> }

/** An object with these methods, each of them carried out by `carry`. */
function eachOf<K extends CommandName, Refused extends Refusal>(
  names: readonly K[],
  carry: <N extends K>(name: N, input: CommandInput<N>) => Answer<N, Refused>,
): Methods<K, Refused> {
  const methods: { [N in K]?: Method<N, Refused> } = {}
  for (const name of names) methods[name] = (input) => carry(name, input)
  if (!isWhole(names, methods)) throw new Error('a command is carried out by nobody')
  return methods
}

function isWhole<K extends CommandName, Refused extends Refusal>(
  names: readonly K[],
  methods: { [N in K]?: Method<N, Refused> },
): methods is Methods<K, Refused> {
  return names.every((name) => Object.hasOwn(methods, name))
}

/** The cashier who takes money at a desk, by a command that customers at a kiosk give themselves. */
export async function identifyCashier(
  { whoIs }: SignIns,
  by: Asker | undefined,
): Promise<Result<Person, AskerRefusal | { readonly type: 'not-allowed' }>> {
  if (!by) return err({ type: 'not-allowed' })
  const known = await whoIs(by)
  return known.ok && !mayDo('confirmCash', known.value.role) ? err({ type: 'not-allowed' }) : known
}

/** For how long nobody is to have touched the screen, where the settings do not say. */
const QUIET_MS = 60_000

/** A page that has not said so again by then is gone, and so is its user. */
const IN_USE_MS = 90_000

/** Whether somebody stands at the screen, as far as the screen says so, and what is being done for them. */
export interface Attendance {
  /** What the screen says of the person who stands there. */
  note(said: CommandInput<'noteAttention'>): void
  /** A command, known of while it is carried out. */
  during<T>(command: () => Promise<T>): Promise<T>
  blocker(): Extract<Blocker, 'work' | 'attention'> | null
}

/** The person who started the machine is before it. */
export function createAttendance(clock: Pick<Clock, 'now'>, quietMs = QUIET_MS): Attendance {
  let seenMs = clock.now().monoMs
  let inUseUntilMs = 0
  let inHand = 0
  return {
    note({ inUse }) {
      seenMs = clock.now().monoMs
      inUseUntilMs = inUse ? seenMs + IN_USE_MS : 0
    },
    async during(command) {
      inHand += 1
      try {
        return await command()
      } finally {
        inHand -= 1
      }
    },
    blocker() {
      if (inHand > 0) return 'work'
      const nowMs = clock.now().monoMs
      return nowMs < inUseUntilMs || nowMs - seenMs < quietMs ? 'attention' : null
    },
  }
}

/** A desk whose page has not said by then that somebody is there has nobody. */
const UNHEARD_MS = 90_000

/** Who asks, as their command says it: by number and PIN, or by the handle that their sign-in gave them. */
interface Asker {
  readonly staff?: string | undefined
  readonly pin?: string | undefined
  readonly handle?: string | undefined
}

type AskerRefusal = PinRefusal | { readonly type: 'signed-out' }

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
