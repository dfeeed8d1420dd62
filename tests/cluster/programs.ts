import {
  existsSync,
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { postgresPrograms, serverUser } from '../support/postgres-server.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { once } from 'node:events'

export interface Programs {
  readonly postgres: string
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  /** User that runs the programs. Undefined for the current user. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

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

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/bin', '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

export type ClusterFolder = ReturnType<typeof openFolder>

/** Creates a folder for cluster data. Processes are started in the folder as a non-root user. */
export function openFolder({ user }: Pick<Programs, 'user'>) {
  const own = (path: string): string => {
    if (user !== undefined) chownSync(path, user.uid, user.gid)
    return path
  }
  const path = own(mkdtempSync(join(tmpdir(), 'guichet-cluster-')))
  chmodSync(path, 0o755)
  const running: ChildProcess[] = []

  return {
    path,
    folder(name: string) {
      mkdirSync(join(path, name), { mode: 0o700 })
      return own(join(path, name))
    },
    write(folder: string, name: string, text: string) {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return own(join(folder, name))
    },
    start(program: string, settings: readonly string[], folder: string): ChildProcess {
      const log = openSync(join(folder, 'log'), 'a')
      const child = spawn(program, settings, { ...user, cwd: folder, stdio: ['ignore', log, log] })
      closeSync(log)
      running.push(child)
      return child
    },
    async close(keepLogs: boolean) {
      await Promise.all(running.map((child) => ended(child, 'SIGTERM')))
      if (!keepLogs) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const PATIENCE_MS = 10_000

export async function ended(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await gone
  clearTimeout(late)
}
