import { parseArgs, type ParseArgsConfig } from 'node:util'
import { err, ok } from '../../shared/domain/result.ts'
import { messageOf } from '../../shared/error-message.ts'

/** What every shell can be told. */
export const programOptions = {
  data: { type: 'string' },
  config: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

/** What a shell with a window can be told besides. */
export const windowOptions = {
  ...programOptions,
  /** Fills the screen, as on a machine in a hall. */
  kiosk: { type: 'boolean' },
  role: { type: 'string' },
  /** Where there are no settings yet, asks what the machine has to know; without it such a machine is the demo. */
  setup: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

/** Reads a command line; a wrong option is a value that says so, never a stack trace. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  try {
    return ok(parseArgs({ args: [...args], options, strict: true, allowPositionals }))
  } catch (error) {
    return err({ type: 'usage', detail: messageOf(error) })
  }
}
