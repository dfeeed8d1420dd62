import type { Minor } from '../../../shared/domain/money/money.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import {
  type FiledReturn,
  reprintedOf,
  type SaleFile,
  ticketsLeft,
  validTickets,
} from '../../../shared/domain/sale/sale-file.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { I18n } from '../../i18n/i18n.ts'
import type { Credentials } from '../state/desk-state.ts'

export interface Entered {
  readonly ticketIds: ReadonlySet<string>
  readonly reason: string
  /** Number on the card terminal's receipt, if the refund was made to a card. */
  readonly receipt: string
  /** Tender of the refund. */
  readonly over: TenderKind | undefined
  /** Reference of the refund slip to reprint. */
  readonly slip: string
  readonly second: { readonly staff: string; readonly pin: string }
}

interface Done {
  readonly file: SaleFile
  readonly words: string
}

interface Order {
  readonly credentials: Credentials
  readonly file: SaleFile
  readonly act: FileAct
  readonly entered: Entered
  readonly amount: Minor
}

export async function carryOut(
  invoke: Invoke,
  { credentials, file: { saleId, currency }, act, entered, amount }: Order,
  { t, money }: Pick<I18n, 't' | 'money'>,
): Promise<Result<Done, Problem>> {
  const { ticketIds: chosen, reason, receipt, over, slip, second } = entered
  const ticketIds = [...chosen]
  const asked = { ...credentials, saleId }
  switch (act.type) {
    case 'reprint': {
      const reply = await invoke('reprintTickets', { ...asked, ticketIds, reason })
      if (!reply.ok) return reply
      const out = reprintedOf(reply.value, ticketIds)
      return ok({ file: reply.value, words: t.files.copiesOut(out, ticketIds.length) })
    }
    case 'pay': {
      const reply = await invoke('payReturn', { ...asked, reference: act.owed.reference, kind: act.kind, receipt })
      return reply.ok ? ok({ file: reply.value, words: t.files.paid }) : reply
    }
    case 'slip': {
      const reply = await invoke('reprintSlip', { ...asked, reference: slip, reason })
      return reply.ok ? ok({ file: reply.value.file, words: t.files.slips[reply.value.paper] }) : reply
    }
    case 'refund':
    case 'void': {
      const reply = await invoke('returnTickets', {
        ...asked,
        ticketIds,
        kind: act.type,
        ...(act.type === 'refund' && over && { over }),
        reason,
        second: { ...(second.staff !== '' && { staff: second.staff }), pin: second.pin },
      })
      if (!reply.ok) return reply
      const { file, paper } = reply.value
      return ok({ file, words: t.files.granted(money(amount, currency), t.files.slips[paper]) })
    }
  }
}

export type FileAct =
  | { readonly type: 'reprint' | 'refund' | 'void' | 'slip' }
  | { readonly type: 'pay'; readonly owed: FiledReturn; readonly kind: FiledReturn['back'][number]['kind'] }

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
