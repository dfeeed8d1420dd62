import { err, ok } from '../../../shared/domain/result.ts'
import { storedPartner } from '../rules/events.ts'
import { numericId } from '../rules/holds.ts'
import {
  type AuditEntry,
  type BuyerRow,
  type FleetRecord,
  FORGET_BUYER,
  HAS_BUYER,
  type StoreAdministration,
  type StoreChanges,
  type StoreCounts,
  storedBuyer,
} from '../store/administration.ts'
import { type Random, readableCode } from '../store/random.ts'
import { ACCESS_CODE_LENGTH } from '../store/store.ts'
import { type Database, nothing, only, type Queries } from './database.ts'
import { type Catalog, endEvent, keepVenue, reopenEvent, type Venues } from './events.ts'
import type { Transactions } from './transactions.ts'

type Sales = 'endEvent' | 'reopenEvent' | 'listBought'
type Partners = 'listPartners' | 'keepPartner' | 'removePartner'
type Buyers = 'listBuyers' | 'noteRequest' | 'eraseBuyers'
type Records = 'listRecords' | 'findRecord' | 'keepRecord' | 'removeRecord'

/** Of sessions that have ended without a purchase. */
const GONE = `SELECT session_no FROM session
  WHERE expires_at < $1 AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.session_no = session.session_no)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.session_no = session.session_no)`

const unknown = err({ type: 'event-unknown' } as const)

interface Parts {
  readonly database: Database
  readonly transactions: Transactions
  readonly catalog: Catalog
  readonly venues: Venues
  readonly random: Random
}

/** What those who run a venue do beside selling. */
export function createAdministration({
  database,
  transactions,
  catalog,
  venues,
  random,
}: Parts): Omit<StoreAdministration, Sales | Partners | Buyers | Records> {
  const { timeOf, settledNow } = transactions
  return {
    async check() {
      await database.rows('SELECT 1', [])
    },

    async counts() {
      const now = await settledNow()
      const [found] = await database.rows<StoreCounts>(
        `SELECT (SELECT count(*) FROM event WHERE status = 'ON_SALE') AS "eventsOnSale",
           (SELECT coalesce(sum(remaining), 0) FROM event WHERE status = 'ON_SALE') AS "seatsRemaining",
           (SELECT count(*) FROM claim WHERE state = 'held') AS "seatsHeld",
           (SELECT count(*) FROM session WHERE expires_at > $1) AS "sessionsOpen"`,
        [now],
      )
      return only(found)
    },

    async listAllEvents() {
      await settledNow()
      return catalog.every(database)
    },

    async renewAccessCode({ eventId: text, by }) {
      const eventId = numericId(text) ?? 0
      const accessCode = readableCode(random, ACCESS_CODE_LENGTH)
      const options = { durable: true, eventId, mustBeOnSale: true, look: nothing }
      const renewed = await transactions.writeEvent(options, async (write) => {
        await write.run('UPDATE event SET access_code = $1 WHERE event_id = $2', [accessCode, eventId])
        // A code opens the sale: the audit says that there is another one, and not which.
        await addToAudit(write, { at: write.now, by, act: 'code-renewed', eventId, facts: {} })
        return ok({ accessCode })
      })
      return renewed ?? unknown
    },

    keepVenue: (plan) => database.transaction({ durable: true }, (queries) => keepVenue(queries, plan)),
    listVenues: () => venues.list(database),

    /** A nonce that has expired is free again. */
    async claimNonce({ partnerCode, nonce, expiresAt }) {
      const claimed = await database.run(
        `INSERT INTO nonce (partner_code, nonce, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (partner_code, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE nonce.expires_at <= $4`,
        [partnerCode, nonce, expiresAt, await timeOf(database)],
      )
      return claimed === 1
    },

    async purge({ before }) {
      const now = await settledNow()
      return database.transaction({ durable: true }, async ({ run }) => {
        await run(`DELETE FROM hold WHERE state IN ('released', 'expired') AND session_no IN (${GONE})`, [before])
        return {
          sessions: await run(`DELETE FROM session WHERE session_no IN (${GONE})`, [before]),
          customers: await run(`UPDATE purchase SET ${FORGET_BUYER} WHERE completed_at < $1 AND ${HAS_BUYER}`, [
            before,
          ]),
          nonces: await run('DELETE FROM nonce WHERE expires_at <= $1', [now]),
        }
      })
    },

    backUp: () => Promise.resolve(err({ type: 'backup-elsewhere', tool: 'pg_dump' })),
  }
}

/** Finds and erases buyers. PostgreSQL keeps the former row in its page and log until it reuses them. */
export function createBuyers(database: Database, { timeOf }: Transactions): Pick<StoreAdministration, Buyers> {
  return {
    async listBuyers() {
      const rows = await database.rows<BuyerRow>(
        `SELECT purchase_id AS "purchaseId", order_id AS "orderId", purchase.partner_code AS "partnerCode",
           completed_at AS "completedAt", title, starts_at AS "startsAt", ends_at AS "endsAt", amount, purchase.currency,
           (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL) AS tickets,
           (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NOT NULL) AS cancelled,
           customer_name AS name, customer_phone AS phone, customer_email AS email
         FROM purchase JOIN session USING (session_no) JOIN event USING (event_id) WHERE ${HAS_BUYER} ORDER BY purchase_id`,
        [],
      )
      return rows.map(storedBuyer)
    },

    noteRequest: ({ act, by, purchases }) =>
      database.transaction({ durable: true }, async (queries) =>
        addToAudit(queries, { at: await timeOf(queries), by, act, eventId: null, facts: { purchases } }),
      ),

    eraseBuyers: ({ purchaseIds, by }) =>
      database.transaction({ durable: true }, async (queries) => {
        const erased = await queries.run(
          `UPDATE purchase SET ${FORGET_BUYER} WHERE ${HAS_BUYER} AND purchase_id = ANY ($1::bigint[])`,
          [purchaseIds],
        )
        const facts = { purchases: erased }
        await addToAudit(queries, { at: await timeOf(queries), by, act: 'personal-data-erased', eventId: null, facts })
        return erased
      }),
  }
}

/** Ends and reopens events. */
export function createEventEnds({ writeEvent }: Transactions): Pick<StoreAdministration, 'endEvent' | 'reopenEvent'> {
  return {
    async endEvent({ eventId: text, by }) {
      const eventId = numericId(text) ?? 0
      const ended = await writeEvent({ durable: true, eventId, mustBeOnSale: true, look: nothing }, async (write) => {
        await endEvent(write, eventId)
        await addToAudit(write, { at: write.now, by, act: 'event-ended', eventId, facts: {} })
        return ok(null)
      })
      return ended ?? unknown
    },

    async reopenEvent({ eventId: text, localNow, by }) {
      const eventId = numericId(text) ?? 0
      const reopened = await writeEvent({ durable: true, eventId, look: nothing }, async (write) => {
        if (!(await reopenEvent(write, eventId, localNow))) return unknown
        await addToAudit(write, { at: write.now, by, act: 'event-reopened', eventId, facts: {} })
        return ok(null)
      })
      return reopened ?? unknown
    },
  }
}

export function createPartners({ rows, run }: Queries): Pick<StoreAdministration, Partners> {
  return {
    async listPartners() {
      const found = await rows<{ document: string }>('SELECT document FROM partner ORDER BY code COLLATE "C"', [])
      return found.map(({ document }) => storedPartner(document))
    },

    async keepPartner(partner) {
      await run(
        'INSERT INTO partner (code, document) VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET document = excluded.document',
        [partner.code, JSON.stringify(partner)],
      )
    },

    async removePartner({ code }) {
      return (await run('DELETE FROM partner WHERE code = $1', [code])) === 1
    },
  }
}

export function createRecords({ rows, run }: Queries): Pick<StoreAdministration, Records> {
  return {
    listRecords: (kind) =>
      rows<FleetRecord>('SELECT name, version, document FROM fleet_record WHERE kind = $1 ORDER BY name COLLATE "C"', [
        kind,
      ]),

    async findRecord({ kind, name }) {
      const [found] = await rows<FleetRecord>(
        'SELECT name, version, document FROM fleet_record WHERE kind = $1 AND name = $2',
        [kind, name],
      )
      return found ?? null
    },

    async keepRecord({ kind, name, version, document }) {
      const done =
        version === 0
          ? await run(
              'INSERT INTO fleet_record (kind, name, version, document) VALUES ($1, $2, 1, $3) ON CONFLICT DO NOTHING',
              [kind, name, document],
            )
          : await run(
              'UPDATE fleet_record SET document = $1, version = version + 1 WHERE kind = $2 AND name = $3 AND version = $4',
              [document, kind, name, version],
            )
      return done === 1
    },

    async removeRecord({ kind, name }) {
      return (await run('DELETE FROM fleet_record WHERE kind = $1 AND name = $2', [kind, name])) === 1
    },
  }
}

interface AuditRow extends Omit<AuditEntry, 'facts'> {
  readonly facts: string
}

/** Who changed what, and when: only ever added to. */
export async function addToAudit({ run }: Queries, { at, by, act, eventId, facts }: AuditEntry): Promise<void> {
  await run('INSERT INTO audit (at, by, act, event_id, facts) VALUES ($1, $2, $3, $4, $5)', [
    at,
    by,
    act,
    eventId,
    JSON.stringify(facts),
  ])
}

export async function readAudit(
  { rows }: Queries,
  { eventId, limit }: Parameters<StoreChanges['listAudit']>[0],
): Promise<AuditEntry[]> {
  const found = await rows<AuditRow>(
    `SELECT at, by, act, event_id AS "eventId", facts FROM audit WHERE $1::bigint IS NULL OR event_id = $1
     ORDER BY audit_no DESC LIMIT $2`,
    [eventId === null ? null : (numericId(eventId) ?? 0), limit],
  )
  return found.map((row) => ({ ...row, facts: JSON.parse(row.facts) as AuditEntry['facts'] }))
}
