import type { ExaminationFinding, ExaminationStep } from '../domain/money/examination.ts'
import type { NoteFinding, NoteStep } from '../domain/money/note-examination.ts'

export type DoctorStep =
  | 'name'
  | 'connection'
  | 'certificate'
  | 'clock'
  | 'code'
  | 'signature'
  | 'events'
  | 'session'
  | 'section'
  | 'hold'
  | 'purchase'

export type DoctorSaying =
  | 'fine'
  | 'not-reached'
  | 'not-asked'
  | 'unsigned'
  | 'plain'
  | 'by-proxy'
  | 'numeric-address'
  | 'unknown-name'
  | 'refused-connection'
  | 'no-connection'
  | 'bad-certificate'
  | 'certificate-ends'
  | 'certificate-over'
  | 'no-answer'
  | 'clock-off'
  | 'no-date'
  | 'unknown-code'
  | 'bad-signature'
  | 'partner-fault'
  | 'refused'
  | 'unreadable'
  | 'missing-field'
  | 'left-out'
  | 'no-owner'
  | 'no-events'
  | 'no-access-code'
  | 'code-from-hub'
  | 'wrong-access-code'
  | 'only-first'
  | 'no-seats'
  | 'not-held'
  | 'not-released'
  | 'not-bought'
  | 'real-sale'
  | 'purchase-refused'

/** What is wrong and what to do, in one or two plain sentences. `{name}` stands for a fact. */
export interface DoctorTexts {
  readonly steps: Readonly<Record<DoctorStep, string>>
  readonly fine: Readonly<Record<DoctorStep, string>>
  readonly says: Readonly<Record<Exclude<DoctorSaying, 'fine'>, string>>
  /** What fields of the interface are in plain words, by the last part of their path. */
  readonly fields: Readonly<Record<DoctorField, string>>
  /** What people without the settings before them call what the texts name. */
  readonly spoken: Readonly<Record<DoctorSetting, string>>
  /** The same of a provider of payments. */
  readonly payments: {
    /** `trial`: whether anybody tried it with the operator. */
    readonly steps: Readonly<Record<ExaminationStep | 'trial', string>>
    readonly fine: Readonly<Record<ExaminationStep, string>>
    readonly says: Readonly<Record<PaymentSaying, string>>
  }
  /** The same of a device that takes notes. */
  readonly notes: {
    readonly steps: Readonly<Record<NoteStep, string>>
    readonly fine: Readonly<Record<NoteStep, string>>
    readonly says: Readonly<Record<Exclude<NoteFinding['finding'], 'ok'>, string>>
  }
  readonly savedTickets: {
    readonly title: string
    readonly inFolder: (files: number, folder: string) => string
    readonly stay: string
    readonly deleted: (hours: number) => string
  }
  /** The machine's screen, as far as something is wrong with it. */
  readonly screen: { readonly title: string; readonly unsandboxed: string }
}

export type PaymentSaying =
  | Exclude<ExaminationFinding['finding'], 'ok' | 'not-tried'>
  | 'not-reached'
  /** What is fine about a device that says which it is. */
  | 'device-named'
  | 'only-a-payment'
  | 'no-date'
  /** Turned away as a machine, whatever its account. */
  | 'not-on-list'
  /** By a device beside the screen. */
  | 'device-refuses'
  | 'untried'

/** Fields that a sale cannot do without. */
export const doctorFields = [
  'amount',
  'currency',
  'events',
  'expires_at',
  'hold_id',
  'id',
  'items',
  'map',
  'min_price',
  'number',
  'owner_ref',
  'price',
  'remaining_seconds',
  'seat_id',
  'seats',
  'sections',
  'session_id',
  'starts_at',
  'status',
  'title',
  'zone_id',
  'zones',
] as const

export type DoctorField = (typeof doctorFields)[number]

/** In the texts, where a setting is to be looked at. The longer of two comes first. */
export type DoctorSetting =
  | 'partner.baseUrl'
  | 'partner.partnerCode'
  | 'partner.signing'
  | 'partner.httpProxy'
  | 'partner.caFile'
  | 'partner.hold'
  | 'partner.anonymousCustomer'
  | 'accessCodes'
  | 'keyId'
