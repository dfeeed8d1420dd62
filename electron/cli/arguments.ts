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
  kiosk: { type: 'boolean' },
  role: { type: 'string' },
  setup: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

/** Lists the further options of the browser host. */
export const browserHostOptions = {
  ...windowOptions,
  port: { type: 'string', default: '0' },
  'display-port': { type: 'string', default: '0' },
  'no-browser': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options']

const explained: Readonly<Record<keyof typeof browserHostOptions, readonly [value: string, about: string]>> = {
  kiosk: ['', 'fills the screen, with no way out'],
  role: ['ROLE', 'kiosk or cashier, for this start alone'],
  setup: ['', 'a machine without settings asks for them, in place of the demo'],
  data: ['DIR', 'the data directory'],
  config: ['FILE', 'the settings, from another file'],
  port: ['N', 'where a browser finds the screen; 0: any free port (browser only)'],
  'display-port': ['N', "where it finds the customer's side of a desk; 0: any free port (browser only)"],
  'no-browser': ['', 'opens no window, prints the address (browser only)'],
  help: ['', 'this text'],
}

/** What `npm start -- --help` prints. */
export const windowHelp = [
  'Usage: npm start -- [OPTIONS]',
  '',
  "Opens the kiosk, a cashier's desk or the set-up in Electron or a browser. Without settings it is the demo.",
  '',
  'Options:',
  ...Object.entries(explained).map(([name, [value, about]]) => `  ${`--${name} ${value}`.padEnd(20)}  ${about}`),
].join('\n')

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
