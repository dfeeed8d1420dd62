import type { Problem } from '../../app/problem.ts'
import type { Desk } from './desk.ts'
import { isAt } from './work.ts'

/** What the key means that leads back, from wherever the desk is. */
export function createGoBack({ invoke, getState, set, happen, run }: Desk, next: () => Promise<void>) {
  return async function goBack(): Promise<void> {
    const { found, work } = getState()
    set({ notice: null })
    if (found) return set({ found: null })
    switch (work.step) {
      case 'payment': {
        const { saleId, taken } = work.sale
        if (taken) return happen({ type: 'back' })
        return run(async () => failureOf(await invoke('changeSeats', { saleId })))
      }
      case 'under-way': {
        const { sale } = work
        if (sale.paid) return next()
        if (!isAt(sale, 'paying')) return undefined
        return run(async () => failureOf(await invoke('cancelPayment', { saleId: sale.saleId })))
      }
      case 'problem':
        return next()
      case 'question': {
        const { type } = work.question
        return type === 'give-up' || type === 'not-paid' ? happen({ type: 'back' }) : next()
      }
      // The device may have charged: only the cashier's word ends it.
      case 'attended':
      case 'events':
      case 'seats':
      case 'payer':
      case 'customer':
      case 'parked':
      case 'behind':
      case 'copies':
        return happen({ type: 'back' })
    }
  }
}

export function failureOf(reply: { readonly ok: boolean; readonly error?: Problem }): Problem | null {
  return reply.ok ? null : (reply.error ?? null)
}
