import type { Job, Row, Step } from '../format/format.ts'
import type { Findings } from '../format/report.ts'
import type { SaleAccount } from './sale-account.ts'

/** I9 and I10, for one row; `sale` is as it was before it. Keeps the sale's print jobs. */
export function checkJobs(findings: Findings, row: Row, step: Step, sale: SaleAccount): void {
  const issued = new Set([...sale.tickets, ...(step.tickets ?? [])].map(({ ticketId }) => ticketId))
  for (const job of step.jobs ?? []) {
    const bad = (why: string): void => findings.error('I10', row.seq, `ticket ${job.ticketId}`, why)
    if (!issued.has(job.ticketId)) bad('is printed, but no ticket of this sale')
    const copies = sale.jobs.get(job.ticketId) ?? []
    checkCopy(bad, copies, job, { rowsLost: sale.rowsLost, ordered: false })
    sale.jobs.set(job.ticketId, [...copies.filter(({ copyNumber }) => copyNumber !== job.copyNumber), job])
  }
  // The service never showed the tickets: people answer for them.
  const handedOut = row.code === 'SETTLED_BY_HAND' && step.from === 'needs-staff'
  if (step.to === 'done' && !handedOut) checkEvidence(findings, row, sale)
}

/** `ordered`: people asked for another copy of what had come out. */
export function checkCopy(
  bad: (why: string) => void,
  copies: readonly Job[],
  job: Job,
  { rowsLost, ordered }: { readonly rowsLost: boolean; readonly ordered: boolean },
): void {
  const same = copies.find(({ copyNumber }) => copyNumber === job.copyNumber)
  if (same) {
    const again = job.state === 'spooling' && same.state !== 'queued' && same.state !== 'failed'
    if (again) bad(`copy ${job.copyNumber} goes to the printer again after "${same.state}"`)
    if (job.state === 'queued' && same.state !== 'failed')
      bad(`copy ${job.copyNumber} is queued again after "${same.state}"`)
    return
  }
  const before = copies.at(-1)
  if (job.copyNumber !== (before?.copyNumber ?? -1) + 1)
    bad(`copy ${job.copyNumber} follows ${before?.copyNumber ?? 'nothing'}`)
  const over: readonly Job['state'][] = ordered ? ['unknown', 'printed'] : ['unknown']
  if (before && !over.includes(before.state)) bad(`copy ${job.copyNumber} after a copy that was "${before.state}"`)
  const doubted = rowsLost && job.copyNumber === 0 && job.state === 'unknown'
  if (job.state !== (ordered ? 'spooling' : 'queued') && !doubted)
    bad(`copy ${job.copyNumber} begins as "${job.state}"`)
}

function checkEvidence(findings: Findings, row: Row, sale: SaleAccount): void {
  if (sale.tickets.length === 0) findings.error('I9', row.seq, `sale ${sale.saleId}`, 'is done without tickets')
  for (const { ticketId } of sale.tickets) {
    const latest = sale.jobs.get(ticketId)?.at(-1)
    if (latest?.state !== 'printed' || latest.evidence === '') {
      findings.error('I9', row.seq, `ticket ${ticketId}`, 'the sale is done, but nothing shows that it came out')
    }
  }
}
