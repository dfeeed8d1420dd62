import { randomUUID } from 'node:crypto'
import type { BookingService } from './booking-service/booking-service.ts'
import type { Config } from './config.ts'
import type { PartnerConfig } from './config-partner.ts'
import type { Clock } from './core/ports.ts'
import type { PartnerOptions } from './partner/client.ts'
import { allInOneCall, seatBySeat, type HoldDialect } from './partner/holds.ts'
import { createLine, type Line } from './partner/line.ts'
import { createSigner } from './partner/signer.ts'

/** Most that a lost read waits before it is sent again (full jitter). */
const RETRY_MS = 500

/** Live and demo differ by these options alone. `line` is the network, absent where the service is embedded. */
export function connectPartner(
  { mode, partner }: Config,
  service: Pick<BookingService, 'fetch'> | null,
  clock: Clock,
): { readonly connection: PartnerOptions; readonly line: Line | null } {
  if (partner) {
    const line = createLine({ ca: partner.ca, httpProxy: partner.httpProxy })
    const { partnerCode, signing } = partner
    const connection = {
      baseUrl: partner.baseUrl.replace(/\/+$/u, ''),
      partnerCode,
      // A demo machine must never sell real tickets, nor a live one tickets of the demo.
      demo: mode === 'demo',
      hold: dialectOf(partner),
      fetch: (request: Request) => line.fetch(request),
      clock,
      timeoutMs: partner.timeoutSeconds * 1000,
      jitterMs: () => Math.random() * RETRY_MS,
      ...(signing && { sign: createSigner(signing, { now: () => clock.now(), uuid: () => randomUUID() }) }),
    }
    return { connection, line }
  }
  if (!service) throw new Error('a kiosk needs a partner or the embedded service')
  const connection = {
    baseUrl: 'http://booking-service.internal',
    partnerCode: 'demo',
    demo: true,
    hold: seatBySeat,
    fetch: (request: Request) => service.fetch(request),
    clock,
    timeoutMs: 15_000,
  }
  return { connection, line: null }
}

function dialectOf({ hold }: PartnerConfig): HoldDialect {
  const { method, path, batch, release } = hold
  const body = hold.body ?? (batch ? allInOneCall : seatBySeat).body
  if (release === 'none') return { hold: { method, path }, body, batch, release: null }
  const route = { method: release.method, path: release.path }
  return { hold: { method, path }, body, batch, release: { route, ...(release.body && { body: release.body }) } }
}
