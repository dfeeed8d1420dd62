import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Processes that get no more than a weak machine has. */
export interface WeakMachine {
  /** From now on these, and all that they start. */
  take(pids: readonly number[]): Promise<void>
  /** When all of them have ended. */
  remove(): Promise<void>
}

export interface Weakness {
  /** Of one core: 0.1 is a tenth. */
  readonly share: number
  readonly bytes: number
}

const PERIOD_US = 100_000
const ROOT = '/sys/fs/cgroup'

/** Linux's control groups, of either version. Null: this user may not make any here. */
export async function weakMachine(name: string, { share, bytes }: Weakness): Promise<WeakMachine | null> {
  const quota = Math.round(share * PERIOD_US)
  const limits: readonly (readonly [folder: string, file: string, text: string])[] = existsSync(`${ROOT}/cgroup.procs`)
    ? [
        [join(ROOT, name), 'cpu.max', `${quota} ${PERIOD_US}`],
        [join(ROOT, name), 'memory.max', String(bytes)],
      ]
    : [
        [join(ROOT, 'cpu', name), 'cpu.cfs_quota_us', String(quota)],
        [join(ROOT, 'memory', name), 'memory.limit_in_bytes', String(bytes)],
      ]
  const folders = [...new Set(limits.map(([folder]) => folder))]
  const remove = async (): Promise<void> => {
    for (const folder of folders.filter((each) => existsSync(each))) await rmdir(folder)
  }
  try {
    for (const folder of folders) await mkdir(folder)
    for (const [folder, file, text] of limits) await writeFile(join(folder, file), text)
  } catch {
    await remove()
    return null
  }
  return {
    remove,
    async take(pids) {
      for (const folder of folders) for (const pid of pids) await put(pid, join(folder, 'cgroup.procs'))
    },
  }
}

/** One that has ended by now needs no limits. */
async function put(pid: number, file: string): Promise<void> {
  try {
    await writeFile(file, String(pid))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
