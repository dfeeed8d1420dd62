import { type BestSeats, readDeskCommand, seatsNamed } from '../../../shared/domain/desk/desk-command.ts'
import { MAX_SALE_SEATS } from '../../../shared/domain/seats/offer.ts'
import { seatRows } from '../../../shared/domain/seats/seat-rows.ts'
import { planSectionOf } from '../../../shared/domain/seats/section-choice.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { Desk } from './desk.ts'
import { atHand, type Search as Found } from './work.ts'

/** A ticket's QR code as a scanner types it: no cashier types so long a word. */
const SCANNED = /^\S{16,}$/u

export interface Search {
  /** Seats by their numbers are held; a wish finds offers. */
  askFor(typed: string): Promise<DeskNotice | null>
  /** The offer that is chosen, or what is picked on the map; null where that is nothing. */
  holdChosen(found: Found): (() => Promise<DeskNotice | null>) | null
  /** The same wish again as that of the seats held last. */
  repeat(): Promise<DeskNotice | null>
  /** A scanner types what it reads, and Enter. */
  findByTicket(code: string): Promise<DeskNotice | null>
}

export function isTicketCode(typed: string): boolean {
  return SCANNED.test(typed)
}

const wishOf = ({ count, sectionIds, maxPrice, wheelchair }: BestSeats) => ({
  count,
  ...(sectionIds && { sectionIds: [...sectionIds] }),
  ...(maxPrice !== null && { maxPrice }),
  ...(wheelchair && { wheelchair }),
})

export function createSearch({ invoke, getState, happen }: Desk): Search {
  /** What was typed for the offers in sight, and for the seats held last. */
  let wished: string | null = null
  let repeated: string | null = null
  const maxSeats = (): number => getState().info?.maxSeats ?? MAX_SALE_SEATS

  async function hold(
    sectionId: string,
    seatIds: readonly string[],
    wish: string | null = null,
  ): Promise<DeskNotice | null> {
    const { visit } = atHand(getState().work)
    if (!visit) return null
    if (seatIds.length > maxSeats()) return { type: 'too-many-seats', limit: maxSeats() }
    // A cashier who names a seat sees who asks for it; the offers and the map keep those for wheelchairs back.
    const reply = await invoke('holdSeats', {
      saleId: visit.saleId,
      sectionId,
      seatIds: [...seatIds],
      wheelchair: true,
    })
    if (!reply.ok) return reply.error
    const section = visit.session.overview.sections.find((each) => each.sectionId === sectionId)
    repeated = wish ?? `${seatIds.length} ${section?.code ?? ''}`
    happen({ type: 'search-ended' }, { last: null })
    return null
  }

  async function askFor(typed: string): Promise<DeskNotice | null> {
    const { visit } = atHand(getState().work)
    if (!visit) return null
    const { saleId, plan } = visit
    const { overview, currency } = visit.session
    const command = readDeskCommand(typed, { overview, plan, currency, maxSeats: maxSeats() })
    if (!command.ok) return command.error
    if (command.value.type === 'best') return offer(saleId, command.value, typed)
    const { sectionId, otherwise } = command.value
    const reply = await invoke('viewSection', { saleId, sectionId })
    if (!reply.ok) return reply.error
    if (!reply.value.section) return { type: 'nothing-free' }
    const rows = seatRows(reply.value.section, planSectionOf(plan, overview, sectionId))
    const named = seatsNamed(rows, command.value)
    if (named.ok) {
      const seatIds = named.value.map(({ seatId }) => seatId)
      return hold(sectionId, seatIds)
    }
    const unknown = named.error.type === 'unknown-row' || named.error.type === 'unknown-seat'
    return otherwise && unknown ? offer(saleId, otherwise.best, typed) : named.error
  }

  async function offer(saleId: string, best: BestSeats, typed: string): Promise<DeskNotice | null> {
    const reply = await invoke('proposeSeats', { saleId, ...wishOf(best) })
    if (!reply.ok) return reply.error
    if (reply.value.length === 0) return { type: 'nothing-free' }
    wished = typed
    happen({ type: 'offers-found', offers: reply.value }, { last: null })
    return null
  }

  return {
    askFor,
    async repeat() {
      return repeated === null ? { type: 'nothing-to-repeat' } : askFor(repeated)
    },
    holdChosen({ offers, chosen, sectionId, picked }) {
      const offer = offers?.[chosen]
      const seatIds = offer ? offer.seats.map(({ seatId }) => seatId) : picked
      const where = offer ? offer.sectionId : sectionId
      return where !== null && seatIds.length > 0 ? () => hold(where, seatIds, offer ? wished : null) : null
    },
    async findByTicket(code) {
      const { who } = getState().screen
      if (!who) return null
      const reply = await invoke('findSales', { ...who.credentials, text: code })
      if (!reply.ok) return reply.error
      const [found = null] = reply.value
      happen({ type: 'search-ended' }, { found })
      return found ? null : { type: 'no-such-ticket' }
    },
  }
}
