import { type StaffRole, staffRoles } from '../domain/staff-role.ts'
import { commands } from './commands.ts'
import { type CommandName, commandNames } from './contract.ts'

export { type StaffRole, staffRoles }

/** The customer before the machine, and those who work with it: each of these has a number and a PIN. */
export const roles = ['customer', ...staffRoles] as const

export type Role = (typeof roles)[number]

type Rows = typeof commands
type NamesWhere<R> = { [N in CommandName]: Rows[N] extends R ? N : never }[CommandName]

/** Commands of the customer's side of a desk: it has no keys, and no PIN is taken from it. */
export type DisplayCommand = NamesWhere<{ readonly who: 'display' }>

/** Commands that ask nobody for a PIN. */
export type OpenCommand = NamesWhere<{ readonly who: 'everybody' | 'display' }>

/** Commands that ask who it is. */
export type StaffCommand = Exclude<CommandName, OpenCommand>

/** Commands that two people answer for. */
export type CountersignedCommand = NamesWhere<{ readonly countersigners: readonly StaffRole[] }>

/** Commands that one person of the staff answers for. */
export type SoloCommand = Exclude<StaffCommand, CountersignedCommand>

export const displayCommands = commandNames.filter((name): name is DisplayCommand => commands[name].who === 'display')
export const openCommands = commandNames.filter((name): name is OpenCommand => mayDo(name, 'customer'))
export const countersignedCommands = commandNames.filter(
  (name): name is CountersignedCommand => countersignersOf(name) !== null,
)
export const soloCommands = commandNames.filter(
  (name): name is SoloCommand => !mayDo(name, 'customer') && countersignersOf(name) === null,
)

/** What the second person has to be: never the one who asks. Null where one person is enough. */
export function countersignersOf(command: CommandName): readonly StaffRole[] | null {
  return commands[command].countersigners
}

export function mayDo(command: CommandName, role: Role): boolean {
  const { who } = commands[command]
  return who === 'everybody' || who === 'display' || who.some((each) => each === role)
}
