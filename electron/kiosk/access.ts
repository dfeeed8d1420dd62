import type { Blocker } from '../../shared/domain/fleet/fleet.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
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
} from '../../shared/api/kiosk/contract.ts'
import type { AdmissionFailure, SecondFailure, StaffFailure } from '../../shared/api/kiosk/failures.ts'
import type { Clock, Credentials, Identify, Ids, InSale, Person, PinRefusal } from './ports/ports.ts'

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

export type Commands = OpenCommands & SoloCommands & CountersignedCommands

/** Checks the credentials of every command before the command runs, whatever its transport. */
export function admit(
  commands: Commands,
  signIns: SignIns,
  presence: PresenceTracker,
  inSale: InSale,
  /** Called after a staff member has been identified. */
  onStaff: (person: Person) => void = () => undefined,
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
    return presence.during(() => inSale(saleId, work))
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

  async function admitted(
    name: StaffCommand,
    callerCredentials: CallerCredentials,
  ): Promise<Result<Person, StaffFailure>> {
    const known = await signIns.whoIs(callerCredentials, name)
    if (known.ok) onStaff(known.value)
    return known.ok && !mayDo(name, known.value.role) ? err({ type: 'not-allowed' }) : known
  }

  async function countersigner(
    name: CountersignedCommand,
    credentials: Credentials,
    first: Person,
  ): Promise<Result<Person, SecondFailure>> {
    const refused = (because: SecondFailure['because']) => err({ type: 'second-person', because } as const)
    const other = await signIns.identify(credentials)
    if (!other.ok) return err({ ...other.error, type: 'second-person', because: other.error.type })
    if (other.value.staffId === first.staffId) return refused('same-person')
    return countersignersOf(name)?.includes(other.value.role) ? other : refused('not-allowed')
  }
}

type Methods<K extends CommandName, Refused extends Refusal> = { [N in K]: Method<N, Refused> }

function eachOf<K extends CommandName, Refused extends Refusal>(
  names: readonly K[],
  carry: <N extends K>(name: N, input: CommandInput<N>) => Answer<N, Refused>,
): Methods<K, Refused> {
  const methods: { [N in K]?: Method<N, Refused> } = {}
  for (const name of names) methods[name] = (input) => carry(name, input)
  if (!isWhole(names, methods)) throw new Error('a command has no implementation')
  return methods
}

function isWhole<K extends CommandName, Refused extends Refusal>(
  names: readonly K[],
  methods: { [N in K]?: Method<N, Refused> },
): methods is Methods<K, Refused> {
  return names.every((name) => Object.hasOwn(methods, name))
}

/** Identifies the cashier for a command that customers can also use without staff at a kiosk. */
export async function identifyCashier(
  signIns: SignIns,
  by: CallerCredentials | undefined,
): Promise<Result<Person, AuthenticationFailure | { readonly type: 'not-allowed' }>> {
  if (!by) return err({ type: 'not-allowed' })
  const known = await signIns.whoIs(by)
  return known.ok && !mayDo('confirmCash', known.value.role) ? err({ type: 'not-allowed' }) : known
}

/** Default time in milliseconds without a touch after which the screen counts as unattended. */
const QUIET_MS = 60_000

/** Time in milliseconds for which a page counts as in use after it has reported a user. */
const IN_USE_MS = 90_000

export class PresenceTracker {
  readonly #clock: Pick<Clock, 'now'>
  readonly #quietMs: number
  /** Initially the start time, because the person who started the kiosk is probably at the screen. */
  #seenMs: number
  #inUseUntilMs = 0
  #running = 0

  constructor(clock: Pick<Clock, 'now'>, quietMs = QUIET_MS) {
    this.#clock = clock
    this.#quietMs = quietMs
    this.#seenMs = clock.now().monoMs
  }

  note({ inUse }: CommandInput<'reportActivity'>): void {
    this.#seenMs = this.#clock.now().monoMs
    this.#inUseUntilMs = inUse ? this.#seenMs + IN_USE_MS : 0
  }

  async during<T>(command: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await command()
    } finally {
      this.#running -= 1
    }
  }

  blocker(): Extract<Blocker, 'work' | 'attention'> | null {
    if (this.#running > 0) return 'work'
    const nowMs = this.#clock.now().monoMs
    return nowMs < this.#inUseUntilMs || nowMs - this.#seenMs < this.#quietMs ? 'attention' : null
  }
}

/** Maximum time in milliseconds from reading a badge to confirming the cash payment. */
const BADGE_LASTS_MS = 120_000

/** Time in milliseconds after which a sign-in ends if the screen reports no user. */
const PRESENCE_TIMEOUT_MS = 90_000

/** Staff number and PIN, or the handle of a sign-in. */
interface CallerCredentials {
  readonly staff?: string | undefined
  readonly pin?: string | undefined
  readonly handle?: string | undefined
  /** Sale of the command. A badge handle is valid only for its own sale. */
  readonly saleId?: string | undefined
}

type AuthenticationFailure = PinRefusal | { readonly type: 'signed-out' }

/** Stores the sign-in of a cashier desk in memory only, so that it ends with the program. */
export class SignIns {
  /** Checks staff number and PIN without signing the person in. */
  readonly identify: Identify
  readonly #ids: Ids
  readonly #clock: Pick<Clock, 'now'>
  #atDesk: { readonly handle: string; readonly credentials: Credentials } | null = null
  #heardMs = 0
  #badge: {
    readonly handle: string
    readonly person: Person
    readonly saleId: string
    readonly untilMs: number
  } | null = null

  constructor(identify: Identify, ids: Ids, clock: Pick<Clock, 'now'>) {
    this.identify = identify
    this.#ids = ids
    this.#clock = clock
  }

  /** Checks staff number and PIN even if a sign-in handle is given, because the person may have left the staff. */
  async whoIs(
    { staff, pin, handle, saleId }: CallerCredentials,
    command?: CommandName,
  ): Promise<Result<Person, AuthenticationFailure>> {
    if (handle === undefined) return pin === undefined ? err({ type: 'signed-out' }) : this.identify({ staff, pin })
    const byBadge = this.#ownerOf(handle, saleId)
    if (byBadge && command === 'confirmCash') return ok(byBadge)
    const credentials = this.#credentialsOf(handle)
    if (!credentials) return err({ type: 'signed-out' })
    const known = await this.identify(credentials)
    // The sign-in may have ended while the PIN was checked.
    if (!this.#credentialsOf(handle)) return err({ type: 'signed-out' })
    if (known.ok || known.error.type !== 'wrong-pin') return known
    this.#atDesk = null
    return err({ type: 'signed-out' })
  }

  /** Returns a handle that allows the badge's owner to confirm the cash payment of the sale, and nothing else. */
  admitBadge(person: Person, saleId: string): string {
    const handle = this.#ids.uuid()
    this.#badge = { handle, person, saleId, untilMs: this.#clock.now().monoMs + BADGE_LASTS_MS }
    return handle
  }

  endBadge(): void {
    this.#badge = null
  }

  /** Returns a new handle and invalidates the previous handle. */
  begin(credentials: Credentials): string {
    const handle = this.#ids.uuid()
    this.#atDesk = { handle, credentials }
    this.heard()
    return handle
  }

  end(): void {
    this.#atDesk = null
  }

  heard(): void {
    this.#heardMs = this.#clock.now().monoMs
  }

  #ownerOf(handle: string, saleId: string | undefined): Person | null {
    const badge = this.#badge
    const isValid = badge?.handle === handle && badge.saleId === saleId && this.#clock.now().monoMs < badge.untilMs
    return isValid ? badge.person : null
  }

  #credentialsOf(handle: string): Credentials | null {
    if (this.#clock.now().monoMs - this.#heardMs > PRESENCE_TIMEOUT_MS) this.#atDesk = null
    return this.#atDesk?.handle === handle ? this.#atDesk.credentials : null
  }
}
