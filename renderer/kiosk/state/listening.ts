import type { KioskEvent } from '../../../shared/kiosk-api/contract.ts'
import type { Connection } from '../../app/bridge.ts'
import type { HearingActions } from './hearing.ts'
import { visitOf } from './kiosk-state.ts'
import type { Page } from './page.ts'
import { failed, ready } from './remote.ts'
import type { Selling } from './selling.ts'
import { isVisit } from './steps.ts'
import type { Visiting } from './visiting.ts'

const EVENTS_EVERY_MS = 30_000
const AGAIN_MS = 3000

export interface Listening {
  /** Asks for everything. */
  readonly refresh: () => Promise<void>
  readonly loadEvents: () => Promise<void>
  /** Asks for everything, and goes on listening and asking until the answer is called. */
  readonly start: () => () => void
}

interface Surroundings {
  readonly page: Page
  readonly connection: Connection
  readonly visiting: Visiting
  readonly selling: Selling
  readonly hearing: Pick<HearingActions, 'headphones'>
  readonly toAttract: () => void
}

/** What the main process tells of the kiosk, and what is asked of it again and again. */
export function createListening({ page, connection, visiting, selling, hearing, toAttract }: Surroundings): Listening {
  const { invoke, getState, set } = page

  async function loadEvents(): Promise<void> {
    const reply = await invoke('listEvents', {})
    if (reply.ok) set({ events: ready(reply.value) })
    else if (reply.error.type !== 'bridge-lost') set({ events: failed(reply.error) })
  }

  async function refresh(): Promise<void> {
    const take = selling.takeAnswer()
    const reply = await invoke('getKiosk', {})
    if (!reply.ok) return set({ connection: reply.error.type === 'forbidden' ? 'set-up' : 'lost' })
    const info = reply.value
    const speaks = info.sale?.language ?? info.defaultLanguage
    set({ connection: 'up', info, ...(!getState().info && { language: speaks, tongue: speaks }) })
    if (info.headphones) hearing.headphones(info.headphones)
    const visit = visitOf(getState())
    if (info.sale) {
      take(info.sale)
      if (visit?.saleId !== info.sale.saleId && info.sale.stage.name !== 'choosing')
        void visiting.findVisit(info.sale.saleId)
    } else if (getState().sale) toAttract()
    else if (visit) visiting.actions.chooseEvent(visit.event)
    await loadEvents()
  }

  function onEvent(event: KioskEvent): void {
    const { info } = getState()
    switch (event.name) {
      case 'sale-changed':
        selling.onStep(event.payload)
        break
      case 'partner-changed':
        if (info) set({ info: { ...info, partner: event.payload } })
        void loadEvents()
        break
      case 'screen-measured':
      case 'storage-changed':
      case 'ways-changed':
      case 'purchases-changed':
        if (info) set({ info: { ...info, ...event.payload } })
        break
      case 'printer-changed':
        if (info) set({ info: { ...info, printer: event.payload } })
        break
      case 'headphones-changed':
        hearing.headphones(event.payload)
        break
      case 'restarting':
        set({ connection: 'lost' })
        break
      // Of a cashier's desk, of a machine that is being set up, and of the screens as a whole.
      case 'restarted':
      case 'setup-changed':
      case 'parked-changed':
      case 'behind-changed':
      case 'display-changed':
        break
    }
  }

  return {
    refresh,
    loadEvents,
    start() {
      const stops = [
        connection.subscribe(onEvent),
        connection.onLost(() => set({ connection: 'lost' })),
        connection.onReopened(() => void refresh()),
        every(AGAIN_MS, () => {
          if (getState().connection !== 'up') void refresh()
        }),
        every(EVENTS_EVERY_MS, () => {
          if (getState().connection === 'up' && !isVisit(getState().step)) void loadEvents()
        }),
        every(AGAIN_MS, () => {
          if (getState().connection === 'up' && getState().events.state === 'failed') void loadEvents()
        }),
      ]
      void refresh()
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Calls with a little jitter, so that a hall of kiosks does not ask in step. */
function every(milliseconds: number, call: () => void): () => void {
  let timer = setTimeout(function again() {
    call()
    timer = setTimeout(again, jittered(milliseconds))
  }, jittered(milliseconds))
  return () => clearTimeout(timer)
}

function jittered(milliseconds: number): number {
  return milliseconds * (0.9 + Math.random() * 0.2)
}
