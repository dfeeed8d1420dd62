import { readCustomer } from '../../../shared/domain/desk/desk-command.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { failureOf } from './desk-back.ts'
import { languageAfter } from './desk-state.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

/** Who the customer is, and what they read or hear. */
export interface Naming {
  /** The line is for the customer's name and telephone number now; it begins with what is noted. */
  readonly open: () => Promise<DeskNotice | null>
  /** An empty line is nobody. */
  readonly note: (typed: string) => Promise<DeskNotice | null>
  readonly nextLanguage: () => Promise<void>
  /** Their side of the desk says what it shows. */
  readonly readAloud: () => Promise<void>
}

export function createNaming({ invoke, getState, happen, run }: Desk): Naming {
  return {
    async open() {
      const { work, screen, customer } = getState()
      if (work.step !== 'payment' || !screen.who) return null
      const { saleId, customer: noted } = work.sale
      if (!noted || customer) {
        happen({ type: 'customer-asked' })
        return null
      }
      const file = await invoke('openSaleFile', { ...screen.who.credentials, saleId })
      if (!file.ok) return file.error
      happen({ type: 'customer-asked' }, { customer: file.value.customer ?? null })
      return null
    },
    async note(typed) {
      const { info, work, screen } = getState()
      if (work.step !== 'customer' || !screen.who) return null
      const read = readCustomer(typed, info?.ways.find(({ numbering }) => numbering)?.numbering)
      if (!read.ok) return read.error
      const customer = read.value
      const { saleId } = work.sale
      if (customer || work.sale.customer) {
        const noted = await invoke('noteCustomer', { ...screen.who.credentials, saleId, customer })
        if (!noted.ok) return noted.error
        happen({ type: 'sale-told', sale: noted.value })
      }
      happen({ type: 'answered' }, { customer })
      return null
    },
    async nextLanguage() {
      const { info, work } = getState()
      const { sale } = atHand(work)
      if (!info || !sale) return
      const language = languageAfter(sale.language, info)
      await run(async () => {
        const changed = await invoke('setLanguage', { saleId: sale.saleId, language })
        const { sale: known } = atHand(getState().work)
        if (changed.ok && known) happen({ type: 'sale-told', sale: { ...known, language } })
        return failureOf(changed)
      })
    },
    async readAloud() {
      const { sale } = atHand(getState().work)
      if (sale) await run(async () => failureOf(await invoke('readAloud', { saleId: sale.saleId })))
    },
  }
}
