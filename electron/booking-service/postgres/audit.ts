import { numericId } from '../rules/seats.ts'
import type { AuditEntry, StoreChanges } from '../store/changes.ts'
import type { Queries } from './database.ts'

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
