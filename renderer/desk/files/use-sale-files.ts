import { useEffect, useRef, useState } from 'react'
import type { Minor } from '../../../shared/domain/money/money.ts'
import { type TenderKind, correctionTenders } from '../../../shared/domain/money/tender.ts'
import { ok, type Result } from '../../../shared/domain/result.ts'
import {
  canBeInvoiced,
  correctablePayments,
  type FiledInvoice,
  type FiledReturn,
  type HubPurchase,
  type MatchingSale,
  reprintedOf,
  type SaleFile,
  ticketsLeft,
  validTickets,
} from '../../../shared/domain/sale/sale-file.ts'
import type { InvoicePaperView } from '../../../shared/api/kiosk/views.ts'
import type { Invoke } from '../../app/client.ts'
import type { Problem } from '../../app/problem.ts'
import type { I18n } from '../../i18n/i18n.ts'
import type { DeskNotice } from '../../i18n/problem-text.ts'
import { useDesk } from '../state/desk-store.tsx'
import type { Credentials } from '../state/desk-state.ts'
import { atHand } from '../state/desk-task.ts'

export type SaleFiles = ReturnType<typeof useSaleFiles>

/** `first`: sale to select first; null to select the latest. */
export function useSaleFiles(credentials: Credentials, first: SaleFile | null) {
  const { store, state } = useDesk()
  const { invoke } = store
  /** Search request, stored as a new object for each search, so that the same text can be searched again. */
  const [asked, setAsked] = useState({ text: '' })
  const [found, setFound] = useState<readonly MatchingSale[] | null>(null)
  /** Selected by ID, because a newly found sale would shift an index. */
  const [chosenId, setChosenId] = useState(first?.saleId ?? null)
  const [opened, setOpened] = useState(first)
  const [notice, setNotice] = useState<DeskNotice | null>(null)
  /** Purchases of other machines; null if the hub does not reply. */
  const [purchases, setPurchases] = useState<readonly HubPurchase[] | null>([])
  /** Number of the latest search at the hub. Replies to earlier searches are ignored. */
  const searches = useRef(0)
  const summary = found?.find(({ saleId }) => saleId === chosenId)

  // Repeats the search at each step of the current sale and of background sales, which may still be printing.
  const stage = atHand(state.work).sale?.stage.name
  const { behind } = state
  const [seen, setSeen] = useState({ stage, behind })
  if (seen.stage !== stage || seen.behind !== behind) {
    setSeen({ stage, behind })
    setAsked({ ...asked })
  }

  useEffect(() => {
    let awaited = true
    void invoke('findSales', { ...credentials, text: asked.text }).then((reply) => {
      if (!awaited) return
      setNotice(reply.ok ? null : reply.error)
      if (!reply.ok) return
      setFound(reply.value)
      setChosenId((before) => saleToOpen(reply.value, asked.text, before))
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, asked])

  useEffect(() => {
    if (!summary) return undefined
    let awaited = true
    void invoke('openSaleFile', { ...credentials, saleId: summary.saleId }).then((reply) => {
      if (!awaited) return
      if (reply.ok) setOpened(reply.value)
      else setNotice(reply.error)
    })
    return () => {
      awaited = false
    }
  }, [invoke, credentials, summary])

  /** Searches the hub once for each text, because the hub limits the searches of a machine. */
  async function searchHub(text: string): Promise<void> {
    const search = (searches.current += 1)
    setPurchases([])
    if (text.trim() === '') return
    const reply = await invoke('findPurchases', { ...credentials, text })
    if (search !== searches.current) return
    if (reply.ok) setPurchases(reply.value)
    else setNotice(reply.error)
  }

  const elsewhere = purchases ?? []
  const ids = [...(found ?? []).map(({ saleId }) => saleId), ...elsewhere.map(({ orderId }) => orderId)]
  const only = ids.length === 1 ? elsewhere[0] : undefined
  const purchase = elsewhere.find(({ orderId }) => orderId === chosenId) ?? only

  return {
    /** Sales that match the search; null until the first reply. */
    found,
    purchases,
    /** Selected purchase of another machine; undefined if none is selected. */
    purchase,
    /** Number of sales and purchases found. */
    count: ids.length,
    /** Index of the selected entry; purchases follow the sales. -1 if nothing is selected. */
    chosen: ids.indexOf(summary?.saleId ?? purchase?.orderId ?? ''),
    /** True if the search matches sales of several events, so that the user must select one. */
    asksWhich: chosenId === null && found !== null && found.length > 0,
    choose: (index: number) => setChosenId(ids[index] ?? null),
    lookFor: (text: string): void => {
      setChosenId(null)
      setAsked({ text })
      void searchHub(text)
    },
    file: found === null || opened?.saleId === summary?.saleId ? opened : null,
    /** IDs of the selected sale's tickets that were searched for; empty if the search was for the sale itself. */
    named: summary?.namedTickets ?? [],
    changed: (file: SaleFile): void => {
      const { saleId, returned, owed } = file
      // An action does not query the booking service about all tickets, so the tickets known to be cancelled are
      // retained.
      setOpened((before) => ({ ...(before?.cancelled && { cancelled: before.cancelled }), ...file }))
      setFound((all) => all && all.map((each) => (each.saleId === saleId ? { ...each, returned, owed } : each)))
    },
    notice,
    forget: () => setNotice(null),
  }
}

/** Returns the ID of the selected sale, otherwise of the latest; null if the search matches several events. */
export function saleToOpen(found: readonly MatchingSale[], typed: string, before: string | null): string | null {
  if (found.some(({ saleId }) => saleId === before)) return before
  const events = new Set(found.map(({ eventId, startsAt }) => `${eventId} ${startsAt}`))
  return typed.trim() !== '' && events.size > 1 ? null : (found[0]?.saleId ?? null)
}

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

/** Returns the second person's credentials. If one PIN serves all staff, there is no staff number. */
export const asCredentials = ({ staff, pin }: Entered['second']) => ({ ...(staff !== '' && { staff }), pin })

interface Done {
  readonly file: SaleFile
  readonly words: string
}

interface Order {
  readonly credentials: Credentials
  readonly file: SaleFile
  readonly act: TicketAct
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
        second: asCredentials(second),
      })
      if (!reply.ok) return reply
      const { file, paper, creditNote } = reply.value
      const words = t.files.granted(money(amount, currency), t.files.slips[paper])
      const note = creditNote && invoiceText(t, creditNote)
      return ok({ file, words: note === undefined ? words : `${words} ${note}` })
    }
  }
}

export type TicketAct =
  | { readonly type: 'reprint' | 'refund' | 'void' | 'slip' }
  | { readonly type: 'pay'; readonly owed: FiledReturn; readonly kind: FiledReturn['back'][number]['kind'] }

/** Returns the tenders to which a payment can be corrected at this desk. */
export function useCorrectionTenders(): readonly TenderKind[] {
  const { tenders = [], attended = [] } = useDesk().state.info ?? {}
  return correctionTenders(tenders, attended)
}

export interface InvoiceAct {
  readonly type: 'invoice' | 'invoice-copy'
}

export type FileAct = TicketAct | InvoiceAct | { readonly type: 'correct' }

/** Returns whether the action belongs to the invoice form. */
export const isInvoiceAct = (act: FileAct): act is InvoiceAct => act.type === 'invoice' || act.type === 'invoice-copy'

/**
 * Returns the message shown after an invoice was printed. If the fiscal signature is missing, the message explains what
 * happens next.
 */
export function invoiceText({ files }: Pick<I18n['t'], 'files'>, { name, paper, fiscal }: InvoicePaperView): string {
  const isOut = paper === 'printed' || paper === 'saved'
  if (fiscal === 'refused' || (fiscal === 'waiting' && isOut)) return files.invoices.unsigned(name, fiscal)
  return files.invoices.out(name, paper)
}

export const isRefused = ({ fiscal }: FiledInvoice): boolean => fiscal?.state === 'refused'

function invoiceActs(file: SaleFile): readonly { readonly key: string; readonly act: InvoiceAct }[] {
  if (file.invoices) return file.invoices.length > 0 ? [{ key: 'F1', act: { type: 'invoice-copy' } }] : []
  return canBeInvoiced(file) ? [{ key: 'F1', act: { type: 'invoice' } }] : []
}

/** `rightTenders`: tenders to which a payment can be corrected at this desk. */
export function actsOn(
  file: SaleFile,
  rightTenders: readonly TenderKind[],
): readonly { readonly key: string; readonly act: FileAct }[] {
  const slips = file.slips.length > 0 ? [{ key: 'F7', act: { type: 'slip' } as const }] : []
  if (file.state !== 'done') return slips
  const left = ticketsLeft(file).length
  const reprint = validTickets(file).length > 0 ? [{ key: 'F2', act: { type: 'reprint' } as const }] : []
  const owed = file.returns.flatMap((each) =>
    each.back.filter(({ paid }) => !paid).map(({ kind }) => ({ owed: each, kind })),
  )
  return [
    ...invoiceActs(file),
    ...reprint,
    ...(left > 0 ? [{ key: 'F3', act: { type: 'refund' } as const }] : []),
    ...(left === file.tickets.length && file.ofThisShift ? [{ key: 'F4', act: { type: 'void' } as const }] : []),
    ...(correctablePayments(file).some(({ kind }) => rightTenders.some((other) => other !== kind))
      ? [{ key: 'F5', act: { type: 'correct' } as const }]
      : []),
    ...owed.slice(0, 1).map((each) => ({ key: 'F6', act: { type: 'pay' as const, ...each } })),
    ...slips,
  ]
}
