import { err, type Result } from '../../shared/domain/result.ts'
import type { CommandInput, CommandName, KioskApi } from '../../shared/kiosk-api/contract.ts'
import { commandRoles, mayDo, type StaffCommand, type StaffRole } from '../../shared/kiosk-api/roles.ts'
import type { PinRefusal } from './staff-pin.ts'

/** Somebody who works with this machine; `staffId` stands in the journal beside what they do. */
export interface Person {
  readonly staffId: string
  readonly role: StaffRole
}

export interface Credentials {
  /** Their number; absent: whoever has the machine's own PIN. */
  readonly staff?: string | undefined
  readonly pin: string
}

/** The people of the machine. */
export type Identify = (credentials: Credentials) => Promise<Result<Person, PinRefusal>>

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
