import { parseArgs, type ParseArgsConfig } from 'node:util'
import { err, ok } from '../../shared/domain/result.ts'
import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'

export const programOptions = {
  data: { type: 'string' },
  config: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

export const windowOptions = {
  ...programOptions,
  kiosk: { type: 'boolean' },
  role: { type: 'string' },
  setup: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

export const browserHostOptions = {
  ...windowOptions,
  port: { type: 'string', default: '0' },
  'display-port': { type: 'string', default: '0' },
  'no-browser': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies ParseArgsConfig['options']

const explained: Readonly<Record<keyof typeof browserHostOptions, readonly [value: string, about: string]>> = {
  kiosk: ['', 'full screen, locked'],
  role: ['ROLE', 'kiosk or cashier, for this start only'],
  setup: ['', 'open the set-up instead of the demo if there are no settings'],
  data: ['DIR', 'data directory'],
  config: ['FILE', 'settings file'],
  port: ['N', 'port of the screen; 0: any free port (browser only)'],
  'display-port': ['N', 'port of the customer display; 0: any free port (browser only)'],
  'no-browser': ['', 'print the address instead of opening a window (browser only)'],
  help: ['', 'this text'],
}

export const windowHelp = [
  'Usage: npm start -- [OPTIONS]',
  '',
  'Opens the kiosk, the desk or the set-up in Electron or a browser. Without settings it opens the demo.',
  '',
  'Options:',
  ...Object.entries(explained).map(([name, [value, about]]) => `  ${`--${name} ${value}`.padEnd(20)}  ${about}`),
].join('\n')

/** Reads a command line. Returns an error text in each language for an invalid option instead of throwing. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  try {
    return ok(parseArgs({ args: [...args], options, strict: true, allowPositionals }))
  } catch (error) {
    return err({ type: 'usage', sentence: usageText(error as NodeJS.ErrnoException) })
  }
}

const usageText =
  ({ code, message }: NodeJS.ErrnoException) =>
  ({ refusals }: ProgramTexts): string => {
    const [, name = ''] = /'(.+?)'/u.exec(message) ?? []
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return refusals.unknownOption(name, '')
    if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return refusals.tooManyWords('guichet', name)
    if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
    return / not take /u.test(message) ? refusals.noValue(name) : refusals.missingValue(name)
  }
