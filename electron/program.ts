import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { err, ok, type Result } from '../shared/domain/result.ts'
import { loadConfig, type Config, type ConfigError } from './config.ts'

/** Where this program lies, and what it was told on its command line: the same for every shell. */
export interface Program {
  readonly config: Config
  readonly version: string
  readonly resourcesDirectory: string
  /** `GUICHET_SQLITE_BINDING`: a build of better-sqlite3 for runtimes that its package's own does not fit. */
  readonly sqliteBinding: string | undefined
}

const here = dirname(fileURLToPath(import.meta.url))
/** Packaged programs keep `resources/` beside the archive; a checkout keeps it at its root. */
const roots = [join(here, '..', '..'), join(here, '..'), join(here, '..', '..', '..')]

export const programOptions = {
  data: { type: 'string' },
  config: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

/** `--data DIR` and `--config FILE`, or `GUICHET_DATA` and `GUICHET_CONFIG`. */
export function readProgram(
  values: { readonly data?: string | undefined; readonly config?: string | undefined },
  defaultData = defaultDataDirectory(),
): Result<Program, ConfigError> {
  const dataDirectory = values.data || process.env['GUICHET_DATA'] || defaultData
  const config = loadConfig({ dataDirectory, file: values.config || process.env['GUICHET_CONFIG'] })
  if (!config.ok) return config
  return ok({ config: config.value, ...installation() })
}

export function installation(): Omit<Program, 'config'> {
  const root = roots.find((each) => existsSync(join(each, 'resources', 'venues')))
  if (!root) throw new Error(`no resources folder beside ${here}: the installation is incomplete`)
  const manifests = [join(here, '..', '..', 'package.json'), join(here, '..', 'package.json')]
  const manifest = manifests.find((each) => existsSync(each))
  const { version } = manifest
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
    : { version: '0.0.0' }
  return { version, resourcesDirectory: join(root, 'resources'), sqliteBinding: process.env['GUICHET_SQLITE_BINDING'] }
}

/** The platform's place for a program's own data. */
export function defaultDataDirectory(): string {
  if (process.platform === 'win32') return join(process.env['LOCALAPPDATA'] || homedir(), 'Guichet')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Guichet')
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'guichet')
}

/** Reads a command line; a wrong option is a value that says so, never a stack trace. */
export function readArguments<O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  allowPositionals = false,
) {
  try {
    return ok(parseArgs({ args: [...args], options, strict: true, allowPositionals }))
  } catch (error) {
    return err({ type: 'usage', detail: error instanceof Error ? error.message : String(error) })
  }
}
