import { err, ok, type Result } from '../../../shared/domain/result.ts'
import { readableCode, type Random } from '../store/random.ts'
import { storedPartner } from '../rules/partners.ts'
import { numericId } from '../rules/seats.ts'
import { ACCESS_CODE_LENGTH, type Refusal } from '../store/store.ts'
import type { FleetRecord, Partner, Purged, StoreCounts } from '../store/administration.ts'
import { only } from './catalog.ts'
import type { Queries } from './database.ts'

/** Of sessions that have ended without a purchase. */
const GONE = `SELECT session_no FROM session
  WHERE expires_at < $1 AND NOT EXISTS (SELECT 1 FROM purchase WHERE purchase.session_no = session.session_no)
    AND NOT EXISTS (SELECT 1 FROM claim WHERE claim.session_no = session.session_no)`

/** What those who run a venue do beside selling. */
export function createAdministration(random: Random) {
  return {
    async counts({ rows }: Queries, now: number): Promise<StoreCounts> {
      const [found] = await rows<StoreCounts>(
        `SELECT (SELECT count(*) FROM event WHERE status = 'ON_SALE') AS "eventsOnSale",
           (SELECT coalesce(sum(remaining), 0) FROM event WHERE status = 'ON_SALE') AS "seatsRemaining",
           (SELECT count(*) FROM claim WHERE state = 'held') AS "seatsHeld",
           (SELECT count(*) FROM session WHERE expires_at > $1) AS "sessionsOpen"`,
        [now],
      )
      return only(found)
    },

    async renewAccessCode(
      { run }: Queries,
      eventId: string,
    ): Promise<Result<{ accessCode: string }, Refusal<'event-unknown'>>> {
      const accessCode = readableCode(random, ACCESS_CODE_LENGTH)
      const changed = await run("UPDATE event SET access_code = $1 WHERE event_id = $2 AND status = 'ON_SALE'", [
        accessCode,
        numericId(eventId) ?? 0,
      ])
      return changed === 1 ? ok({ accessCode }) : err({ type: 'event-unknown' })
    },

    async listPartners({ rows }: Queries): Promise<Partner[]> {
      const found = await rows<{ document: string }>('SELECT document FROM partner ORDER BY code COLLATE "C"', [])
      return found.map(({ document }) => storedPartner(document))
    },

    async keepPartner({ run }: Queries, partner: Partner): Promise<void> {
      await run(
        'INSERT INTO partner (code, document) VALUES ($1, $2) ON CONFLICT (code) DO UPDATE SET document = excluded.document',
        [partner.code, JSON.stringify(partner)],
      )
    },

    async removePartner({ run }: Queries, code: string): Promise<boolean> {
      return (await run('DELETE FROM partner WHERE code = $1', [code])) === 1
    },

    listRecords: ({ rows }: Queries, kind: string): Promise<FleetRecord[]> =>
      rows<FleetRecord>('SELECT name, version, document FROM fleet_record WHERE kind = $1 ORDER BY name COLLATE "C"', [
        kind,
      ]),

    async findRecord({ rows }: Queries, key: { readonly kind: string; readonly name: string }) {
      const [found] = await rows<FleetRecord>(
        'SELECT name, version, document FROM fleet_record WHERE kind = $1 AND name = $2',
        [key.kind, key.name],
      )
      return found ?? null
    },

    async keepRecord({ run }: Queries, record: FleetRecord & { readonly kind: string }): Promise<boolean> {
      const { kind, name, version, document } = record
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

    async removeRecord({ run }: Queries, key: { readonly kind: string; readonly name: string }): Promise<boolean> {
      return (await run('DELETE FROM fleet_record WHERE kind = $1 AND name = $2', [key.kind, key.name])) === 1
    },

    /** A nonce that has expired is free again. */
    async claimNonce(
      { run }: Queries,
      input: { readonly partnerCode: string; readonly nonce: string; readonly expiresAt: number },
      now: number,
    ): Promise<boolean> {
      const claimed = await run(
        `INSERT INTO nonce (partner_code, nonce, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (partner_code, nonce) DO UPDATE SET expires_at = excluded.expires_at WHERE nonce.expires_at <= $4`,
        [input.partnerCode, input.nonce, input.expiresAt, now],
      )
      return claimed === 1
    },

    async purge({ run }: Queries, before: number, now: number): Promise<Purged> {
      await run(`DELETE FROM hold WHERE state IN ('released', 'expired') AND session_no IN (${GONE})`, [before])
      return {
        sessions: await run(`DELETE FROM session WHERE session_no IN (${GONE})`, [before]),
        customers: await run(
          `UPDATE purchase SET customer_name = NULL, customer_phone = NULL, customer_email = NULL WHERE completed_at < $1
             AND (customer_name IS NOT NULL OR customer_phone IS NOT NULL OR customer_email IS NOT NULL)`,
          [before],
        ),
        nonces: await run('DELETE FROM nonce WHERE expires_at <= $1', [now]),
      }
    },
  }
}
