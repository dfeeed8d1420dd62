import { freeTextFault } from '../../../shared/domain/desk/typed-numbers.ts'
import type { SaleState } from '../../../shared/domain/sale/sale.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { validTickets } from '../files/after-sale-acts.ts'
import type { Desk } from './desk.ts'

/** The tickets of the last sale once more. */
export interface Copies {
  /** Asks for the reason. */
  readonly ask: () => Promise<DeskNotice | null>
  /** Gives them to the printer; the desk goes on meanwhile. */
  readonly order: (reason: string) => Promise<void>
}

/** From its money on, until it has its tickets. */
const sold: ReadonlySet<SaleState> = new Set([
  'paid',
  'confirming',
  'unknown',
  'confirmed',
  'printing',
  'print-unknown',
  'done',
])

export function createCopies({ invoke, getState, set, happen }: Desk): Copies {
  return {
    async ask() {
      const { who } = getState().screen
      if (!who) return null
      const found = await invoke('findSales', { ...who.credentials, text: '' })
      if (!found.ok) return found.error
      const last = found.value.find(({ state }) => sold.has(state))
      if (last && last.state !== 'done') return { type: 'last-goes-on' }
      const file = last && (await invoke('openSaleFile', { ...who.credentials, saleId: last.saleId }))
      if (!file) return { type: 'nothing-to-reprint' }
      if (!file.ok) return file.error
      if (validTickets(file.value).length === 0) return { type: 'nothing-to-reprint' }
      happen({ type: 'copies-asked', file: file.value })
      return null
    },
    async order(reason) {
      const { screen, work } = getState()
      if (work.step !== 'copies' || !screen.who) return
      const fault = freeTextFault(reason, 'reason')
      if (fault) return set({ notice: fault })
      const { saleId } = work.file
      const ticketIds = validTickets(work.file).map(({ ticketId }) => ticketId)
      happen({ type: 'back' })
      set({ notice: { type: 'copies-ordered', count: ticketIds.length } })
      void invoke('reprintTickets', { ...screen.who.credentials, saleId, ticketIds, reason }).then((reply) => {
        if (!reply.ok) return set({ notice: reply.error })
        const wanted = new Set(ticketIds)
        const out = reply.value.tickets.filter(
          ({ ticketId, papers }) => wanted.has(ticketId) && papers.at(-1)?.state === 'printed',
        )
        return set({ notice: { type: 'copies-out', count: out.length, wanted: wanted.size } })
      })
    },
  }
}
