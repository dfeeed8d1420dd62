import { err, type Result } from '../../../shared/domain/result.ts'
import type { CommandInput, CommandName, KioskApi } from '../../../shared/kiosk-api/contract.ts'
import {
  commandRoles,
  type CountersignedCommand,
  countersignersOf,
  mayDo,
  type StaffCommand,
} from '../../../shared/kiosk-api/roles.ts'
import type { Credentials, Identify, Person, PinRefusal } from '../ports/ports.ts'

/** The contract's commands as they are carried out: those of staff are told whose they are, and who answers for it beside them. */
export type Commands = {
  readonly [N in CommandName]: N extends CountersignedCommand
    ? (input: CommandInput<N>, person: Person, second: Person) => ReturnType<KioskApi[N]>
    : N extends StaffCommand
      ? (input: CommandInput<N>, person: Person) => ReturnType<KioskApi[N]>
      : (input: CommandInput<N>) => ReturnType<KioskApi[N]>
}

export type StaffCommands = Pick<Commands, StaffCommand>

/** Puts the tables of roles before the commands: no transport, and nobody in this process, gets round them. */
export function guardCommands(commands: Commands, identify: Identify): KioskApi {
  type Carry = (
    input: unknown,
    person?: Person,
    second?: Person,
  ) => Promise<Result<unknown, { readonly type: string; readonly because?: string }>>

  const countersigned =
    (roles: readonly Person['role'][], carry: Carry): Carry =>
    async (input, person) => {
      const { second } = input as { readonly second: Credentials }
      const other = await identify(second)
      const refused = (because: string) => err({ type: 'second-person', because })
      if (!other.ok) return refused(other.error.type)
      if (other.value.staffId === person?.staffId) return refused('same-person')
      return roles.includes(other.value.role) ? carry(input, person, other.value) : refused('not-allowed')
    }

  const guarded = (name: CommandName): Carry => {
    const plain = commands[name] as Carry
    if (mayDo(name, 'customer')) return (input) => plain(input)
    const roles = countersignersOf(name)
    const carry = roles ? countersigned(roles, plain) : plain
    return async (input) => {
      const { staff, pin } = input as Credentials
      const known = await identify({ staff, pin })
      if (!known.ok) return known
      return mayDo(name, known.value.role) ? carry(input, known.value) : err({ type: 'not-allowed' })
    }
  }
  const names = Object.keys(commandRoles) as CommandName[]
  return Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as KioskApi
}

/** Whoever takes money at a desk, by a command that a customer at a kiosk may give for themselves. */
export async function identifyCashier(
  identify: Identify,
  by: Credentials | undefined,
): Promise<Result<Person, PinRefusal | { readonly type: 'not-allowed' }>> {
  if (!by) return err({ type: 'not-allowed' })
  const known = await identify(by)
  return known.ok && !mayDo('confirmCash', known.value.role) ? err({ type: 'not-allowed' }) : known
}
