import type { WayDown } from '../../../shared/domain/fleet/readiness.ts'
import { providerFault, type ProviderFault } from '../../../shared/domain/money/examination.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { Clock, Ports } from '../ports/ports.ts'

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
