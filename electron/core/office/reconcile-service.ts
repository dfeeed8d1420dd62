import type { Reconciliation } from '../../../shared/domain/sale/reconcile.ts'
import { err, ok, type Result } from '../../../shared/domain/result.ts'
import type { NoShift } from '../../../shared/kiosk-api/failures.ts'
import type { ReconcileView } from '../../../shared/kiosk-api/views.ts'
import type { Clock, Log, PartnerService, ReportIssuer, SaleLedger } from '../ports/ports.ts'
import { reconcile, type ReconcileInput } from './reconcile.ts'

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
