import type { Minor } from '../../../shared/domain/money/money.ts'
import type { TenderKind } from '../../../shared/domain/money/tender.ts'
import type { SaleFile } from '../../../shared/domain/sale/sale-file.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import type { Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import type { I18n } from '../../i18n/i18n.ts'
import type { Credentials } from '../state/desk-state.ts'
import type { FileAct } from './after-sale-acts.ts'

/** What the cashier said of an act; each act asks for some of it. */
export interface Entered {
  readonly ticketIds: ReadonlySet<string>
  readonly reason: string
  /** Of the terminal's slip, where the money went back to a card. */
  readonly receipt: string
  /** The way the money goes back. */
  readonly over: TenderKind | undefined
  /** Which slip is printed again. */
  readonly slip: string
  readonly second: { readonly staff: string; readonly pin: string }
}

/** The sale as it is now, and what is told of the act. */
interface Done {
  readonly file: SaleFile
  readonly words: string
}

/** One act on a sale that ended, and what the customer gets back by it. */
export interface Order {
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
      const out = reply.value.tickets.filter(
        ({ ticketId, papers }) => chosen.has(ticketId) && papers.at(-1)?.state === 'printed',
      )
      return ok({ file: reply.value, words: t.files.copiesOut(out.length, ticketIds.length) })
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
