import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isTimeZone, machineTimeZone } from '../../shared/domain/documents/local-date.ts'
import { messageOf } from '../../shared/errors.ts'
import { errorText, type ProgramTexts, TranslatedError } from '../../shared/i18n/catalogues.ts'
import { type HubStore, unprintableIn, withHubStore } from '../app/hub-store.ts'
import {
  createHub,
  isPostgres,
  logDestination,
  type MessageSettings,
  messageSettings,
  SECRETS_KEY_FILE,
} from '../app/hub.ts'
import { installation, stopSignal } from '../app/program.ts'
import { problemLines, readJsonFile, readTextFile, refuseExposed } from '../host/files/file-text.ts'
import { bookingFile, defaultDataDirectory } from '../host/system.ts'
import { choiceAt, expectedAt, type GuichetCommand, type Task, type ValuesOf, type Within } from './command.ts'

export interface HubValues {
  readonly data: string | undefined
  readonly store: string | undefined
  readonly secretsKey: string | undefined
  readonly timeZone: string | undefined
}

export const hubPlaces = (command: GuichetCommand) =>
  command
    .optionWithValue('--data <DIR>', 'data directory, with the SQLite database')
    .optionWithValue('--store <postgres://…>', 'use a PostgreSQL database instead (or GUICHET_STORE)')
    .optionWithValue('--secrets-key <FILE>', "key file for the partners' secrets (or GUICHET_SECRETS_KEY)")
    .optionWithValue('--time-zone <ZONE>', "the venues' IANA time zone; default: this machine's (or GUICHET_TIME_ZONE)")

const serveOptions = (program: GuichetCommand) =>
  hubPlaces(program.command('serve'))
    .description('run the booking service (hub): see docs/operating/hub.md')
    .optionWithValue('--mode <MODE>', 'demo or live', 'demo')
    .optionWithValue('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .takesNumber('--port <N>', 'port to listen on', 0, 65_535, 7420)
    .optionWithValue('--tls-cert <FILE>', 'certificates in PEM, with --tls-key')
    .optionWithValue('--tls-key <FILE>', 'private key in PEM')
    .optionWithValue('--tls-ciphers <LIST>', 'ciphers for TLS 1.2, in OpenSSL notation')
    .optionWithValue('--replicas <postgres://…>', 'read replicas of that database (or GUICHET_REPLICAS)')
    .takesNumber('--connections <N>', 'maximum connections to PostgreSQL', 1, 1000, 10)
    .takesNumber('--rate <N>', 'maximum requests per second and partner', 1, 1_000_000, 100)
    .collects('--unsigned-from <ADDRESS/BITS>', 'addresses from which partners need no key; live mode')
    .optionWithValue('--client-address-header <NAME>', "header with the client's address, with --proxy")
    .collects('--proxy <ADDRESS/BITS>', 'proxy that sets this header')
    .optionWithValue('--public-url <https://…>', 'publish tickets for telephones under this address')
    .takesNumber('--public-port <N>', 'serve the published tickets, and nothing else, on a separate port', 0, 65_535)
    .optionWithValue('--messages <FILE>', 'mail server and SMS gateway for tickets (or GUICHET_MESSAGES)')
    .takesNumber('--metrics-port <N>', 'serve metrics on a separate port', 0, 65_535)
    .optionWithValue('--metrics-token-file <FILE>', 'token required to read the metrics (or GUICHET_METRICS_TOKEN)')
    .optionWithValue('--log <FILE>', 'write the log to a file instead of standard error')
    .takesNumber('--log-megabytes <N>', 'maximum size of a log file', 1, 1000, 5)
    .takesNumber('--log-files <N>', 'number of log files kept', 2, 100, 10)
    .takesNumber('--log-days <N>', 'days that log files are kept', 1, 3650, 30)
    .takesNumber('--drain <SECONDS>', 'maximum seconds for requests in progress when it stops', 0, 3600, 0)

export function addServe(program: GuichetCommand): void {
  serveOptions(program).withHandler(async ({ values, texts, say, warn, refuse }) => {
    const wrong = contradictions(values, texts)
    if (wrong.length > 0) return refuse(...wrong)

    const stopped = stopSignal()
    const { resourcesDirectory, rendererDirectory, sqliteBinding, version } = installation()
    const keeping = { bytes: values.logMegabytes * 1_000_000, files: values.logFiles, days: values.logDays }
    const { tlsKey: keyFile, tlsCert: certFile, clientAddressHeader: header, proxy } = values
    const hub = await createHub({
      host: values.host,
      port: values.port,
      database: databaseOf(values),
      secretsKeyFile: secretsKeyFileOf(values),
      fleetKeyFile: fleetKeyFileOf(values),
      walletDirectory: join(dirname(secretsKeyFileOf(values)), 'wallet'),
      replicas: replicasOf(values),
      connections: values.connections,
      resourcesDirectory,
      rendererDirectory: existsSync(rendererDirectory) ? rendererDirectory : undefined,
      sqliteBinding,
      version,
      mode: values.mode === 'live' ? 'live' : 'demo',
      timeZone: timeZoneOf(values),
      rate: { perSecond: values.rate, burst: values.rate * 2 },
      tls:
        keyFile !== undefined && certFile !== undefined ? { keyFile, certFile, ciphers: values.tlsCiphers } : undefined,
      unsignedFrom: values.unsignedFrom ?? [],
      proxies: header !== undefined && proxy !== undefined ? { header, addresses: proxy } : undefined,
      publicUrl: values.publicUrl,
      publicPort: values.publicPort,
      messages: messageSettingsOf(values, texts),
      metricsPort: values.metricsPort,
      metricsToken: tokenOf(values.metricsTokenFile),
      log: {
        destination: logDestination(values.log, keeping),
        level: values.log !== undefined || values.mode === 'live' ? 'info' : 'error',
      },
    })
    process.on('SIGHUP', () => {
      try {
        hub.renewIdentity()
      } catch (error) {
        warn(`the certificate was not renewed: ${messageOf(error)}`)
      }
    })
    say(`Partner Ticket Booking Service at ${hub.url}${values.mode === 'demo' ? ' (partner code: demo)' : ''}`)
    if (hub.fingerprint !== null) say(`certificate SHA-256 ${hub.fingerprint}`)
    for (const warning of hub.warnings) say(errorText(warning, texts))
    if (values.publicUrl !== undefined) say(`tickets for telephones at ${hub.pagesUrl ?? hub.url}/t/`)
    if (hub.metricsUrl !== null) say(`metrics at ${hub.metricsUrl}`)
    // The codes of a live hub must not appear in a service manager's journal; `guichet hub codes` prints the codes.
    if (values.mode === 'demo') {
      for (const [eventId, code] of Object.entries(hub.accessCodes)) say(`event ${eventId}: access code ${code}`)
    }
    await stopped
    await hub.stop(values.drain)
  })
}

function contradictions(values: ValuesOf<ReturnType<typeof serveOptions>>, texts: ProgramTexts): readonly string[] {
  const { refusals } = texts
  return [
    values.mode === 'demo' || values.mode === 'live' ? null : choiceAt(texts, '--mode', ['demo', 'live'], values.mode),
    (values.tlsCert === undefined) === (values.tlsKey === undefined)
      ? null
      : refusals.together('--tls-cert', '--tls-key'),
    values.tlsCiphers === undefined || values.tlsCert !== undefined
      ? null
      : refusals.requires('--tls-ciphers', '--tls-cert'),
    values.unsignedFrom === undefined || values.mode === 'live'
      ? null
      : refusals.requires('--unsigned-from', '--mode live'),
    (values.clientAddressHeader === undefined) === (values.proxy === undefined)
      ? null
      : refusals.together('--client-address-header', '--proxy'),
    values.publicPort === undefined || values.publicUrl !== undefined
      ? null
      : refusals.requires('--public-port', '--public-url'),
    messageFileOf(values) === undefined || values.publicUrl !== undefined
      ? null
      : refusals.requires('--messages', '--public-url'),
    values.publicUrl === undefined || isHttpsOrigin(values.publicUrl)
      ? null
      : expectedAt(texts, '--public-url', texts.values.checks.httpsAddress, values.publicUrl),
    values.store !== undefined && values.data !== undefined ? refusals.exclusive('--store', '--data') : null,
    replicasOf(values) === undefined || isPostgres(databaseOf(values))
      ? null
      : refusals.requires('--replicas', '--store postgres://…'),
  ].flatMap((problem) => problem ?? [])
}

/** Returns whether a text is an https address without a path, as browsers require for a page that works offline. */
function isHttpsOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text.replace(/\/$/u, '')
}

/**
 * Returns the database address or file. `GUICHET_STORE` exists because a password must not appear on a command line.
 */
export function databaseOf(values: HubValues): string {
  const store = values.store ?? (values.data === undefined ? process.env['GUICHET_STORE'] : undefined)
  if (store !== undefined && /^(?!postgres(?:ql)?:)\w+:\/\//u.test(store))
    throw new TranslatedError((texts) => expectedAt(texts, '--store', texts.refusals.expected.store, store))
  if (store !== undefined && store !== '') return store
  return bookingFile(dataDirectoryOf(values))
}

const replicasOf = ({ replicas }: { readonly replicas: string | undefined }): string | undefined =>
  (replicas ?? process.env['GUICHET_REPLICAS']) || undefined

export function secretsKeyFileOf(values: HubValues): string {
  return values.secretsKey || process.env['GUICHET_SECRETS_KEY'] || join(dataDirectoryOf(values), SECRETS_KEY_FILE)
}

export function timeZoneOf({ timeZone }: HubValues): string {
  const zone = timeZone || process.env['GUICHET_TIME_ZONE'] || machineTimeZone()
  if (!isTimeZone(zone))
    throw new TranslatedError((texts) => expectedAt(texts, '--time-zone', texts.values.checks.timeZone, zone))
  return zone
}

/** Returns the path of the key that signs and seals for the fleet. Hubs with the same database share the key. */
export function fleetKeyFileOf(values: HubValues): string {
  return join(dirname(secretsKeyFileOf(values)), 'fleet-key.pem')
}

const dataDirectoryOf = ({ data }: HubValues): string =>
  data || process.env['GUICHET_DATA'] || join(defaultDataDirectory(), 'hub')

interface MessageValues {
  readonly messages: string | undefined
}

const messageFileOf = ({ messages }: MessageValues): string | undefined =>
  (messages ?? process.env['GUICHET_MESSAGES']) || undefined

/**
 * Returns the settings of messages; undefined without a file. Throws if the file is invalid, or other accounts can read
 * it, because it contains passwords.
 */
export function messageSettingsOf(values: MessageValues, texts: ProgramTexts): MessageSettings | undefined {
  const file = messageFileOf(values)
  if (file === undefined) return undefined
  refuseExposed(file)
  const read = readJsonFile(readFileSync(file), messageSettings, texts, { isSecret: true })
  if (!read.ok) throw new Error(problemLines(file, read.problems).join('\n'))
  return read.value
}

function tokenOf(file: string | undefined): string | undefined {
  if (file === undefined) return process.env['GUICHET_METRICS_TOKEN'] || undefined
  const token = readTextFile(file).trim()
  if (token === '') throw new TranslatedError(({ refusals }) => refusals.emptyFile(file))
  return token
}

export interface HubTask<Values = object> extends Task<Values & HubValues> {
  readonly store: HubStore
}

export const onStore: Within<HubValues, { readonly store: HubStore }> = ({ values }, run) => {
  const { sqliteBinding } = installation()
  const where = { database: databaseOf(values), secretsKeyFile: secretsKeyFileOf(values), sqliteBinding }
  return withHubStore(where, async (store) => run({ store }))
}

export type HubCommand = GuichetCommand<HubValues>

/** Prints a warning about characters that no font contains, without refusing the texts. */
export function sayUnprintable(say: Task['say'], texts: ProgramTexts['venue'], ...printed: readonly string[]): void {
  const characters = unprintableIn(printed.join(' '), installation().resourcesDirectory)
  if (characters.length > 0) say(texts.unprintable(characters.join(' ')))
}
