import { fsyncSync, openSync, closeSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { FORGET_BUYER, HAS_BUYER, storedBuyer, type BuyerRow } from '../rules/buyers.ts'
import { storedPartner } from '../rules/partners.ts'
import type {
  FleetRecord,
  Partner,
  Purged,
  StoreAdministration,
  StoreCounts,
  StoredBuyer,
} from '../store/administration.ts'
import { createAudit } from './audit.ts'
import type { Transactions } from './transactions.ts'

/** What those who run a venue do beside selling. Each function is one piece of work within a transaction. */
export function createAdministration(db: Database) {
  const counts = db.prepare<[now: number], StoreCounts>(
    `SELECT (SELECT count(*) FROM event WHERE status = 'ON_SALE') AS eventsOnSale,
       (SELECT coalesce(sum(remaining), 0) FROM event WHERE status = 'ON_SALE') AS seatsRemaining,
       (SELECT count(*) FROM claim WHERE state = 'held') AS seatsHeld,
       (SELECT count(*) FROM session WHERE expires_at > ?) AS sessionsOpen`,
  )
  const partners = db.prepare<[], string>('SELECT document FROM partner ORDER BY code').pluck()
  const keepPartner = db.prepare<[code: string, document: string]>(
    'INSERT INTO partner (code, document) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET document = excluded.document',
  )
  const removePartner = db.prepare<[code: string]>('DELETE FROM partner WHERE code = ?')
  const forgetNonces = db.prepare<[now: number]>('DELETE FROM nonce WHERE expires_at <= ?')
  const addNonce = db.prepare<[partnerCode: string, nonce: string, expiresAt: number]>(
    'INSERT INTO nonce (partner_code, nonce, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const records = db.prepare<[kind: string], FleetRecord>(
    'SELECT name, version, document FROM fleet_record WHERE kind = ? ORDER BY name',
  )
  const record = db.prepare<[kind: string, name: string], FleetRecord>(
    'SELECT name, version, document FROM fleet_record WHERE kind = ? AND name = ?',
  )
  const addRecord = db.prepare<[kind: string, name: string, document: string]>(
    'INSERT INTO fleet_record (kind, name, version, document) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING',
  )
  const changeRecord = db.prepare<[document: string, kind: string, name: string, version: number]>(
    'UPDATE fleet_record SET document = ?, version = version + 1 WHERE kind = ? AND name = ? AND version = ?',
  )
  const removeRecord = db.prepare<[kind: string, name: string]>('DELETE FROM fleet_record WHERE kind = ? AND name = ?')
  const goneSessions = `SELECT session_no FROM session
    WHERE expires_at < ? AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.session_no = session.session_no)`
  const forgetHolds = db.prepare<[before: number]>(
    `DELETE FROM hold WHERE state IN ('released', 'expired') AND session_no IN (${goneSessions})`,
  )
  const forgetSessions = db.prepare<[before: number]>(`DELETE FROM session WHERE session_no IN (${goneSessions})`)
  const forgetCustomers = db.prepare<[before: number]>(
    `UPDATE purchase SET ${FORGET_BUYER} WHERE completed_at < ? AND ${HAS_BUYER}`,
  )

  return {
    counts: (now: number): StoreCounts => {
      const found = counts.get(now)
      if (found === undefined) throw new Error('counting gave nothing')
      return found
    },

    listPartners: (): Partner[] => partners.all().map(storedPartner),
    keepPartner: (partner: Partner): void => void keepPartner.run(partner.code, JSON.stringify(partner)),
    removePartner: (code: string): boolean => removePartner.run(code).changes === 1,

    listRecords: (kind: string): FleetRecord[] => records.all(kind),
    findRecord: ({ kind, name }: { kind: string; name: string }): FleetRecord | null => record.get(kind, name) ?? null,
    keepRecord({ kind, name, version, document }: FleetRecord & { kind: string }): boolean {
      const done = version === 0 ? addRecord.run(kind, name, document) : changeRecord.run(document, kind, name, version)
      return done.changes === 1
    },
    removeRecord: ({ kind, name }: { kind: string; name: string }): boolean =>
      removeRecord.run(kind, name).changes === 1,

    claimNonce(input: { partnerCode: string; nonce: string; expiresAt: number }, now: number): boolean {
      forgetNonces.run(now)
      return addNonce.run(input.partnerCode, input.nonce, input.expiresAt).changes === 1
    },

    purge(before: number, now: number): Purged {
      forgetHolds.run(before)
      return {
        sessions: forgetSessions.run(before).changes,
        customers: forgetCustomers.run(before).changes,
        nonces: forgetNonces.run(now).changes,
      }
    },
  }
}

/** What is stored about those who bought. */
export function createBuyers(
  db: Database,
  { read, write }: Transactions,
): Pick<StoreAdministration, 'listBuyers' | 'noteRequest' | 'eraseBuyers'> {
  const audit = createAudit(db)
  const buyers = db.prepare<[], BuyerRow>(
    `SELECT purchase_id AS purchaseId, order_id AS orderId, purchase.partner_code AS partnerCode,
       completed_at AS completedAt, title, starts_at AS startsAt, ends_at AS endsAt, amount, purchase.currency,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NULL) AS tickets,
       (SELECT count(*) FROM ticket WHERE ticket.purchase_id = purchase.purchase_id AND cancelled_at IS NOT NULL) AS cancelled,
       customer_name AS name, customer_phone AS phone, customer_email AS email
     FROM purchase JOIN session USING (session_no) JOIN event USING (event_id) WHERE ${HAS_BUYER} ORDER BY purchase_id`,
  )
  const erase = db.prepare<[ids: string]>(
    `UPDATE purchase SET ${FORGET_BUYER} WHERE ${HAS_BUYER} AND purchase_id IN (SELECT value FROM json_each(?))`,
  )
  return {
    listBuyers: () => read((): readonly StoredBuyer[] => buyers.all().map(storedBuyer)),
    noteRequest: ({ act, by, purchases }) =>
      write((now) => audit.add({ at: now, by, act, eventId: null, facts: { purchases } })),
    async eraseBuyers({ purchaseIds, by }) {
      const erased = await write((now) => {
        const { changes } = erase.run(JSON.stringify(purchaseIds))
        audit.add({ at: now, by, act: 'personal-data-erased', eventId: null, facts: { purchases: changes } })
        return changes
      })
      db.pragma('wal_checkpoint(TRUNCATE)')
      return erased
    },
  }
}

/**
 * Copies the database as it is at one moment, checks the copy and puts it in place. Writers go on meanwhile. Throws when
 * the copy cannot be written or is not sound.
 */
export function backUpDatabase(db: Database, path: string): number {
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    const copy = new Sqlite(unfinished, { readonly: true })
    try {
      const found = copy.pragma('quick_check', { simple: true })
      if (found !== 'ok') throw new Error(`the copy is not sound: ${String(found)}`)
    } finally {
      copy.close()
    }
    const file = openSync(unfinished, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
    return statSync(path).size
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
