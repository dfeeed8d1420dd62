import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, labels, series } from '../../../shared/prometheus-text.ts'
import type { ReadFrom } from '../sql/postgres/transactions.ts'
import type { StoreCounts } from '../sql/administration.ts'

interface MeasuredRequest {
  /** `none` if the request matched no operation. */
  readonly operation: string
  readonly partner: string
  readonly status: number
  readonly code: string | undefined
  readonly seconds: number
}

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Histogram {
  readonly buckets: number[]
  sum: number
}

export class Metrics {
  readonly #requests = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  readonly #durations = new Map<string, Histogram>()
  readonly #reads = new Map<string, number>()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })

  constructor() {
    this.#delay.enable()
  }

  count({ operation, partner, status, code, seconds }: MeasuredRequest): void {
    bump(this.#requests, labels({ operation, partner, status: String(status) }))
    if (code !== undefined) bump(this.#refusals, labels({ code, partner }))
    const key = labels({ operation })
    let histogram = this.#durations.get(key)
    if (histogram === undefined) {
      histogram = { buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0), sum: 0 }
      this.#durations.set(key, histogram)
    }
    const found = BOUNDS.findIndex((bound) => seconds <= bound)
    const index = found < 0 ? BOUNDS.length : found
    histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1
    histogram.sum += seconds
  }

  countRead(from: ReadFrom): void {
    bump(this.#reads, labels({ from }))
  }

  /** `counts`: null if the database is unreachable. The page then omits the metrics of the database. */
  page({
    counts,
    connections,
    version,
  }: {
    readonly counts: StoreCounts | null
    readonly connections: number
    readonly version: string
  }): string {
    const reads = this.#reads
    return [
      ...series('guichet_http_requests_total', 'counter', 'Requests answered', this.#requests),
      ...series('guichet_http_refusals_total', 'counter', 'Requests refused, by error code', this.#refusals),
      ...histograms('guichet_http_request_duration_seconds', 'Time from request to reply', this.#durations),
      ...gauge('guichet_http_connections', 'Open connections', connections),
      ...gauge('guichet_database_up', '1 if the database is reachable', counts === null ? 0 : 1),
      ...(reads.size === 0
        ? []
        : series('guichet_database_reads_total', 'counter', 'Reads from primary or replica', reads)),
      ...(counts === null ? [] : countSeries(counts)),
      ...processSeries(this.#delay, version),
      '',
    ].join('\n')
  }

  close(): void {
    this.#delay.disable()
  }
}

const bump = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)

const countSeries = (counts: StoreCounts): readonly string[] => [
  ...gauge('guichet_events_on_sale', 'Events on sale', counts.eventsOnSale),
  ...gauge('guichet_seats_remaining', 'Available seats of the events on sale', counts.seatsRemaining),
  ...gauge('guichet_seats_held', 'Held seats', counts.seatsHeld),
  ...gauge('guichet_sessions_open', 'Sessions that have not expired', counts.sessionsOpen),
]

type EventLoopDelay = Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile'>

export function processSeries(delay: EventLoopDelay, version: string): readonly string[] {
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const cpuSeconds = (cpu.user + cpu.system) / 1e6
  return [
    ...gauge('process_resident_memory_bytes', 'Resident memory', memory.rss),
    ...gauge('nodejs_heap_used_bytes', 'Heap in use', memory.heapUsed),
    ...gauge('nodejs_eventloop_delay_p99_seconds', 'Event loop delay, 99th percentile', delay.percentile(99) / 1e9),
    ...series('process_cpu_seconds_total', 'counter', 'Processor time used', new Map([['', cpuSeconds]])),
    ...gauge('process_start_time_seconds', 'Start time of the process', Date.now() / 1000 - process.uptime()),
    ...series('guichet_build_info', 'gauge', 'Version of the program', new Map([[labels({ version }), 1]])),
  ]
}

function histograms(name: string, help: string, all: ReadonlyMap<string, Histogram>): string[] {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
  for (const [key, { buckets, sum }] of all) {
    const inner = key.slice(1, -1)
    let total = 0
    buckets.forEach((count, index) => {
      total += count
      lines.push(`${name}_bucket{${inner},le="${BOUNDS[index] ?? '+Inf'}"} ${total}`)
    })
    lines.push(`${name}_sum${key} ${sum}`, `${name}_count${key} ${total}`)
  }
  return lines
}
