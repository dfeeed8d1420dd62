import type { FiledReturn, FiledTicket, SaleFile } from '../../../shared/domain/sale/sale-file.ts'

/** What can be done with a sale that ended. */
export type FileAct =
  | { readonly type: 'reprint' | 'refund' | 'void' | 'slip' }
  | { readonly type: 'pay'; readonly owed: FiledReturn; readonly kind: FiledReturn['back'][number]['kind'] }

/** Those that this sale allows now, each on its key. */
export function actsOn(file: SaleFile): readonly { readonly key: string; readonly act: FileAct }[] {
  const slips = file.slips.length > 0 ? [{ key: 'F7', act: { type: 'slip' } as const }] : []
  if (file.state !== 'done') return slips
  const left = ticketsLeft(file).length
  const reprint = validTickets(file).length > 0 ? [{ key: 'F2', act: { type: 'reprint' } as const }] : []
  const owed = file.returns.flatMap((each) =>
    each.back.filter(({ paid }) => !paid).map(({ kind }) => ({ owed: each, kind })),
  )
  return [
    ...reprint,
    ...(left > 0 ? [{ key: 'F3', act: { type: 'refund' } as const }] : []),
    ...(left === file.tickets.length && file.ofThisShift ? [{ key: 'F4', act: { type: 'void' } as const }] : []),
    ...owed.slice(0, 1).map((each) => ({ key: 'F6', act: { type: 'pay' as const, ...each } })),
    ...slips,
  ]
}

/** Those that were not given back. */
export function ticketsLeft({ tickets, returns }: SaleFile): readonly FiledTicket[] {
  const gone = new Set(returns.flatMap(({ ticketIds }) => ticketIds))
  return tickets.filter(({ ticketId }) => !gone.has(ticketId))
}

/** Returns the tickets that may be reprinted: valid in the ledger and not cancelled at the booking service. */
export function validTickets(file: SaleFile): readonly FiledTicket[] {
  return ticketsLeft(file).filter(({ ticketId }) => !file.cancelled?.includes(ticketId))
}
