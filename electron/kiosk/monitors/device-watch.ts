import type { UnavailableTender } from '../../../shared/domain/fleet/readiness.ts'
import { providerFault, type ProviderFault } from '../../../shared/domain/money/examination.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { Headphones, PrinterView } from '../../../shared/api/kiosk/views.ts'
import type { HeadphoneJack } from '../ports/devices.ts'
import { type Clock, type Ports, within } from '../ports/ports.ts'
import { printerView } from '../sale/sale-view.ts'

/** Maximum time in milliseconds that an opening screen waits for the state of the printer. */
const SCREEN_OPENS_WITHIN_MS = 2_000

export class PrinterWatch {
  #view = printerView({ state: 'unknown', detail: '' }, false)
  #awaited = false
  readonly #ports: Pick<Ports, 'tickets' | 'printers' | 'clock'>
  readonly #onChange: (printer: PrinterView) => void

  constructor(
    ports: Pick<Ports, 'tickets' | 'printers' | 'clock'>,
    stopping: AbortSignal,
    onChange: (printer: PrinterView) => void,
  ) {
    this.#ports = ports
    this.#onChange = onChange
    ports.printers.onAwaited((awaited) => {
      this.#awaited = awaited
      onChange(this.known())
    }, stopping)
  }

  known(): PrinterView {
    return this.#awaited ? { ...this.#view, awaited: true } : this.#view
  }

  async look(): Promise<void> {
    const before = this.#view
    const now = printerView(await this.#ports.tickets.status(), this.#isSubstituted())
    this.#view = now
    const isSame =
      before.state === now.state && before.reason === now.reason && before.fallbackPrinter === now.fallbackPrinter
    if (!isSame) this.#onChange(this.known())
  }

  /** Reads the state of the printer, but resolves after a short time even without a reply. */
  async lookBriefly(): Promise<void> {
    await within(this.#ports.clock, SCREEN_OPENS_WITHIN_MS, this.look())
  }

  /** Returns whether the printer that prints the tickets has changed since the last reading. */
  isOther(): boolean {
    return (this.#view.fallbackPrinter ?? false) !== this.#isSubstituted()
  }

  #isSubstituted(): boolean {
    return this.#ports.printers.fallbackPrinter() !== null
  }
}

/** Returns a function that reads the state of the headphones. The state is undefined if the kiosk has no headphones. */
export function watchHeadphones(
  jack: HeadphoneJack | 'always' | undefined,
  onChange: (headphones: Headphones) => void,
  stopping: AbortSignal,
): () => Headphones | undefined {
  if (jack === undefined || jack === 'always') return () => jack
  let known: Headphones = 'out'
  jack.watch((plugged) => {
    known = plugged ? 'in' : 'out'
    onChange(known)
  }, stopping)
  return () => known
}

/** Interval in milliseconds between two checks of an available payment provider. */
const AGAIN_MS = 180_000
const DOWN_AGAIN_MS = 10_000
/** A provider counts as down only after several failures, because a single failure may be a network fault. */
const MIN_FAILURES = 2

export class PaymentWatch {
  readonly #drivers: Ports['tenders']
  readonly #offered: readonly TenderKind[]
  readonly #clock: Pick<Clock, 'now'>
  readonly #seen = new Map<
    TenderKind,
    { readonly atMs: number; readonly fault: ProviderFault | null; readonly failures: number }
  >()
  #isExamining = false

  constructor(drivers: Ports['tenders'], offered: readonly TenderKind[], clock: Pick<Clock, 'now'>) {
    this.#drivers = drivers
    this.#offered = offered
    this.#clock = clock
  }

  down(): readonly UnavailableTender[] {
    return this.#offered.flatMap((tender) => {
      const { fault = null, failures = 0 } = this.#seen.get(tender) ?? {}
      return fault === null || failures < MIN_FAILURES ? [] : [{ tender, fault }]
    })
  }

  /** Checks one payment provider that is due, unless a check is already in progress. */
  async turn(): Promise<void> {
    const due = this.#offered.find((kind) => this.#drivers[kind]?.examine && this.#isDue(kind))
    if (due === undefined || this.#isExamining) return
    this.#isExamining = true
    try {
      const fault = providerFault((await this.#drivers[due]?.examine?.()) ?? [])
      const failures = fault === null ? 0 : (this.#seen.get(due)?.failures ?? 0) + 1
      this.#seen.set(due, { atMs: this.#clock.now().monoMs, fault, failures })
    } finally {
      this.#isExamining = false
    }
  }

  #isDue(kind: TenderKind): boolean {
    const last = this.#seen.get(kind)
    return !last || this.#clock.now().monoMs - last.atMs >= (last.fault === null ? AGAIN_MS : DOWN_AGAIN_MS)
  }
}

/** Returns a function that reads a value and calls `report` if the value has changed. */
export function watchChange<T>(read: () => T, report: (value: T) => void, initial: T): () => T {
  let known = initial
  return () => {
    const now = read()
    const isSame = now === known
    known = now
    if (!isSame) report(now)
    return now
  }
}
