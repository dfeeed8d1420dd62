import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from './arguments.ts'
import { createHub, logDestination, SECRETS_KEY_FILE } from '../app/hub.ts'
import { bookingFile, defaultDataDirectory } from '../host/data-directory.ts'
import { installation, stopSignal } from '../app/program.ts'

export const serveUsage = `  guichet serve [--mode demo|live] [--host ADDRESS] [--port N] [--tls-cert FILE --tls-key FILE]
                [--data DIR | --store postgres://… [--secrets-key FILE]] [--connections N] [--rate N/s] [--metrics-port N]
                [--unsigned-from ADDRESS/BITS…] [--client-address-header NAME --proxy ADDRESS/BITS…]
                [--log FILE [--log-megabytes 5] [--log-files 10] [--log-days 30]] [--drain SECONDS]                      the booking service on a socket: see docs/operating/hub.md
`

const options = {
  data: { type: 'string' },
  store: { type: 'string' },
  'secrets-key': { type: 'string' },
  connections: { type: 'string', default: '10' },
  mode: { type: 'string', default: 'demo' },
  port: { type: 'string', default: '7420' },
  host: { type: 'string', default: '127.0.0.1' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  rate: { type: 'string', default: '100' },
  'unsigned-from': { type: 'string', multiple: true },
  'client-address-header': { type: 'string' },
  proxy: { type: 'string', multiple: true },
  'metrics-port': { type: 'string' },
  'metrics-token-file': { type: 'string' },
  log: { type: 'string' },
  'log-megabytes': { type: 'string', default: '5' },
  'log-files': { type: 'string', default: '10' },
  'log-days': { type: 'string', default: '30' },
  drain: { type: 'string', default: '0' },
} as const

type Refuse = (...lines: readonly string[]) => number

/** `guichet serve`: 0 when it was stopped, 2 when the command line is wrong. */
export async function runServe(args: readonly string[], say: (line: string) => void, refuse: Refuse): Promise<number> {
  const read = readArguments(args, options)
  if (!read.ok) return refuse(read.error.detail)
  const { values } = read.value
  const number = wholeNumbers(values)
  const wrong = [
    number('port', 0, 65_535),
    number('connections', 1, 1_000),
    number('rate', 1, 1_000_000),
    number('drain', 0, 3_600),
    number('log-megabytes', 1, 1_000),
    number('log-files', 2, 100),
    number('log-days', 1, 3_650),
    values['metrics-port'] === undefined ? null : number('metrics-port', 0, 65_535),
    values.mode === 'demo' || values.mode === 'live' ? null : '--mode is demo or live',
    (values['tls-cert'] === undefined) === (values['tls-key'] === undefined)
      ? null
      : '--tls-cert and --tls-key go together',
    values['unsigned-from'] === undefined || values.mode === 'live'
      ? null
      : '--unsigned-from belongs to --mode live: a demo takes every partner unsigned',
    (values['client-address-header'] === undefined) === (values.proxy === undefined)
      ? null
      : '--client-address-header and --proxy go together',
    values.store !== undefined && values.data !== undefined ? '--store and --data exclude each other' : null,
  ].flatMap((problem) => problem ?? [])
  if (wrong.length > 0) return refuse(...wrong)

  const stopped = stopSignal()
  const { resourcesDirectory, rendererDirectory, sqliteBinding, version } = installation()
  const perSecond = Number(values.rate)
  const keeping = {
    bytes: Number(values['log-megabytes']) * 1_000_000,
    files: Number(values['log-files']),
    days: Number(values['log-days']),
  }
  const keyFile = values['tls-key']
  const certFile = values['tls-cert']
  const { 'client-address-header': header, proxy } = values
  const hub = await createHub({
    host: values.host,
    port: Number(values.port),
    database: databaseOf(values),
    secretsKeyFile: secretsKeyFileOf(values),
    fleetKeyFile: fleetKeyFileOf(values),
    connections: Number(values.connections),
    resourcesDirectory,
    rendererDirectory: existsSync(rendererDirectory) ? rendererDirectory : undefined,
    sqliteBinding,
    version,
    mode: values.mode === 'live' ? 'live' : 'demo',
    rate: { perSecond, burst: perSecond * 2 },
    tls: keyFile !== undefined && certFile !== undefined ? { keyFile, certFile } : undefined,
    unsignedFrom: values['unsigned-from'] ?? [],
    proxies: header !== undefined && proxy !== undefined ? { header, addresses: proxy } : undefined,
    metricsPort: values['metrics-port'] === undefined ? undefined : Number(values['metrics-port']),
    metricsToken: tokenOf(values['metrics-token-file']),
    log: {
      destination: logDestination(values.log, keeping),
      level: values.log !== undefined || values.mode === 'live' ? 'info' : 'error',
    },
  })
  process.on('SIGHUP', () => {
    try {
      hub.renewIdentity()
    } catch (error) {
      refuse(`the certificate was not renewed: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  say(`Partner Ticket Booking Service at ${hub.url}${values.mode === 'demo' ? ' (partner code: demo)' : ''}`)
  for (const warning of hub.warnings) say(warning)
  if (hub.metricsUrl !== null) say(`metrics at ${hub.metricsUrl}`)
  // A live hub's codes are asked for by `guichet hub codes`: they have no place in a service manager's journal.
  if (values.mode === 'demo') {
    for (const [eventId, code] of Object.entries(hub.accessCodes)) say(`event ${eventId}: access code ${code}`)
  }
  await stopped
  await hub.stop(Number(values.drain))
  return 0
}

/** `--store`, or `GUICHET_STORE` (a password has no place on a command line); else the file in the data directory. */
export function databaseOf(values: {
  readonly store?: string | undefined
  readonly data?: string | undefined
}): string {
  const store = values.store ?? (values.data === undefined ? process.env['GUICHET_STORE'] : undefined)
  if (store !== undefined && store !== '') return store
  return bookingFile(dataDirectoryOf(values))
}

/** `--secrets-key`, or `GUICHET_SECRETS_KEY`; else a file in the data directory. */
export function secretsKeyFileOf(values: {
  readonly 'secrets-key'?: string | undefined
  readonly data?: string | undefined
}): string {
  return values['secrets-key'] || process.env['GUICHET_SECRETS_KEY'] || join(dataDirectoryOf(values), SECRETS_KEY_FILE)
}

/** Signs and seals for the fleet; beside the key of the secrets, and like that the same for hubs on one database. */
export function fleetKeyFileOf(values: Parameters<typeof secretsKeyFileOf>[0]): string {
  return join(dirname(secretsKeyFileOf(values)), 'fleet-key.pem')
}

const dataDirectoryOf = ({ data }: { readonly data?: string | undefined }): string =>
  data || process.env['GUICHET_DATA'] || join(defaultDataDirectory(), 'hub')

function tokenOf(file: string | undefined): string | undefined {
  if (file === undefined) return process.env['GUICHET_METRICS_TOKEN'] || undefined
  const token = readFileSync(file, 'utf8').trim()
  if (token === '') throw new Error(`${file}: holds no token`)
  return token
}

/** Gives what is wrong with an option that takes a whole number, or null. */
function wholeNumbers(values: Readonly<Record<string, unknown>>) {
  return (name: string, least: number, most: number): string | null => {
    const value = Number(values[name])
    const fits = Number.isInteger(value) && value >= least && value <= most
    return fits ? null : `--${name} takes a whole number from ${least} to ${most}`
  }
}
