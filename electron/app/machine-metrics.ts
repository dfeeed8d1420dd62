import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { DeviceState } from '../../shared/api/fleet/contract.ts'
import type { LogEvent, LogLine } from '../../shared/log-line.ts'
import { gauge, labels, series } from '../../shared/prometheus-text.ts'
import { processSeries } from '../booking/hub/metrics.ts'
import type { Clock, Log } from '../kiosk/ports/ports.ts'
import type { SaleService } from '../kiosk/sale/sale-service.ts'

/**
 * Time in milliseconds for which a metrics page is reused, because its device queries may delay printing of paid
 * tickets.
 */
const KEPT_MS = 5_000

/** Metrics of a kiosk or desk for Prometheus, without amounts and personal data. */
export class MachineMetrics {
  /** Forwards all lines to the given log, and counts the warnings and errors. */
  readonly log: Log
  readonly #version: string
  readonly #clock: Pick<Clock, 'now'>
  readonly #events = new Map<string, number>()
  readonly #steps = new Map<string, number>()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #observe: (() => Promise<DeviceState>) | null = null
  #kept: { readonly page: Promise<string>; untilMs: number } | null = null

  constructor(given: Log, version: string, clock: Pick<Clock, 'now'>) {
    this.#version = version
    this.#clock = clock
    this.#delay.enable()
    const count = (level: LogLine['level'], event: LogEvent): void => bump(this.#events, labels({ level, event }))
    this.log = {
      info: (event, details) => given.info(event, details),
      warn(event, details) {
        count('warn', event)
        given.warn(event, details)
      },
      error(event, error, details) {
        count('error', event)
        given.error(event, error, details)
      },
    }
  }

  follow(sales: Pick<SaleService, 'subscribe'>, observe: () => Promise<DeviceState>): void {
    this.#observe = observe
    sales.subscribe((_, event) => {
      if (event) bump(this.#steps, labels({ event: event.type }))
    })
  }

  /** Returns the metrics page, generated at most once every 5 s; null while the kiosk starts. */
  page(): Promise<string> | null {
    if (this.#kept && this.#clock.now().monoMs < this.#kept.untilMs) return this.#kept.page
    if (!this.#observe) return null
    const kept = { page: this.#write(this.#observe), untilMs: Infinity }
    this.#kept = kept
    kept.page.then(
      () => {
        kept.untilMs = this.#clock.now().monoMs + KEPT_MS
      },
      () => {
        kept.untilMs = 0
      },
    )
    return kept.page
  }

  close(): void {
    this.#delay.disable()
  }

  async #write(observe: () => Promise<DeviceState>): Promise<string> {
    return [
      ...stateSeries(await observe()),
      ...series('guichet_sale_events_total', 'counter', 'Sale events since the start, by type', this.#steps),
      ...series('guichet_log_events_total', 'counter', 'Warnings and errors since the start, by event', this.#events),
      ...processSeries(this.#delay, this.#version),
      '',
    ].join('\n')
  }
}

const bump = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1)

function stateSeries(state: DeviceState): readonly string[] {
  const { readiness, partner, printers, queue, staffCases, freeBytes, lastSaleUtc, serving } = state
  const issues = (readiness?.issues ?? []).map(({ type }) => [labels({ issue: type }), 1] as const)
  const states = printers.map((printer) => [labels({ printer: printer.name, state: printer.state }), 1] as const)
  return [
    ...gauge('guichet_ready', '1 if the machine can sell anything', Number(readiness?.sells ?? false)),
    ...series('guichet_readiness_issue', 'gauge', 'Issues that prevent some or all sales', new Map(issues)),
    ...gauge('guichet_partner_up', '1 if the booking service is reachable', Number(partner === 'up')),
    ...series('guichet_printer_state', 'gauge', 'State of each printer', new Map(states)),
    ...gauge('guichet_serving', '1 if a sale is on the screen or parked', Number(serving)),
    ...gauge('guichet_sales_unfinished', 'Unfinished sales', queue),
    ...gauge('guichet_staff_cases', 'Unfinished sales and ledger gaps that need staff', staffCases),
    ...gauge('guichet_free_bytes', 'Free bytes on the disk of the ledger', freeBytes),
    ...(lastSaleUtc === null
      ? []
      : gauge('guichet_last_sale_timestamp_seconds', 'Time of the last sale', Date.parse(lastSaleUtc) / 1000)),
  ]
}
