import { err, type Result } from '../../shared/domain/result.ts'
import type { CommandInput, CommandName, KioskApi } from '../../shared/kiosk-api/contract.ts'
import { commandRoles, mayDo, type StaffCommand } from '../../shared/kiosk-api/roles.ts'
import type { Credentials, Identify, Person } from './ports.ts'

/** The contract's commands as they are carried out: those of staff are told whose they are. */
export type Commands = {
  readonly [N in CommandName]: N extends StaffCommand
    ? (input: CommandInput<N>, person: Person) => ReturnType<KioskApi[N]>
    : (input: CommandInput<N>) => ReturnType<KioskApi[N]>
}

export type StaffCommands = Pick<Commands, StaffCommand>

/** Puts the table of roles before the commands: no transport, and nobody in this process, gets round it. */
export function guardCommands(commands: Commands, identify: Identify): KioskApi {
  type Carry = (input: unknown, person?: Person) => Promise<Result<unknown, { readonly type: string }>>
  const guarded = (name: CommandName): Carry => {
    const carry = commands[name] as Carry
    if (mayDo(name, 'customer')) return (input) => carry(input)
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
