import type { WayDown } from '../../../shared/domain/fleet/readiness.ts'
import { providerFault, type ProviderFault } from '../../../shared/domain/money/examination.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { Headphones, PrinterView } from '../../../shared/kiosk-api/views.ts'
import type { Clock, HeadphoneJack, Ports, SaleLedger } from '../ports/ports.ts'
import { printerView } from '../sale/sale-view.ts'

/** Maximum time that a screen waits for a printer's state when it opens, in milliseconds. */
const SCREEN_OPENS_WITHIN_MS = 2_000

export interface PrinterWatch {
  /** The printer's last known state, and whether the machine is waiting for it. */
  known(): PrinterView
  /** Asks it; the listener hears of a change. */
  look(): Promise<void>
  /** Asks the printer for its state. Resolves soon even without an answer; a later answer goes to the listener. */
  lookBriefly(): Promise<void>
  /** Whether another printer puts out the tickets than was known. */
  isOther(): boolean
}

/** The ticket printer, as the screens know it. */
export function watchPrinter(
  { tickets, printers, clock }: Pick<Ports, 'tickets' | 'printers' | 'clock'>,
  stopping: AbortSignal,
  onChange: (printer: PrinterView) => void,
): PrinterWatch {
  const standsIn = (): boolean => printers.standsIn() !== null
  let printer = printerView({ state: 'unknown', detail: '' }, false)
  let awaited = false
  const known = (): PrinterView => (awaited ? { ...printer, awaited } : printer)

  printers.onAwaited((now) => {
    awaited = now
    onChange(known())
  }, stopping)

  async function look(): Promise<void> {
    const before = printer
    printer = printerView(await tickets.status(), standsIn())
    const same = before.state === printer.state && before.reason === printer.reason
    if (!same || before.standsIn !== printer.standsIn) onChange(known())
  }

  return {
    known,
    look,
    async lookBriefly() {
      const answered = new AbortController()
      const answer = look().finally(() => answered.abort())
      await Promise.race([answer, clock.sleep(SCREEN_OPENS_WITHIN_MS, answered.signal)])
    },
    isOther: () => (printer.standsIn ?? false) !== standsIn(),
  }
}

/** What the screens are to know of headphones; the listener hears of each plug. Undefined: there are none. */
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

/** A provider that takes our money is asked again so often, one that does not this often. */
const AGAIN_MS = 180_000
const DOWN_AGAIN_MS = 10_000
/** What happened once may have been the network's. */
const TIMES = 2

/** Whether the providers of payments are there, and let this machine in. */
export interface PaymentWatch {
  /** Those that take no money by now, as far as is known. */
  down(): readonly WayDown[]
  /** Examines one that is due, unless it does so by now. */
  turn(): Promise<void>
}

interface Seen {
  readonly atMs: number
  readonly fault: ProviderFault | null
  /** So many times one after the other. */
  readonly times: number
}

export function watchPayments(
  drivers: Ports['tenders'],
  offered: readonly TenderKind[],
  clock: Pick<Clock, 'now'>,
): PaymentWatch {
  const seen = new Map<TenderKind, Seen>()
  let underWay = false

  const isDue = (kind: TenderKind): boolean => {
    const last = seen.get(kind)
    return !last || clock.now().monoMs - last.atMs >= (last.fault === null ? AGAIN_MS : DOWN_AGAIN_MS)
  }

  async function look(kind: TenderKind): Promise<void> {
    const findings = (await drivers[kind]?.examine?.()) ?? []
    const fault = providerFault(findings)
    const before = seen.get(kind)
    const times = fault === null ? 0 : (before?.times ?? 0) + 1
    seen.set(kind, { atMs: clock.now().monoMs, fault, times })
  }

  return {
    down: () =>
      offered.flatMap((tender) => {
        const { fault = null, times = 0 } = seen.get(tender) ?? {}
        return fault === null || times < TIMES ? [] : [{ tender, fault }]
      }),
    async turn() {
      const due = offered.find((kind) => drivers[kind]?.examine && isDue(kind))
      if (due === undefined || underWay) return
      underWay = true
      await look(due).finally(() => {
        underWay = false
      })
    },
  }
}

/** Says whether the disk has no room for another sale, and tells the listener whenever that is another answer than before. */
export function watchStorage(ledger: SaleLedger, onChange: (full: boolean) => void): () => boolean {
  let full = false
  return () => {
    const before = full
    full = !ledger.canStartSale()
    if (full !== before) onChange(full)
    return full
  }
}
