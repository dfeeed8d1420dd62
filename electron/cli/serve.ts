import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../shared/error-message.ts'
import type { GuichetCommand, Task } from './command.ts'
import { createHub, logDestination, SECRETS_KEY_FILE } from '../app/hub.ts'
import { bookingFile, defaultDataDirectory } from '../host/data-directory.ts'
import { installation, stopSignal } from '../app/program.ts'

/** Where a hub's data lie. */
export interface HubValues {
  readonly data?: string
  readonly store?: string
  readonly secretsKey?: string
}

interface Values extends HubValues {
  readonly connections: string
  readonly mode: string
  readonly port: string
  readonly host: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly rate: string
  readonly unsignedFrom?: readonly string[]
  readonly clientAddressHeader?: string
  readonly proxy?: readonly string[]
  readonly metricsPort?: string
  readonly metricsTokenFile?: string
  readonly log?: string
  readonly logMegabytes: string
  readonly logFiles: string
  readonly logDays: string
  readonly drain: string
}

export const hubPlaces = (command: GuichetCommand): GuichetCommand =>
  command
    .takes('--data <DIR>', 'the data directory, with the database in SQLite')
    .takes('--store <postgres://…>', 'a database in PostgreSQL in its place (or GUICHET_STORE)')
    .takes('--secrets-key <FILE>', "the key that seals the partners' secrets (or GUICHET_SECRETS_KEY)")

export function addServe(program: GuichetCommand): void {
  hubPlaces(program.command('serve'))
    .description('the booking service on a socket: see docs/operating/hub.md')
    .takes('--mode <MODE>', 'demo or live', 'demo')
    .takes('--host <ADDRESS>', 'where it listens', '127.0.0.1')
    .takes('--port <N>', 'and at which port', '7420')
    .takes('--tls-cert <FILE>', 'certificates in PEM; with --tls-key')
    .takes('--tls-key <FILE>', 'their key in PEM')
    .takes('--connections <N>', 'to PostgreSQL, at most', '10')
    .takes('--rate <N>', 'requests a second for each partner', '100')
    .collects('--unsigned-from <ADDRESS/BITS>', 'lets partners without a key in from there; live mode')
    .takes('--client-address-header <NAME>', "names the client's address; with --proxy")
    .collects('--proxy <ADDRESS/BITS>', 'the proxy that sets it')
    .takes('--metrics-port <N>', 'a port of their own for the metrics')
    .takes('--metrics-token-file <FILE>', 'what a reader of the metrics has to show (or GUICHET_METRICS_TOKEN)')
    .takes('--log <FILE>', 'in place of standard error')
    .takes('--log-megabytes <N>', 'of one of its files', '5')
    .takes('--log-files <N>', 'how many of them are kept', '10')
    .takes('--log-days <N>', 'and for how long', '30')
    .takes('--drain <SECONDS>', 'how long open requests may take at the end', '0')
    .does(serve)
}

/** 0 when it was stopped, 2 when the command line is wrong. */
async function serve({ values, say, refuse }: Task<Values>): Promise<number> {
  const wrong = [
    wholeNumber('port', values.port, 0, 65_535),
    wholeNumber('connections', values.connections, 1, 1_000),
    wholeNumber('rate', values.rate, 1, 1_000_000),
    wholeNumber('drain', values.drain, 0, 3_600),
    wholeNumber('log-megabytes', values.logMegabytes, 1, 1_000),
    wholeNumber('log-files', values.logFiles, 2, 100),
    wholeNumber('log-days', values.logDays, 1, 3_650),
    values.metricsPort === undefined ? null : wholeNumber('metrics-port', values.metricsPort, 0, 65_535),
    values.mode === 'demo' || values.mode === 'live' ? null : '--mode is demo or live',
    (values.tlsCert === undefined) === (values.tlsKey === undefined) ? null : '--tls-cert and --tls-key go together',
    values.unsignedFrom === undefined || values.mode === 'live'
      ? null
      : '--unsigned-from belongs to --mode live: a demo takes every partner unsigned',
    (values.clientAddressHeader === undefined) === (values.proxy === undefined)
      ? null
      : '--client-address-header and --proxy go together',
    values.store !== undefined && values.data !== undefined ? '--store and --data exclude each other' : null,
  ].flatMap((problem) => problem ?? [])
  if (wrong.length > 0) return refuse(...wrong)

  const stopped = stopSignal()
  const { resourcesDirectory, rendererDirectory, sqliteBinding, version } = installation()
  const perSecond = Number(values.rate)
  const keeping = {
    bytes: Number(values.logMegabytes) * 1_000_000,
    files: Number(values.logFiles),
    days: Number(values.logDays),
  }
  const keyFile = values.tlsKey
  const certFile = values.tlsCert
  const { clientAddressHeader: header, proxy } = values
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
    unsignedFrom: values.unsignedFrom ?? [],
    proxies: header !== undefined && proxy !== undefined ? { header, addresses: proxy } : undefined,
    metricsPort: values.metricsPort === undefined ? undefined : Number(values.metricsPort),
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
      refuse(`the certificate was not renewed: ${messageOf(error)}`)
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
export function databaseOf(values: HubValues): string {
  const store = values.store ?? (values.data === undefined ? process.env['GUICHET_STORE'] : undefined)
  if (store !== undefined && store !== '') return store
  return bookingFile(dataDirectoryOf(values))
}

/** `--secrets-key`, or `GUICHET_SECRETS_KEY`; else a file in the data directory. */
export function secretsKeyFileOf(values: HubValues): string {
  return values.secretsKey || process.env['GUICHET_SECRETS_KEY'] || join(dataDirectoryOf(values), SECRETS_KEY_FILE)
}

/** Signs and seals for the fleet; beside the key of the secrets, and like that the same for hubs on one database. */
export function fleetKeyFileOf(values: HubValues): string {
  return join(dirname(secretsKeyFileOf(values)), 'fleet-key.pem')
}

const dataDirectoryOf = ({ data }: HubValues): string =>
  data || process.env['GUICHET_DATA'] || join(defaultDataDirectory(), 'hub')

function tokenOf(file: string | undefined): string | undefined {
  if (file === undefined) return process.env['GUICHET_METRICS_TOKEN'] || undefined
  const token = readFileSync(file, 'utf8').trim()
  if (token === '') throw new Error(`${file}: holds no token`)
  return token
}

/** What is wrong with an option that takes a whole number; null: nothing. */
function wholeNumber(name: string, text: string, least: number, most: number): string | null {
  const value = Number(text)
  const fits = Number.isInteger(value) && value >= least && value <= most
  return fits ? null : `--${name} takes a whole number from ${least} to ${most}`
}
