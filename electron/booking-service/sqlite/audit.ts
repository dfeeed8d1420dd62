import type { Database } from 'better-sqlite3'
import { numericId } from '../rules/seats.ts'
import type { AuditEntry, StoreChanges } from '../store/changes.ts'

export type Audit = ReturnType<typeof createAudit>

interface AuditRow extends Omit<AuditEntry, 'facts'> {
  readonly facts: string
}

/** Who changed what, and when: only ever added to. */
export function createAudit(db: Database) {
  const add = db.prepare<[AuditRow]>(
    'INSERT INTO audit (at, by, act, event_id, facts) VALUES (@at, @by, @act, @eventId, @facts)',
  )
  const newest = db.prepare<[{ readonly eventId: number | null; readonly limit: number }], AuditRow>(
    `SELECT at, by, act, event_id AS eventId, facts FROM audit WHERE @eventId IS NULL OR event_id = @eventId
     ORDER BY audit_no DESC LIMIT @limit`,
  )
  return {
    add: ({ facts, ...entry }: AuditEntry): void => void add.run({ ...entry, facts: JSON.stringify(facts) }),

    list: ({ eventId, limit }: Parameters<StoreChanges['listAudit']>[0]): AuditEntry[] =>
      newest
        .all({ eventId: eventId === null ? null : (numericId(eventId) ?? 0), limit })
        .map((row) => ({ ...row, facts: JSON.parse(row.facts) as AuditEntry['facts'] })),
  }
}
