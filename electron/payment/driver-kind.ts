import type { z } from 'zod'
import type { TenderMeans, TenderTraits } from '../../shared/domain/money/tender.ts'
import type { Examinable, TenderDriver } from '../core/ports/devices.ts'
import type { Line } from './http/exchange.ts'
import type { SecretSource } from './http/settings-fields.ts'
import type { ReportColumns } from './settlement/settlement-form.ts'

/** What the registry has of a driver. */
export interface DriverKind<Schema extends z.ZodObject = z.ZodObject> {
  /** The tenders that it can take: those of this means. */
  readonly means: Exclude<TenderMeans, 'drawer'>
  readonly settings: Schema
  readonly traits: TenderTraits
  /** What its provider's report calls the columns, as far as that is known. */
  readonly report: ReportColumns
  /** With settings of its schema. */
  provide(settings: z.infer<Schema>, read: ReadSecret): Provided
}

/** The text behind a secret; `name` as in the settings: `clientSecret`, `disbursements.apiKey`. */
export type ReadSecret = (name: string, source: SecretSource) => string

/** Of the end of a connection: what its certificate is issued to (common name), and the certificate's SHA-256. */
export interface Peer {
  readonly name: string
  readonly sha256: string
}

export type PeerCheck = (peer: Peer) => boolean

/** A driver that its settings are known of. */
export interface Provided {
  /** Its code is loaded by this, and on no machine that has no such settings. */
  create(line: Line): Promise<TenderDriver & Examinable>
  /** For what answers under no name of its own: in place of the address, this tells whose certificate it is. Its chain is checked all the same. */
  readonly isPeer?: PeerCheck
  /** The texts behind its secrets, which are never written down or told. */
  secrets(): object
}
