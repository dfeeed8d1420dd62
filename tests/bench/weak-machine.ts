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
  /** Of memory; all that there is when left out. */
  readonly bytes?: number
  /** How often its share is dealt out. In a shorter period it waits more often, and never for as long. */
  readonly periodMs?: number
}

const ROOT = '/sys/fs/cgroup'

/** Linux's control groups, of either version. Null: this user may not make any here. */
export async function weakMachine(name: string, weakness: Weakness): Promise<WeakMachine | null> {
  const limits = existsSync(`${ROOT}/cgroup.procs`) ? newLimits(name, weakness) : oldLimits(name, weakness)
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

type Limit = readonly [folder: string, file: string, text: string]

/** Of control groups, version 2. */
function newLimits(name: string, { share, bytes, periodMs = 100 }: Weakness): readonly Limit[] {
  const folder = join(ROOT, name)
  const cpu: Limit = [folder, 'cpu.max', `${Math.round(share * periodMs * 1000)} ${periodMs * 1000}`]
  return bytes === undefined ? [cpu] : [cpu, [folder, 'memory.max', String(bytes)]]
}

/** Of control groups, version 1, which has a folder for each kind of limit. */
function oldLimits(name: string, { share, bytes, periodMs = 100 }: Weakness): readonly Limit[] {
  const folder = join(ROOT, 'cpu', name)
  const cpu: readonly Limit[] = [
    [folder, 'cpu.cfs_period_us', String(periodMs * 1000)],
    [folder, 'cpu.cfs_quota_us', String(Math.round(share * periodMs * 1000))],
  ]
  return bytes === undefined ? cpu : [...cpu, [join(ROOT, 'memory', name), 'memory.limit_in_bytes', String(bytes)]]
}

/** One that has ended by now needs no limits. */
async function put(pid: number, file: string): Promise<void> {
  try {
    await writeFile(file, String(pid))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
