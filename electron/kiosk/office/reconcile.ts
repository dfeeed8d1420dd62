import { err, ok, type Result } from '../../../shared/domain/result.ts'
import {
  compareSale,
  type Difference,
  type Reconciliation,
  type RecordedSale,
} from '../../../shared/domain/sale/reconcile.ts'
import type { NoShift } from '../../../shared/api/kiosk/failures.ts'
import type { ReconcileView } from '../../../shared/api/kiosk/views.ts'
import type { Clock, Log, PartnerError, PartnerService, ReportIssuer, SaleLedger } from '../ports/ports.ts'
import { NO_OWNER } from '../sale/effects.ts'

/** Maximum number of parallel requests; low, because the partner also serves sales at the same time. */
const AT_ONCE = 4

interface ReconcileInput {
  readonly register: string
  readonly shiftNo: number
  readonly sales: readonly RecordedSale[]
}

/** Calls `onProgress` after each reply. Returns early, with a null `doneUtc`, when `signal` aborts. */
export async function reconcile(
  { partner, clock }: { readonly partner: Pick<PartnerService, 'listTickets'>; readonly clock: Clock },
  { register, shiftNo, sales }: ReconcileInput,
  onProgress: (soFar: Reconciliation) => void,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const startedUtc = clock.now().wallUtc
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

interface ReconcileServicePorts {
  readonly partner: Pick<PartnerService, 'listTickets'>
  readonly clock: Clock
  readonly ledger: Pick<SaleLedger, 'note'>
  readonly sales: (shiftNo: number | null) => ReconcileInput | null
  readonly reports: Pick<ReportIssuer, 'table'>
  readonly log: Log
}

/** Compares the ledger's sales with the partner's tickets, one shift at a time, while the kiosk sells. */
export class ReconcileService {
  readonly #ports: ReconcileServicePorts
  readonly #stopping = new AbortController()
  #last: ReconcileView | null = null
  #running: Promise<void> | null = null

  constructor(ports: ReconcileServicePorts) {
    this.#ports = ports
  }

  /** Starts to compare a shift, by default the current shift, unless a comparison is already running. */
  start(shiftNo: number | null, staffId: string): Result<ReconcileView, NoShift> {
    const { sales, clock, log } = this.#ports
    if (this.#running && this.#last) return ok(this.#last)
    const input = sales(shiftNo)
    if (!input) return err({ type: 'no-shift' })
    const { register, shiftNo: named } = input
    const startedUtc = clock.now().wallUtc
    const begun = { register, shiftNo: named, startedUtc, doneUtc: null, sales: input.sales.length }
    this.#last = { ...begun, asked: 0, agreed: 0, differences: [], csv: '' }
    this.#running = this.#run(input, staffId)
      .catch((error: unknown) => log.error('reconciliation.failed', error))
      .finally(() => {
        this.#running = null
      })
    return ok(this.#last)
  }

  /** Returns the running or last comparison; null before the first comparison. */
  view(): ReconcileView | null {
    return this.#last
  }

  isComparing(): boolean {
    return this.#running !== null
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(input: ReconcileInput, staffId: string): Promise<void> {
    const { ledger, clock, reports, log } = this.#ports
    const progress = (soFar: Reconciliation): void => {
      this.#last = { ...soFar, csv: '' }
    }
    const done = await reconcile(this.#ports, input, progress, this.#stopping.signal)
    if (done.doneUtc === null) return
    const saved = await reports.table(done)
    this.#last = { ...done, csv: saved.outcome === 'printed' ? saved.evidence : '' }
    const { shiftNo, agreed, asked, differences } = done
    const found = { shiftNo, sales: asked, agreed, differences: differences.length }
    ledger.note('RECONCILED', found, clock.now(), staffId)
    log.info('reconciliation.done', { ...found, staffId })
  }
}
