import { useEffect, useState } from 'react'
import type { Customer } from '../../../shared/domain/customer.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import { useDesk } from './desk-context.tsx'

/** Who the customer of a sale that waits is; null if nobody was noted, or nobody is signed in who may read it. */
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
