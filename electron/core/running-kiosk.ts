import type { KioskApi, KioskEvent } from '../../shared/kiosk-api/contract.ts'
import { createKioskService, type KioskSettings } from './kiosk-service.ts'
import { watchPartner } from './partner-watch.ts'
import type { Ports } from './ports.ts'
import { createSaleDesk, type SaleDesk } from './sale-desk.ts'

export interface RunningKiosk {
  readonly api: KioskApi
  readonly desk: SaleDesk
  subscribe(listener: (event: KioskEvent) => void): () => void
  /** Lets running calls end, records the stop and closes the ledger. Whoever asks again waits for the same stop. */
  stop(): Promise<void>
}

/**
 * Puts the core together over its ports and starts it: unfinished sales go on before the screen may ask for anything
 * (sale safety, "Start-up"). Whatever gives it other ports runs the very same program.
 */
export function runKiosk(ports: Ports, settings: KioskSettings): RunningKiosk {
  const { clock, ledger, log } = ports
  const { version, mode, deviceId } = settings
  const stopping = new AbortController()
  const partner = watchPartner(ports.partner, clock, stopping.signal)
  const desk = createSaleDesk({ ...ports, partner })
  const kiosk = createKioskService({ ...ports, partner }, desk, settings)

  const recovered = desk.recover()
  ledger.note(recovered > 0 ? 'RECOVERED_START' : 'START', { version, mode, recovered }, clock.now())
  log.info('kiosk started', { version, mode, deviceId, recovered })
  let stopped: Promise<void> | null = null

  return {
    api: kiosk.api,
    desk,
    subscribe: (listener) => kiosk.subscribe(listener),
    stop: () => (stopped ??= stop()),
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await desk.stop()
    ledger.note('STOP', {}, clock.now())
    ledger.close()
    log.info('kiosk stopped')
  }
}
