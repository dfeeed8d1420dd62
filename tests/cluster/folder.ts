import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended } from './ended.ts'
import type { Programs } from './programs.ts'

/** Where a cluster's programs live, as a user who is not root, and what was started there. */
export interface ClusterFolder {
  readonly path: string
  /** A folder in it. */
  folder(name: string): string
  /** Gives the file's path. */
  write(folder: string, name: string, text: string): string
  /** Its words go into the file `log`. */
  start(program: string, settings: readonly string[], folder: string): ChildProcess
  /** Ends all that runs, and removes the folder unless its logs are wanted. */
  close(keepLogs: boolean): Promise<void>
}

export function openFolder({ user }: Pick<Programs, 'user'>): ClusterFolder {
  const own = (path: string): string => {
    if (user !== undefined) chownSync(path, user.uid, user.gid)
    return path
  }
  const path = own(mkdtempSync(join(tmpdir(), 'guichet-cluster-')))
  chmodSync(path, 0o755)
  const running: ChildProcess[] = []

  return {
    path,
    folder(name) {
      mkdirSync(join(path, name), { mode: 0o700 })
      return own(join(path, name))
    },
    write(folder, name, text) {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return own(join(folder, name))
    },
    start(program, settings, folder) {
      const log = openSync(join(folder, 'log'), 'a')
      const child = spawn(program, settings, { ...user, cwd: folder, stdio: ['ignore', log, log] })
      closeSync(log)
      running.push(child)
      return child
    },
    async close(keepLogs) {
      await Promise.all(running.map((child) => ended(child, 'SIGTERM')))
      if (!keepLogs) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
