import { sql as ledger } from './0001-ledger.ts'

export interface Migration {
  readonly version: number
  readonly sql: string
}

/** In order, without gaps. A released migration is never edited: its text is fingerprinted in every ledger. */
export const migrations: readonly Migration[] = [{ version: 1, sql: ledger }]
