/** Checks of a payment provider in execution order; `device`: only for providers with a device. */
export const healthCheckSteps = ['address', 'certificate', 'clock', 'access', 'contract', 'device', 'currency'] as const

export type HealthCheckStep = (typeof healthCheckSteps)[number]

/** `code`: error code of the system, the provider or the program; never a secret or personal data. */
export interface ExaminationFinding {
  readonly step: HealthCheckStep
  readonly finding:
    | 'ok'
    /** Not tested: an earlier step failed, or only a payment would show the result. */
    | 'not-tried'
    | 'no-answer'
    | 'untrusted'
    /** Plain HTTP without a certificate. */
    | 'plain'
    | 'clock-skew'
    | 'refused'
    /** A reply in an unknown format, often the page of a proxy. */
    | 'unreadable'
    | 'other-currency'
    /** The provider or its driver does not support the currency. */
    | 'currency-not-taken'
    | 'test-account'
    /** The payment device is offline, not paired, or updating its firmware. */
    | 'device-off'
    /** The payment device is in use, possibly for a payment. */
    | 'busy'
  /** HTTP status of the reply; absent if a device rejected the request. */
  readonly status?: number
  readonly code?: string
  /** This machine's clock minus the provider's, in seconds. */
  readonly seconds?: number
  readonly device?: string
  readonly currency?: string
}

export const providerFaults = ['no-answer', 'rejected'] as const
/** `rejected`: the provider rejects this machine's account, or the account does not support the currency. */
export type ProviderFault = (typeof providerFaults)[number]

/** Returns the fault that a check of the provider found; null if payments may still work, as with a wrong clock. */
export function providerFault(findings: readonly ExaminationFinding[]): ProviderFault | null {
  for (const { step, finding } of findings) {
    if (step === 'contract') continue
    if (['no-answer', 'untrusted', 'unreadable', 'device-off'].includes(finding)) return 'no-answer'
    if (['refused', 'other-currency', 'currency-not-taken'].includes(finding)) return 'rejected'
  }
  return null
}
