import { existsSync, readFileSync, watchFile } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { err, type Err, ok, type Result } from '../../shared/domain/result.ts'
import { type Config, configError, type ConfigError, type ConfigSource, loadConfig } from '../config/config.ts'
import { faultOf, foundProblem } from '../config/setting-problem.ts'
import { languages } from '../../shared/domain/language.ts'
import { accountLanguage, defaultDataDirectory, foreignFolder } from '../host/system.ts'
import { openSecret } from '../host/keyring.ts'
import { type OpenDocuments, openDocumentThread } from '../printing/document-thread.ts'
import { keptSecrets, settingsIn } from '../config/setup-settings.ts'

export interface Program {
  readonly config: Config
  readonly version: string
  readonly resourcesDirectory: string
  readonly rendererDirectory: string
  readonly openDocuments: OpenDocuments
  /** Path of a better-sqlite3 binary for test runtimes that the package does not support; undefined in a release. */
  readonly sqliteBinding: string | undefined
  /** True for a package that was not built for publication. */
  readonly isTrial: boolean
}

interface Manifest {
  readonly version: string
  /** Names of the environment variables for tests. A checkout and test packages have them; a release does not. */
  readonly testVariables?: { readonly sqliteBinding: string } | null
  /** True in packages built without `--publish`; null or absent in a release and a checkout. */
  readonly trial?: true | null
}

/**
 * Folders above the source file, nearest first. The build determines which of these folders contains `package.json`.
 */
const above = foldersAbove(fileURLToPath(import.meta.url))

export interface ProgramPlaces {
  readonly data?: string | undefined
  readonly config?: string | undefined
  readonly role?: string | undefined
  readonly kiosk?: boolean | undefined
  readonly language?: string | undefined
}

/**
 * Returns the program with the configuration that its options, `GUICHET_DATA` and `GUICHET_CONFIG` select. `role` and
 * `kiosk` apply to one start only.
 */
export async function readProgram(
  places: ProgramPlaces,
  defaultData = defaultDataDirectory(),
): Promise<Result<Program, ConfigError>> {
  const source = sourceOf(places, defaultData)
  const refused = refuseForeign(source)
  if (refused) return refused
  await openSecretsOf(fileOf(source))
  return programOf(source)
}

/**
 * Returns the program with its configuration, for commands that never contact the partner. Does not require access to
 * the keyring.
 */
export function readProgramWithoutKey(places: ProgramPlaces): Result<Program, ConfigError> {
  const source = sourceOf(places, defaultDataDirectory())
  return refuseForeign(source) ?? programOf({ ...source, environment: 'without-key' })
}

function refuseForeign(source: ConfigSource): Err<ConfigError> | null {
  const foreign = foreignFolder(source.dataDirectory) ?? foreignFolder(dirname(fileOf(source)))
  if (foreign === null) return null
  const language = languages.find((each) => each === source.language) ?? accountLanguage()
  const problem = foundProblem('', { type: 'foreign-folder', ...foreign })
  return err(configError(null, language, (texts) => [faultOf(problem, texts)]))
}

/** Returns the path of the settings file, whether the file exists or not. */
export const settingsFileOf = (places: ProgramPlaces): string =>
  resolve(fileOf(sourceOf(places, defaultDataDirectory())))

const fileOf = ({ file, dataDirectory }: ConfigSource): string => file || join(dataDirectory, 'config.json')

const sourceOf = ({ data, config, role, kiosk, language }: ProgramPlaces, defaultData: string): ConfigSource => ({
  dataDirectory: data || process.env['GUICHET_DATA'] || defaultData,
  file: config || process.env['GUICHET_CONFIG'],
  role,
  kiosk,
  language,
})

function programOf(source: ConfigSource): Result<Program, ConfigError> {
  const config = loadConfig({ ...source, brokenTerms: 'left-out' })
  return config.ok ? ok({ config: config.value, ...installation() }) : config
}

/**
 * Decrypts the secrets that are sealed with a keyring. Must be called before the settings that refer to these secrets
 * are read.
 */
export async function openSecretsOf(settingsFile: string): Promise<void> {
  for (const kept of Object.values(keptSecrets(settingsIn(settingsFile))))
    if ('secretFile' in kept) await openSecret(resolve(dirname(settingsFile), kept.secretFile))
}

export function installation(): Omit<Program, 'config'> {
  const root = above.find((each) => existsSync(join(each, 'resources', 'venues')))
  const home = homeFolder()
  if (!root || !home) throw new Error(`no resources above ${above[0]}: the installation is incomplete`)
  const { version, testVariables, trial } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest
  const built = above.map((each) => join(each, 'document-worker.js')).find((file) => existsSync(file))
  const worker = built ?? join(home, 'electron', 'printing', 'document-worker.ts')
  return {
    version,
    resourcesDirectory: join(root, 'resources'),
    rendererDirectory: join(home, 'out', 'renderer'),
    openDocuments: (options) => openDocumentThread(worker, options),
    sqliteBinding: testVariables ? process.env[testVariables.sqliteBinding] : undefined,
    isTrial: trial === true,
  }
}

const homeFolder = (): string | undefined => above.find((each) => existsSync(join(each, 'package.json')))

export function isCheckout(): boolean {
  const home = homeFolder()
  return home !== undefined && existsSync(join(home, 'scripts', 'guichet.mjs'))
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}

export type Stop = 'asked' | 'replaced'

/** Exit code after which the parent process starts the new program version (EX_TEMPFAIL of sysexits.h). */
export const REPLACED_EXIT = 75

/** SIGHUP: the terminal or compositor ended; on Windows, sign-out or shutdown. SIGBREAK is Ctrl+Break on Windows. */
const stopSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGHUP',
  process.platform === 'win32' ? 'SIGBREAK' : 'SIGTERM',
]

/**
 * Resolves on a stop signal, or when an installer writes the file named in `GUICHET_STOP_FILE`. Must be called before
 * other start-up steps, so that a signal during the start also ends the program.
 */
export function stopSignal(): Promise<Stop> {
  return new Promise((resolve) => {
    for (const signal of stopSignals) process.on(signal, () => resolve('asked'))
    const file = process.env['GUICHET_STOP_FILE']
    if (!file) return
    watchFile(file, { interval: 500, persistent: false }, (now) => {
      if (now.mtimeMs > 0) resolve('replaced')
    })
  })
}
