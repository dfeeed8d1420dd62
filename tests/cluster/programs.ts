import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { postgresPrograms, serverUser } from '../support/postgres-server.ts'

export interface Programs {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  /** Left out: the one who runs this. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** Gives the Debian packages that are missing, where there are any. */
export function findPrograms(): Programs | { readonly missing: readonly string[] } {
  const found = {
    postgresql: postgresPrograms(),
    'etcd-server': findProgram('etcd'),
    patroni: findProgram('patroni'),
    haproxy: findProgram('haproxy'),
  }
  const user = serverUser()
  const { postgresql: postgres, 'etcd-server': etcd, patroni, haproxy } = found
  if (postgres === null || etcd === null || patroni === null || haproxy === null || user === null) {
    const missing = Object.entries(found).flatMap(([name, path]) => (path === null ? name : []))
    return { missing: missing.length > 0 ? missing : ['postgresql'] }
  }
  return { postgres, etcd, patroni, haproxy, user }
}

/** The path of a program. Null if it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
