import type { Api, Failures, Inputs, OwnFailures, Values } from './command.ts'
import { commands } from './commands.ts'

/** What the two sides of the contract are typed with. All of it is read from the table of commands. */
type Table = typeof commands

export type CommandName = keyof Table
export type CommandInput<N extends CommandName> = Inputs<Table>[N]
export type CommandValue<N extends CommandName> = Values<Table>[N]
/** Without the refusals: see `OwnFailures`. */
export type OwnFailure<N extends CommandName> = OwnFailures<Table>[N]
export type CommandFailure<N extends CommandName> = Failures<Table>[N]
export type KioskApi = Api<Table>

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName)

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}

export type { EventName, KioskBridge, KioskEvent, KioskEvents } from './events.ts'
