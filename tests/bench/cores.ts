import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The cores that this process may run on, by number; none where nothing can be kept on one: without `taskset`, or off Linux. */
export function coresToPin(): readonly number[] {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
  } catch {
    return []
  }
  const list = /^Cpus_allowed_list:\s+(\S+)/mu.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? ''
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** These, all their threads and what they start from now on run on that core alone. One that has ended by now runs nowhere. */
export function keepOnCore(core: number, pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' })
    } catch (error) {
      if (existsSync(`/proc/${pid}`)) throw error
    }
  }
}
