/** What is looked at of a provider of payments, in this order; it stops where it goes no further. `device`: where there is one. */
export const examinationSteps = ['address', 'certificate', 'clock', 'access', 'contract', 'device', 'currency'] as const

export type ExaminationStep = (typeof examinationSteps)[number]

/** `code`: the system's, the provider's or the program's word for what was wrong; never a secret, never a person's. */
export interface ExaminationFinding {
  readonly step: ExaminationStep
  readonly finding:
    | 'ok'
    /** An earlier step failed, or only a payment would tell. */
    | 'not-tried'
    | 'no-answer'
    /** The certificate is not of an authority that this machine trusts. */
    | 'untrusted'
    /** Plain HTTP: there is no certificate. */
    | 'plain'
    | 'clock-off'
    | 'refused'
    /** An answer in no form that is known; often a page of something on the way. */
    | 'unreadable'
    | 'other-currency'
    /** The provider, or this driver, takes it nowhere. */
    | 'currency-not-taken'
    /** No money moves in this account. */
    | 'test-account'
    /** The device on the counter cannot be reached, or is at something else. */
    | 'device-off'
    /** A device does something: it may well be a payment. */
    | 'busy'
  /** Of the reply, HTTP; absent where it is a device that says no. */
  readonly status?: number
  readonly code?: string
  /** This machine's clock less the provider's. */
  readonly seconds?: number
  /** What the device calls itself. */
  readonly device?: string
  /** ISO 4217, the provider's. */
  readonly currency?: string
}

export const providerFaults = ['no-answer', 'turned-away'] as const
/** Why no money can be taken over a provider by now. `turned-away`: it knows this machine's account not, or in another currency. */
export type ProviderFault = (typeof providerFaults)[number]

/**
 * What an examination says of that; null: money can be taken, as far as is known. A contract that does not show its list
 * or its balance may take payments all the same, and a wrong clock does not keep it from doing so.
 */
export function providerFault(findings: readonly ExaminationFinding[]): ProviderFault | null {
  for (const { step, finding } of findings) {
    if (step === 'contract') continue
    if (['no-answer', 'untrusted', 'unreadable', 'device-off'].includes(finding)) return 'no-answer'
    if (['refused', 'other-currency', 'currency-not-taken'].includes(finding)) return 'turned-away'
  }
  return null
}
