import type { Trust } from './trust-sources.ts'

export interface VerifyOptions {
  /** A ledger database (in use or not) or an archive; told apart by content. */
  readonly path: string
  /** What is known from outside the machine; without it a ledger is consistent at best. */
  readonly trust?: Trust | undefined
  readonly nativeBinding?: string | undefined
}
