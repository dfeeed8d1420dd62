import { join } from 'node:path'
import { localTime, venueTimeZone } from '../../../shared/domain/documents/local-date.ts'
import { createBookingService, readVenuePlans } from '../../booking-service/booking-service.ts'
import { eventsLike } from '../../booking-service/demo-events.ts'
import type { Log, PartnerService } from '../../core/ports/ports.ts'
import { bookingFile } from '../../host/data-directory.ts'
import { clockOffSeconds, type OnExchanged } from '../../partner/transport.ts'
import { createPartnerClient, readVenuePlan } from '../../partner/client.ts'
import type { LocalApiOptions } from '../../partner/local-api.ts'
import { logLeftOut } from '../../partner/mapping.ts'
import { LOCAL_API_LOG_FILE, openProgramLog } from '../../host/log.ts'
import { connectPartner, openLocalApi } from '../partner-connection.ts'
import type { Ground } from './ground.ts'
import type { MachineMetrics } from './machine-metrics.ts'
import { type KeptPlans, openVenuePlans } from './venue-plans.ts'

/** Who sells the seats: the partner over the network, or the demo's own service in this process. */
export interface KioskSeller {
  readonly partner: PartnerService
  readonly plans: KeptPlans
  /** The embedded service's own codes: its events are made again as the days go by, and their codes with them. */
  readonly demoCodes: () => Promise<Readonly<Record<string, string>>>
  /** This machine's clock less the partner's, in seconds, by its last reply; null: it does not say. */
  readonly clockOff: () => number | null
  /** Somebody on this machine uses the local API. */
  readonly isBusy: () => boolean
  /** Takes no more calls from this machine. */
  readonly closeLocalApi: () => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * `readiness` is what the local API tells of the kiosk; null as long as it is only starting. `metrics`: served by it, and
 * closed with the seller; null: it serves none.
 */
export async function openSeller(
  { config, directory, resourcesDirectory, live, sqliteBinding, clock, log, report }: Omit<Ground, 'ledger'>,
  readiness: LocalApiOptions['readiness'],
  metrics: Pick<MachineMetrics, 'page' | 'close'> | null,
): Promise<KioskSeller> {
  const own = readVenuePlans(join(resourcesDirectory, 'venues'))
  const practised = live
    ? eventsLike(await live.events(), live.planOf, localTime(Date.parse(clock.now().wallUtc), venueTimeZone(config)))
    : []
  const service = config.partner
    ? null
    : await createBookingService({
        database: bookingFile(directory),
        venues: own,
        ...(practised.length > 0 && { drafts: () => practised }),
        holdSeconds: config.demoHoldSeconds,
        timeZone: config.timeZone,
        ...(sqliteBinding && { nativeBinding: sqliteBinding }),
      })
  const { connection, line } = connectPartner(config, service, clock)
  const connected = { line, connection: { ...connection, onExchanged: logExchanged(log) } }
  const plans = openVenuePlans({
    folder: join(directory, 'venue-plans'),
    own,
    read: (event, known) => readVenuePlan(connected.connection, event, known),
    clock,
    log,
    report,
  })
  async function close(): Promise<void> {
    plans.close()
    metrics?.close()
    connected.line?.close()
    await service?.close()
  }
  const metricsPage = metrics ? () => metrics.page() : undefined
  const requests = openProgramLog(config, () => config.deviceId, false, LOCAL_API_LOG_FILE)
  const forOthers = { line, connection: { ...connection, onExchanged: logExchanged(requests) } }
  const localApi = await openLocalApi(config, forOthers, directory, { log, readiness, metricsPage }).catch(
    async (error: unknown) => {
      await close()
      throw error
    },
  )
  let clockOff: number | null = null
  const onDate = (date: string | null): void => {
    clockOff = clockOffSeconds(date, Date.parse(clock.now().wallUtc))
  }
  return {
    partner: createPartnerClient({ ...connected.connection, onLeftOut: logLeftOut(log), onDate }),
    clockOff: () => clockOff,
    plans,
    demoCodes: async () => (await service?.accessCodes()) ?? {},
    isBusy: () => localApi?.isBusy() ?? false,
    closeLocalApi: async () => localApi?.close(),
    close,
  }
}

/** Writes a line for each HTTP request to the service, under its request id. The readiness watch warns if it is unreachable. */
const logExchanged =
  (log: Log): OnExchanged =>
  ({ status, ...facts }) => {
    if (status === null) log.info('partner.request-unanswered', facts)
    else log.info('partner.request-answered', { ...facts, status })
  }
