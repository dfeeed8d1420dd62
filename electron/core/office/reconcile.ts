import { err, ok, type Result } from '../../../shared/domain/result.ts'
import {
  compareSale,
  type Difference,
  type Reconciliation,
  type RecordedSale,
} from '../../../shared/domain/sale/reconcile.ts'
import type { NoShift } from '../../../shared/kiosk-api/failures.ts'
import type { ReconcileView } from '../../../shared/kiosk-api/views.ts'
import type { Clock, Log, PartnerError, PartnerService, ReportIssuer, SaleLedger } from '../ports/ports.ts'
import { NO_OWNER } from '../sale/effects.ts'

/** Few at once: the service sells meanwhile. */
const AT_ONCE = 4

interface ReconcileInput {
  readonly register: string
  readonly shiftNo: number
  readonly sales: readonly RecordedSale[]
}

/**
 * Asks the service for the tickets of each sale and compares. `onProgress` gets what is known after each answer; ends early,
 * and says so with a null `doneUtc`, when the signal aborts.
 */
export async function reconcile(
  { partner, clock }: { readonly partner: Pick<PartnerService, 'listTickets'>; readonly clock: Clock },
  { register, shiftNo, sales }: ReconcileInput,
  onProgress: (soFar: Reconciliation) => void,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const startedUtc = clock.now().wallUtc
  /** In the sales' order, whichever was answered first. */
  const found: (readonly Difference[])[] = []
  let [asked, agreed, next] = [0, 0, 0]
  const soFar = (doneUtc: string | null): Reconciliation => ({
    register,
    shiftNo,
    startedUtc,
    doneUtc,
    sales: sales.length,
    asked,
    agreed,
    differences: found.flat(),
  })

  async function ask(): Promise<void> {
    for (let index = next++; index < sales.length && !signal.aborted; index = next++) {
      const sale = sales[index]
      if (!sale) return
      const compared = compareSale(sale, await ticketsOf(sale.ownerRef))
      found[index] = compared.differences
      agreed += compared.agreed
      asked += 1
      onProgress(soFar(null))
    }
  }

  async function ticketsOf(ownerRef: string): Promise<Parameters<typeof compareSale>[1]> {
    if (ownerRef === '') return { ok: false, reason: NO_OWNER }
    const reply = await partner.listTickets({ ownerRef })
    return reply.ok ? reply : { ok: false, reason: wordsOf(reply.error) }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return soFar(signal.aborted ? null : clock.now().wallUtc)
}

function wordsOf(error: PartnerError): string {
  return error.type === 'refused' ? `${error.type} ${error.status} ${error.code}` : error.type
}

/** The ledger's sales held against the service's tickets, while the machine goes on selling: one comparison at a time. */
export interface ReconcileService {
  /** Begins with the sales of a shift, null: the running one; while one is under way, that one goes on. */
  start(shiftNo: number | null, staffId: string): Result<ReconcileView, NoShift>
  /** The last one as far as it is; null: none since the program started. */
  view(): ReconcileView | null
  isComparing(): boolean
  /** Ends early what is under way. */
  stop(): Promise<void>
}

export interface ReconcileServicePorts {
  readonly partner: Pick<PartnerService, 'listTickets'>
  readonly clock: Clock
  readonly ledger: Pick<SaleLedger, 'note'>
  readonly sales: (shiftNo: number | null) => ReconcileInput | null
  readonly reports: Pick<ReportIssuer, 'table'>
  readonly log: Log
}

export function createReconcileService({
  ledger,
  sales,
  reports,
  log,
  ...ports
}: ReconcileServicePorts): ReconcileService {
  const stopping = new AbortController()
  let last: ReconcileView | null = null
  let running: Promise<void> | null = null

  async function run(input: ReconcileInput, staffId: string): Promise<void> {
    const progress = (soFar: Reconciliation): void => {
      last = { ...soFar, csv: '' }
    }
    const done = await reconcile(ports, input, progress, stopping.signal)
    if (done.doneUtc === null) return
    const saved = await reports.table(done)
    last = { ...done, csv: saved.outcome === 'printed' ? saved.evidence : '' }
    const { shiftNo, agreed, asked, differences } = done
    const found = { shiftNo, sales: asked, agreed, differences: differences.length }
    ledger.note('RECONCILED', found, ports.clock.now(), staffId)
    log.info('reconciliation.done', { ...found, staffId })
  }

  return {
    start(shiftNo, staffId) {
      if (running && last) return ok(last)
      const input = sales(shiftNo)
      if (!input) return err({ type: 'no-shift' })
      const startedUtc = ports.clock.now().wallUtc
      const { register, shiftNo: named } = input
      const begun = { register, shiftNo: named, startedUtc, doneUtc: null, sales: input.sales.length }
      last = { ...begun, asked: 0, agreed: 0, differences: [], csv: '' }
      running = run(input, staffId)
        .catch((error: unknown) => log.error('reconciliation.failed', error))
        .finally(() => {
          running = null
        })
      return ok(last)
    },
    view: () => last,
    isComparing: () => running !== null,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
