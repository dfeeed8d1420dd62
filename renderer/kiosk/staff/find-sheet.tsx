import { useEffect, useEffectEvent, useState } from 'react'
import { digitsInNumber } from '../../../shared/domain/keypad.ts'
import {
  type FiledTicket,
  type HubPurchase,
  type MatchingSale,
  type PurchaseCopy,
  reprintedOf,
  type SaleFile,
  validTickets,
} from '../../../shared/domain/sale/sale-file.ts'
import { compareLabels } from '../../../shared/domain/seats/place.ts'
import { seatsInShort } from '../../i18n/names.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { focusOnce } from '../../ui/hooks.ts'
import { OnScreenKeyboard } from '../../ui/on-screen-keyboard.tsx'
import { Paged, PageTurner } from '../../ui/paged.tsx'
import { eventAndDate } from '../../i18n/dates.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import type { I18n } from '../../i18n/i18n.ts'
import styles from './find-sheet.module.css'
import type { Staff } from './staff-desk.ts'
import { StaffSheet } from './staff-sheet.tsx'

/** Delay between the last keystroke and the search, in milliseconds. */
const SEARCH_DELAY_MS = 300
/** Maximum number of sectors suggested as search texts. */
const MAX_SECTORS = 6

/** Searches for the text after each pause in typing, first on this machine and then on the hub. */
function useSearch(staff: Staff, text: string) {
  const i18n = useI18n()
  const [found, setFound] = useState<readonly FoundSale[] | null>(null)
  const [hubAway, setHubAway] = useState(false)
  const [sectors, setSectors] = useState<readonly string[]>([])
  const look = useEffectEvent(async (isAwaited: () => boolean): Promise<void> => {
    const wanted = digitsInNumber(text)
    const sales = await staff.find(wanted)
    if (!isAwaited() || !sales) return
    const ownSales = sales.map((sale) => foundSale(staff, sale, i18n))
    setFound(ownSales)
    setHubAway(false)
    if (wanted === '') return setSectors(sectorsOf(sales))
    const purchases = await staff.findPurchases(wanted)
    if (!isAwaited()) return
    setHubAway(purchases === null)
    setFound([...ownSales, ...(purchases ?? []).map((purchase) => foundPurchase(staff, purchase, i18n))])
  })
  useEffect(() => {
    let awaited = true
    const timer = setTimeout(() => void look(() => awaited), text === '' ? 0 : SEARCH_DELAY_MS)
    return () => {
      awaited = false
      clearTimeout(timer)
    }
  }, [text])
  return { found, hubAway, sectors }
}

/** Finds the sale of a customer without a ticket. Before a search, lists the latest sales of this machine. */
export function FindSheet({ staff }: { staff: Staff }) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const { found, hubAway, sectors } = useSearch(staff, text)
  const [chosen, setChosen] = useState<ReprintableSale | null>(null)
  const [page, setPage] = useState(0)
  const [pages, setPages] = useState(1)
  const type = (typed: string): void => {
    setText(typed)
    setPage(0)
  }
  if (chosen) return <ReprintSheet staff={staff} sale={chosen} onBack={() => setChosen(null)} />
  const lead = found?.length === 0 ? t.staffDesk.notFound : t.staffDesk.findBody
  return (
    <StaffSheet
      staff={staff}
      title={t.staffDesk.find}
      lead={hubAway ? `${lead} ${t.staffDesk.hubAway}` : lead}
      leadRole="status"
      actions={<PageTurner page={page} pages={pages} onPage={setPage} />}
    >
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault()
          // Selects the text, so that the next scan replaces it.
          event.currentTarget.querySelector('input')?.select()
        }}
      >
        <input
          className={styles.field}
          ref={focusOnce}
          aria-label={t.files.search}
          placeholder={t.files.hint}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          data-code
          dir="auto"
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        {sectors.length > 1 && (
          <div className={styles.sectors} role="group" aria-label={t.review.sector}>
            {sectors.map((sector) => (
              <Choice key={sector} chosen={sector === text} onPress={() => type(sector === text ? '' : sector)}>
                <strong data-code>{sector}</strong>
              </Choice>
            ))}
          </div>
        )}
        <Paged
          items={found ?? []}
          keyOf={({ key }) => key}
          render={({ seats, when, event, open }) => (
            <Choice chosen={false} onPress={() => void open().then(setChosen)}>
              <strong data-code>{seats}</strong>
              <b>{when}</b>
              <span>{event}</span>
            </Choice>
          )}
          className={styles.list}
          page={page}
          onPages={setPages}
        />
        <OnScreenKeyboard />
      </form>
    </StaffSheet>
  )
}

function sectorsOf(sales: readonly MatchingSale[]): readonly string[] {
  const sectors = new Set(sales.flatMap(({ places }) => places.map(({ sector }) => sector)))
  return [...sectors].toSorted(compareLabels).slice(0, MAX_SECTORS)
}

interface FoundLine {
  readonly key: string
  readonly seats: string
  /** Time and amount of the purchase. */
  readonly when: string
  readonly event: string
}

interface FoundSale extends FoundLine {
  /** Resolves to null if the sale could not be read. */
  readonly open: () => Promise<ReprintableSale | null>
}

interface ReprintableTicket {
  readonly id: string
  readonly seat: string
  /** Text for the last print of the ticket; empty if unknown. */
  readonly paper: string
}

interface ReprintableSale extends FoundLine {
  readonly tickets: readonly ReprintableTicket[]
  /** IDs of the initially selected tickets: the tickets that match the search, or all if the search names no ticket. */
  readonly named: readonly string[]
  /** Resolves to the updated tickets and the number of printed duplicates; null if the request was rejected. */
  readonly print: (
    ids: readonly string[],
    reason: string,
  ) => Promise<{ readonly tickets: readonly ReprintableTicket[]; readonly printed: number } | null>
}

function paperOf(copy: FiledTicket['papers'][number] | undefined, { t }: I18n): string {
  return copy ? t.files.paper(copy.copyNumber, t.files.papers[copy.state]) : ''
}

function foundSale(staff: Staff, sale: MatchingSale, i18n: I18n): FoundSale {
  const { t, money, instant } = i18n
  const { saleId, begunUtc, places, amount, currency, state, namedTickets } = sale
  const line = {
    key: saleId,
    seats: seatsInShort(places),
    when: `${instant(begunUtc)} · ${money(amount, currency)}`,
    event: `${eventAndDate(sale, i18n)} · ${t.office.states[state]}`,
  }
  const ticketsOf = (file: SaleFile): readonly ReprintableTicket[] =>
    (file.state === 'done' ? validTickets(file) : []).map(({ ticketId, place, papers }) => {
      return { id: ticketId, seat: seatsInShort([place]), paper: paperOf(papers.at(-1), i18n) }
    })
  async function open(): Promise<ReprintableSale | null> {
    const opened = await staff.openFile(saleId)
    if (!opened.ok) return null
    const tickets = ticketsOf(opened.value)
    const ids = tickets.map(({ id }) => id)
    const named = namedTickets.length === 0 ? ids : ids.filter((id) => namedTickets.includes(id))
    return { ...line, tickets, named, print }
  }
  const print: ReprintableSale['print'] = async (wanted, reason) => {
    const reply = await staff.reprintTickets(saleId, wanted, reason)
    return reply.ok ? { tickets: ticketsOf(reply.value), printed: reprintedOf(reply.value, wanted) } : null
  }
  return { ...line, open }
}

function foundPurchase(staff: Staff, purchase: HubPurchase, i18n: I18n): FoundSale {
  const { t, money, instant } = i18n
  const { orderId, boughtUtc, tickets, amount, currency, phoneEnd } = purchase
  const line = {
    key: orderId,
    seats: tickets.map(({ seatCode }) => seatCode).join(' · '),
    when: [instant(boughtUtc), money(amount, currency), ...(phoneEnd === '' ? [] : [`…${phoneEnd}`])].join(' · '),
    event: `${eventAndDate(purchase, i18n)} · ${t.staffDesk.soldElsewhere}`,
  }
  const ticketsAfter = (copies: readonly PurchaseCopy[]): readonly ReprintableTicket[] =>
    tickets.map(({ ticketNumber, seatCode }) => {
      const copy = copies.find((each) => each.ticketNumber === ticketNumber)
      return { id: ticketNumber, seat: seatCode, paper: paperOf(copy, i18n) }
    })
  const print: ReprintableSale['print'] = async (wanted, reason) => {
    const reply = await staff.reprintPurchase(orderId, wanted, reason)
    if (!reply.ok) return null
    const printed = reply.value.filter(({ state }) => state === 'printed').length
    return { tickets: ticketsAfter(reply.value), printed }
  }
  const named = tickets.map(({ ticketNumber }) => ticketNumber)
  return { ...line, open: () => Promise.resolve({ ...line, tickets: ticketsAfter([]), named, print }) }
}

/** Reprints tickets of an earlier sale as numbered duplicates, and records the reason. */
function ReprintSheet({ staff, sale, onBack }: { staff: Staff; sale: ReprintableSale; onBack: () => void }) {
  const { t } = useI18n()
  const [tickets, setTickets] = useState(sale.tickets)
  const [chosen, setChosen] = useState(sale.named)
  const reasons = t.files.reasons.reprint
  const [reason, setReason] = useState(reasons.at(-1) ?? '')
  const [done, setDone] = useState('')

  async function print(): Promise<void> {
    const outcome = await sale.print(chosen, reason)
    if (!outcome) return
    setTickets(outcome.tickets)
    setDone(t.files.copiesOut(outcome.printed, chosen.length))
    setChosen([])
  }

  function toggle(id: string): void {
    setDone('')
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  }

  return (
    <StaffSheet
      staff={staff}
      title={sale.seats}
      turn={done}
      lead={done || `${sale.event} · ${sale.when}`}
      leadRole="status"
      onBack={onBack}
      actions={
        <Button
          kind="primary"
          icon="printer"
          disabled={staff.desk.busy || chosen.length === 0}
          onPress={() => void print()}
        >
          {t.staffDesk.printCopies(chosen.length)}
        </Button>
      }
    >
      <div className={styles.find}>
        <div className={styles.tickets} role="group" aria-label={t.files.which}>
          {tickets.map(({ id, seat, paper }) => (
            <Choice key={id} icon="ticket" chosen={chosen.includes(id)} onPress={() => toggle(id)}>
              <strong data-code>{seat}</strong>
              {paper !== '' && <span>{paper}</span>}
            </Choice>
          ))}
        </div>
        {tickets.length > 0 && (
          <>
            <h2>{t.files.reason}</h2>
            <div className={styles.tickets} role="group" aria-label={t.files.reason}>
              {reasons.map((each) => (
                <Choice key={each} chosen={each === reason} onPress={() => setReason(each)}>
                  {each}
                </Choice>
              ))}
            </div>
          </>
        )}
      </div>
    </StaffSheet>
  )
}
