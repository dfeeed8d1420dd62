import type { z } from 'zod'
import { parseInEnglish } from '../../shared/i18n/issue-text.ts'

/** Small documents of the hub, by kind and name: its store keeps them. */
export interface RecordStore {
  listRecords(kind: RecordKind): Promise<readonly FleetRecord[]>
  findRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<FleetRecord | null>
  /** Replaces the document only while it is the one of that version; 0: only while there is none. */
  keepRecord(record: FleetRecord & { readonly kind: RecordKind }): Promise<boolean>
  removeRecord(key: { readonly kind: RecordKind; readonly name: string }): Promise<boolean>
}

export type RecordKind = 'device' | 'enrolment' | 'administrator' | 'settings' | 'ledger'

export interface FleetRecord {
  readonly name: string
  /** Grows by one with each change. */
  readonly version: number
  readonly document: string
}

/** What a record says; null: there is none. Throws on a document that this program did not write. */
export function readRecord<T>(record: FleetRecord | null, shape: z.ZodType<T>): T | null {
  return record === null ? null : parseInEnglish(shape, JSON.parse(record.document))
}
