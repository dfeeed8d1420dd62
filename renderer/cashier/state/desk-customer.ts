import { readCustomer } from '../../../shared/domain/desk/customer-line.ts'
import type { Invoke } from '../../app/kiosk-client.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import type { DeskState } from './desk-state.ts'

export interface Naming {
  /** The line is for the customer's name and telephone number now; it begins with what is noted. */
  open(): Promise<DeskNotice | null>
  /** An empty line is nobody. */
  note(typed: string): Promise<DeskNotice | null>
}

interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly set: (change: Partial<DeskState>) => void
}

export function createNaming({ invoke, getState, set }: Desk): Naming {
  return {
    async open() {
      const { sale, who, customer } = getState()
      if (!sale || !who) return null
      if (!sale.customer || customer) {
        set({ naming: true })
        return null
      }
      const file = await invoke('openSaleFile', { ...who.credentials, saleId: sale.saleId })
      if (!file.ok) return file.error
      set({ naming: true, customer: file.value.customer ?? null })
      return null
    },
    async note(typed) {
      const { sale, who } = getState()
      if (!sale || !who) return null
      const read = readCustomer(typed)
      if (!read.ok) return read.error
      const customer = read.value
      if (customer || sale.customer) {
        const noted = await invoke('noteCustomer', { ...who.credentials, saleId: sale.saleId, customer })
        if (!noted.ok) return noted.error
        set({ sale: noted.value })
      }
      set({ naming: false, customer })
      return null
    },
  }
}
