import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** URL of an empty database, in which each test creates its own schema. */
  readonly url: string
  /** ID of the server's main process. Undefined while the server is stopped. */
  readonly pid: number | undefined
  /** Stops the server as a crash would. The server writes nothing afterwards. */
  crash(): Promise<void>
  start(): Promise<void>
  /** Starts the server as a read-only standby of another primary. */
  startReading(): Promise<void>
  replica(): Promise<PostgresServer>
  stop(): Promise<void>
}

/** Returns the folder of PostgreSQL's programs, or null. Debian's folder is not in the PATH. */
export function postgresPrograms(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env['PATH'] ?? '').split(':')
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...onPath]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/**
 * Returns the user account for the server if the process is root, because PostgreSQL refuses to run as root. Null if
 * the `postgres` account does not exist; undefined if the process is not root.
 */
export function serverUser(): { uid: number; gid: number } | null | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

/** Starts a private server in its own folder, on a free loopback port. Returns null if PostgreSQL is not installed. */
export async function startPostgres(): Promise<PostgresServer | null> {
  const bin = postgresPrograms()
  const user = serverUser()
  if (bin === null || user === null) return null
  return startOn({ bin, user }, (data, as) => {
    execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'guichet', '-A', 'trust', '-E', 'UTF8', '--locale=C'], as)
  })
}

type Means = Readonly<{ bin: string; user: { uid: number; gid: number } | undefined }>

async function startOn(
  means: Means,
  fill: (data: string, as: { readonly cwd: string; readonly stdio: 'ignore' }) => void,
): Promise<PostgresServer> {
  const { bin, user } = means
  const folder = mkdtempSync(join(tmpdir(), 'guichet-postgres-'))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const as = { ...user, cwd: folder, stdio: 'ignore' as const }
  fill(data, as)
  const port = await freePort()
  const url = `postgres://guichet@127.0.0.1:${port}/postgres`
  const sockets = `unix_socket_directories=${folder}`
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', sockets, 'max_connections=300']
  let server: ReturnType<typeof spawn> | null = null

  async function start(): Promise<void> {
    server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], as)
    const ended = new Promise<never>((_, reject) => {
      server?.once('exit', (code) => reject(new Error(`postgres ended with ${code}`)))
      server?.once('error', reject)
    })
    ended.catch(() => undefined)
    await Promise.race([ended, answering(url)])
  }

  /** Stops the server. SIGINT: fast shutdown; SIGQUIT: immediate shutdown without a last checkpoint. */
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const ending = server
    if (ending === null || ending.exitCode !== null) return
    server = null
    await new Promise((resolve) => {
      ending.once('exit', resolve)
      ending.kill(signal)
    })
  }

  await start()
  return {
    url,
    get pid() {
      return server?.pid
    },
    start,
    startReading() {
      writeFileSync(join(data, 'standby.signal'), '')
      return start()
    },
    replica: () =>
      startOn(means, (copy, asUser) => {
        execFileSync(join(bin, 'pg_basebackup'), ['-d', url, '-D', copy, '-R', '-X', 'stream', '-c', 'fast'], asUser)
      }),
    crash: () => end('SIGQUIT'),
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the server accepts connections. Retries refused connections, because the server may be starting. */
export async function answering(url: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('postgres does not answer')
}

/** Creates a schema. Returns a URL of the database whose `search_path` restricts users to the schema. */
export async function newSchema(url: string): Promise<string> {
  const schema = `test_${randomBytes(8).toString('hex')}`
  await postgresRows(url, `CREATE SCHEMA ${schema}`)
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

export async function postgresRows(url: string, sql: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: url })
  // A connection error outside a query is ignored. An error during a query rejects the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}
