import { useEffect, useState } from 'react'
import type { Customer } from '../../../shared/domain/customer.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { useDesk } from './desk-context.tsx'

/** Customer of a parked sale; null if none was recorded or no authorised user is signed in. */
export function useCustomer(sale: SaleView): Customer | null {
  const { store, state } = useDesk()
  const { invoke } = store
  const { who } = state.screen
  const [customer, setCustomer] = useState<Customer | null>(null)
  useEffect(() => {
    if (!sale.customer || !who) return undefined
    let awaited = true
    void invoke('openSaleFile', { ...who.credentials, saleId: sale.saleId }).then((reply) => {
      if (awaited && reply.ok) setCustomer(reply.value.customer ?? null)
    })
    return () => {
      awaited = false
    }
  }, [invoke, who, sale])
  return sale.customer && who ? customer : null
}
