import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Control groups that limit processes to the resources of a weak computer. */
export interface WeakMachine {
  take(pids: readonly number[]): Promise<void>
  /** Removes the limits. Must be called after all limited processes have ended. */
  remove(): Promise<void>
}

export interface Weakness {
  /** Share of one core: 0.1 is a tenth. */
  readonly share: number
  /** Memory limit in bytes; unlimited by default. */
  readonly bytes?: number
  /** Period of the CPU quota in milliseconds. With a shorter period, processes wait more often but for less time. */
  readonly periodMs?: number
}

const ROOT = '/sys/fs/cgroup'

/** Creates a Linux control group, version 1 or 2. Returns null if the user lacks permission. */
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

/** Returns the limits for control groups version 2. */
function newLimits(name: string, { share, bytes, periodMs = 100 }: Weakness): readonly Limit[] {
  const folder = join(ROOT, name)
  const cpu: Limit = [folder, 'cpu.max', `${Math.round(share * periodMs * 1000)} ${periodMs * 1000}`]
  return bytes === undefined ? [cpu] : [cpu, [folder, 'memory.max', String(bytes)]]
}

/** Returns the limits for control groups version 1, which have a folder for each kind of limit. */
function oldLimits(name: string, { share, bytes, periodMs = 100 }: Weakness): readonly Limit[] {
  const folder = join(ROOT, 'cpu', name)
  const cpu: readonly Limit[] = [
    [folder, 'cpu.cfs_period_us', String(periodMs * 1000)],
    [folder, 'cpu.cfs_quota_us', String(Math.round(share * periodMs * 1000))],
  ]
  return bytes === undefined ? cpu : [...cpu, [join(ROOT, 'memory', name), 'memory.limit_in_bytes', String(bytes)]]
}

async function put(pid: number, file: string): Promise<void> {
  try {
    await writeFile(file, String(pid))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
