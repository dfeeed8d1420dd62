import type { HubStore } from '../booking-service/store/administration.ts'
import { createAdministrators, type Administrators } from '../fleet/fleet-handler.ts'
import { createFleetService, type FleetService } from '../fleet/fleet-service.ts'
import { openSigningKey, type SigningKey } from '../fleet/keys.ts'

/** The hub's fleet, beside a hub that may be running: see `createHub`. */
export function fleetOf(store: HubStore, keyFile: string): Fleet {
  let key: SigningKey | null = null
  const hubKey = (): SigningKey => (key ??= openSigningKey(keyFile))
  return {
    desk: createFleetService(store, hubKey, Date.now),
    administrators: createAdministrators(store, hubKey, Date.now),
  }
}

export interface Fleet {
  readonly desk: FleetService
  readonly administrators: Administrators
}
