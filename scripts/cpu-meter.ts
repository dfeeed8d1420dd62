import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const SAMPLE_MS = 500
/** Number of samples between two trials of the core's speed. */
const SAMPLES_PER_TRIAL = 20
/**
 * CPU time of a trial in milliseconds on the reference machine while both its cores are busy. The limit of `npm test` is
 * stated for this machine.
 */
const REFERENCE_TRIAL_MS = 14

interface Process {
  readonly name: string
  readonly parent: number
  readonly own: number
  /** CPU time of the reaped child processes, in ticks. */
  readonly waited: number
  /** Start time in ticks since boot. Distinguishes successive processes that have the same process ID. */
  readonly startedAt: string
}

/** Reads /proc/PID/stat (proc(5)). Returns null if the process does not exist. */
function readProcess(id: string): Process | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return null
  }
  const [, name = '', rest = ''] = /\((.*)\) (.*)/su.exec(stat) ?? []
  const fields = rest.split(' ')
  const ticks = (index: number): number => Number(fields[index])
  return {
    name,
    parent: ticks(1),
    own: ticks(11) + ticks(12),
    waited: ticks(13) + ticks(14),
    startedAt: fields[19] ?? '',
  }
}

const trialData = Array.from({ length: 20_000 }, (_, index) => ({
  id: `seat-${(index * 7919) % 20_000}`,
  price: index,
}))

/** Returns the CPU time of a fixed piece of work in milliseconds. */
function runTrial(): number {
  const before = process.threadCpuUsage()
  const copy = JSON.parse(JSON.stringify(trialData)) as typeof trialData
  copy.sort((a, b) => (a.id < b.id ? -1 : 1))
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Measures the CPU time of this process and its descendants, and the speed of a core. Page processes are sampled every
 * `SAMPLE_MS`, because the browser does not reap them.
 */
export class CpuMeter {
  readonly #pages = new Map<string, number>()
  readonly #trials: number[] = []
  readonly #timer = setInterval(() => this.#sample(), SAMPLE_MS).unref()
  #samples = 0

  /** Stops sampling. Returns the CPU time in seconds, or null if the system is not Linux. */
  stop(): number | null {
    clearInterval(this.#timer)
    this.#lookAtPages()
    const self = readProcess('self')
    if (self === null) return null
    const pages = [...this.#pages.values()].reduce((sum, ticks) => sum + ticks, 0)
    return Math.round((self.own + self.waited + pages) / TICKS_PER_SECOND)
  }

  /**
   * Speed of a core during the run, from the median of the trials: 1 on the reference machine, 0.5 if the same work takes
   * twice the CPU time. A core is slower if other programs or virtual machines use the same processor.
   */
  get coreSpeed(): number {
    const sorted = this.#trials.toSorted((a, b) => a - b)
    return REFERENCE_TRIAL_MS / (sorted[sorted.length >> 1] ?? runTrial())
  }

  #sample(): void {
    this.#lookAtPages()
    this.#samples += 1
    if (this.#samples % SAMPLES_PER_TRIAL === 0) this.#trials.push(runTrial())
  }

  #lookAtPages(): void {
    if (process.platform !== 'linux') return
    const all = new Map<number, Process>()
    for (const id of readdirSync('/proc')) {
      const found = /^\d+$/u.test(id) ? readProcess(id) : null
      if (found) all.set(Number(id), found)
    }
    const isBrowser = (id: number): boolean => /chrom|headless_shell|msedge/u.test(all.get(id)?.name ?? '')
    const isOurs = (id: number): boolean => id === process.pid || (id > 1 && isOurs(all.get(id)?.parent ?? 0))
    for (const [id, { parent, own, startedAt }] of all)
      if (isBrowser(id) && isBrowser(parent) && isOurs(id)) this.#pages.set(`${id} ${startedAt}`, own)
  }
}
