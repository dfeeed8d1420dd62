import { readCustomer } from '../../../shared/domain/desk/customer-line.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { Desk } from './desk.ts'

export interface Naming {
  /** The line is for the customer's name and telephone number now; it begins with what is noted. */
  open(): Promise<DeskNotice | null>
  /** An empty line is nobody. */
  note(typed: string): Promise<DeskNotice | null>
}

export function createNaming({ invoke, getState, happen }: Desk): Naming {
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
      const { work, screen } = getState()
      if (work.step !== 'customer' || !screen.who) return null
      const read = readCustomer(typed)
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
  }
}
