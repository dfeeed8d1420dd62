import type { Invoke } from '../../app/kiosk-client.ts'
import type { Problem } from '../../app/problem.ts'
import type { DeskNotice } from '../../i18n/desk-notice.ts'
import { stepOf, type DeskState } from './desk-state.ts'

interface Desk {
  readonly invoke: Invoke
  readonly getState: () => DeskState
  readonly set: (change: Partial<DeskState>) => void
  readonly run: (work: () => Promise<DeskNotice | null>) => Promise<void>
  readonly next: () => Promise<void>
}

/** What the key means that leads back, from wherever the desk is. */
export function createGoBack({ invoke, getState, set, run, next }: Desk): () => Promise<void> {
  return async function goBack(): Promise<void> {
    const state = getState()
    const { sale, offers } = state
    const saleId = sale?.saleId
    set({ notice: null })
    if (state.found) set({ found: null })
    else if (state.recalling) set({ recalling: false, chosen: 0 })
    else if (state.asking || state.givingUp || state.naming || state.unpaid)
      set({ asking: null, givingUp: false, naming: false, unpaid: false })
    // The device may have charged: only the cashier's word ends it.
    else if (sale?.stage.name === 'paying' && sale.stage.attended) set({ unpaid: true })
    else if (sale?.stage.name === 'review' && sale.taken) set({ givingUp: true })
    else if (sale?.stage.name === 'review' && saleId !== undefined)
      await run(async () => failureOf(await invoke('changeSeats', { saleId })))
    else if (sale?.stage.name === 'paying' && saleId !== undefined)
      await run(async () => failureOf(await invoke('cancelPayment', { saleId })))
    else if (stepOf(state) === 'problem' || stepOf(state) === 'question') await next()
    else if (offers) set({ offers: null, chosen: 0 })
    else set({ sectionId: null, picked: [] })
  }
}

export function failureOf(reply: { readonly ok: boolean; readonly error?: Problem }): Problem | null {
  return reply.ok ? null : (reply.error ?? null)
}
