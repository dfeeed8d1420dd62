import type { DoctorSaying, DoctorStep } from './doctor.ts'

/** What is wrong and what to do, in one or two plain sentences. `{name}` stands for a fact. */
export interface DoctorTexts {
  readonly steps: Readonly<Record<DoctorStep, string>>
  readonly fine: Readonly<Record<DoctorStep, string>>
  readonly says: Readonly<Record<Exclude<DoctorSaying, 'fine'>, string>>
  /** What people without the settings before them call what the texts name. */
  readonly spoken: Readonly<Record<DoctorSetting, string>>
}

/** In the texts, where a setting is to be looked at. The longer of two comes first. */
export type DoctorSetting =
  | 'partner.baseUrl'
  | 'partner.partnerCode'
  | 'partner.signing'
  | 'partner.httpProxy'
  | 'partner.caFile'
  | 'partner.hold'
  | 'accessCodes'
  | 'keyId'
