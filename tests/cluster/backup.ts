import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { answering, postgresRows } from '../support/postgres-server.ts'
import { ended, type Programs } from './programs.ts'

type Where = Readonly<{ programs: Programs; url: string; folder: string }>

export async function takeBackup({ programs, url, folder }: Where): Promise<void> {
  const settings = ['-d', url, '-D', join(folder, 'backup'), '--checkpoint=fast']
  await promisify(execFile)(join(programs.postgres, 'pg_basebackup'), settings, { ...programs.user, cwd: folder })
}

/** Returns the time of the database server, in milliseconds since the epoch. */
export async function momentOf(url: string): Promise<number> {
  const rows = await postgresRows(url, 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now')
  return (rows as { now: number }[])[0]?.now ?? Number.NaN
}

/** Resolves once everything written before the call is in the archive. */
export async function archived(url: string): Promise<void> {
  const [last] = (await postgresRows(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS name')) as { name: string }[]
  for (;;) {
    const isNewer = `right(last_archived_wal, 16) >= right('${last?.name}', 16)`
    const done = await postgresRows(url, `SELECT 1 FROM pg_stat_archiver WHERE ${isNewer}`)
    if (done.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Restores the database as of `moment` on a separate server. Returns the result of `look` on the restored server. */
export async function restored<T>(
  { programs, folder }: Omit<Where, 'url'>,
  archive: string,
  moment: number,
  look: (url: string) => Promise<T>,
): Promise<T> {
  const [data, port] = [join(folder, 'backup'), await freePort()]
  writeFileSync(join(data, 'recovery.signal'), '')
  const settings = {
    port,
    unix_socket_directories: folder,
    hba_file: join(data, 'pg_hba.conf'),
    ident_file: join(data, 'pg_ident.conf'),
    archive_mode: 'off',
    synchronous_standby_names: '',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: new Date(moment).toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  }
  const values = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const as = { ...programs.user, cwd: folder, stdio: 'ignore' as const }
  const server = spawn(join(programs.postgres, 'postgres'), ['-D', data, ...values], as)
  try {
    const url = `postgres://guichet:test@127.0.0.1:${port}/postgres`
    const gone = once(server, 'exit').then(([code]) => {
      throw new Error(`the restored server ended with ${code}`)
    })
    await Promise.race([gone, answering(url)])
    // The server answers queries before the recovery has reached `moment`.
    while ((await postgresRows(url, 'SELECT 1 WHERE pg_is_in_recovery()')).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 200))
    gone.catch(() => undefined)
    return await look(url)
  } finally {
    await ended(server, 'SIGINT')
  }
}
