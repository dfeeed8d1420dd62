import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { SaleView } from '../../../shared/kiosk-api/views.ts'
import type { Connection } from '../../app/bridge.ts'
import type { Events } from './desk-events.ts'
import type { ParkedSale } from './desk-state.ts'
import type { Visits } from './desk-visits.ts'
import type { Desk } from './desk.ts'
import { atHand } from './work.ts'

const AGAIN_MS = 3_000

/** What the main process tells, asked for whole when it was out of reach. */
export interface News {
  /** Until what it answers is called. */
  readonly start: () => () => void
}

export function createNews(
  desk: Desk,
  visits: Visits,
  events: Events,
  connection: Connection,
  now: () => number,
): News {
  const { invoke, getState, set } = desk

  const seen = (sales: readonly SaleView[]): readonly ParkedSale[] => sales.map((sale) => ({ sale, seenAt: now() }))

  async function refresh(): Promise<void> {
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: 'lost' })
    set({
      connection: 'up',
      info: reply.value,
      parked: seen(reply.value.parked ?? []),
      behind: reply.value.behind ?? [],
    })
    const known = reply.value.sale
    const { sale, visit } = atHand(getState().work)
    if (known && (known.stage.name !== 'choosing' || visit)) visits.told(known)
    else if (sale || visit) await visits.begin()
    await events.list()
  }

  /** The service answers again: what could not be had of it is asked for by itself. */
  function comeBack(): void {
    void events.look()
    void visits.opened().then(visits.reopen)
  }

  function onEvent(event: KioskEvent): void {
    const { info, work } = getState()
    if (event.name === 'sale-changed') {
      const { sale, visit } = atHand(work)
      if (event.payload.saleId === (sale?.saleId ?? visit?.saleId)) visits.told(event.payload)
    } else if (event.name === 'restarting') set({ connection: 'lost' })
    else if (event.name === 'parked-changed') set({ parked: seen(event.payload) })
    else if (event.name === 'behind-changed') set({ behind: event.payload })
    else if (info && event.name === 'partner-changed') {
      set({ info: { ...info, partner: event.payload } })
      if (event.payload.state === 'up') comeBack()
    } else if (info && event.name === 'printer-changed') set({ info: { ...info, printer: event.payload } })
  }

  return {
    start() {
      const timer = setInterval(() => {
        if (getState().connection !== 'up') void refresh()
        events.dropOver()
      }, AGAIN_MS)
      const stops = [
        connection.subscribe(onEvent),
        connection.onLost(() => set({ connection: 'lost' })),
        connection.onReopened(() => void refresh()),
        () => clearInterval(timer),
      ]
      void refresh()
      return () => stops.forEach((stop) => stop())
    },
  }
}
