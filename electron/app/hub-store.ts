import type { ProgramTexts } from '../../shared/i18n/catalogues.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { dataNeeded, type DataNeeded, isWanted, type PersonWanted } from '../../shared/domain/personal-request.ts'
import type { VenuePlan } from '../../shared/domain/venue/venue-plan.ts'
import { issueErrors, withPath } from '../../shared/i18n/issue-text.ts'
import { isPostgres, openStore, type StoreOptions } from '../booking/booking-service.ts'
import { partnersWithoutSecret } from '../booking/hub/partner-secrets.ts'
import { eventProblems, partnerDocument } from '../booking/rules/events.ts'
import { seatOfRow } from '../booking/rules/holds.ts'
import type {
  BoughtTicket,
  EventProblem,
  EventTexts,
  HubStore,
  Partner,
  PlacesUnknown,
  SeatsInTheWay,
  StoredBuyer,
} from '../booking/sql/administration.ts'
import { readableCode } from '../booking/sql/random.ts'
import { readVenue, type VenueFacts, type VenueProblem } from '../booking/venue-import/read-venue.ts'
import { Administrators } from '../fleet/fleet-handler.ts'
import { FleetService, whyNotSet } from '../fleet/fleet-service.ts'
import { openSigningKey, type SigningKey } from '../fleet/keys.ts'
import type { WaitingMessage } from '../fleet/ticket-messages.ts'
import { GlyphCheck } from '../printing/pdf/printable-text.ts'

export type { BoughtTicket, HubStore, Partner, VenueFacts, VenuePlan, VenueProblem, WaitingMessage }
export type { EventProblem, EventTexts, PlacesUnknown, SeatsInTheWay }
export { eventProblems, partnersWithoutSecret, readVenue, seatOfRow, whyNotSet }

export function openHubStore({
  sqliteBinding,
  ...options
}: Omit<StoreOptions, 'nativeBinding' | 'random'> & { readonly sqliteBinding: string | undefined }): Promise<HubStore> {
  const { database } = options
  if (!isPostgres(database)) mkdirSync(dirname(database), { recursive: true, mode: 0o700 })
  return openStore({ ...options, nativeBinding: sqliteBinding, random: randomBytes })
}

/** Opens the hub's store for `work`, even while a hub is using the store, and closes it afterwards. */
export async function withHubStore<T>(
  where: { readonly database: string; readonly secretsKeyFile: string; readonly sqliteBinding: string | undefined },
  work: (store: HubStore) => Promise<T>,
): Promise<T> {
  const store = await openHubStore({ ...where, connections: 2, report: () => undefined })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Returns the distinct characters of a text that print as a box because no font contains them. */
export const unprintableIn = (text: string, resourcesDirectory: string): readonly string[] =>
  new GlyphCheck(join(resourcesDirectory, 'fonts')).unprintableIn(text)

export function checkPartner(partner: Partner, texts: ProgramTexts['values']): Partner | readonly string[] {
  const checked = partnerDocument.safeParse(partner, { error: issueErrors(texts) })
  if (checked.success) return checked.data
  return checked.error.issues.map(({ path, message }) => withPath(path, message))
}

/** Returns a secret of 160 random bits in a form that is easy to copy by hand. */
export const newSecret = (): string => readableCode(randomBytes, 32)

/** Returns the user account that runs the command, in the format of the audit log. */
export function commandUser(): string {
  try {
    return `user:${userInfo().username}`
  } catch {
    return `user:${process.getuid?.() ?? 'unknown'}`
  }
}

export interface HubRecord extends StoredBuyer {
  readonly needed: DataNeeded | null
}

export async function findAtHub(
  store: Pick<HubStore, 'listBuyers'>,
  wanted: PersonWanted,
  by: 'parts' | 'whole',
  timeZone: string,
): Promise<readonly HubRecord[]> {
  const nowUtc = new Date().toISOString()
  const bought = await store.listBuyers()
  return bought
    .filter(({ customer, orderId }) => isWanted(wanted, { ...customer, numbers: [orderId] }, by))
    .map((each) => {
      const { event, tickets, completedAt } = each
      const sale = { event, hasTickets: tickets > 0, moneyUtc: new Date(completedAt).toISOString() }
      return { ...each, needed: dataNeeded(sale, nowUtc, timeZone) }
    })
}

export const idsOf = (bought: readonly StoredBuyer[]): readonly number[] => bought.map(({ purchaseId }) => purchaseId)

/** Returns the fleet service and the administrators of a hub. The hub may be running. `report`: see `FleetService`. */
export function fleetOf(store: HubStore, keyFile: string, report?: (fault: unknown) => void) {
  let key: SigningKey | null = null
  const hubKey = (): SigningKey => (key ??= openSigningKey(keyFile))
  return {
    desk: new FleetService(store, hubKey, Date.now, report),
    administrators: new Administrators(store, hubKey, Date.now),
  }
}

export type Fleet = ReturnType<typeof fleetOf>
