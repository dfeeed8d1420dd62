/**
 * Checks of a payment provider, in this order; they end at the first one that prevents the others. `device`: if there
 * is one.
 */
export const healthCheckSteps = ['address', 'certificate', 'clock', 'access', 'contract', 'device', 'currency'] as const

export type HealthCheckStep = (typeof healthCheckSteps)[number]

/** `code`: error code of the system, the provider or the program; never a secret or personal data. */
export interface ExaminationFinding {
  readonly step: HealthCheckStep
  readonly finding:
    | 'ok'
    /** An earlier step failed, or only a payment would show it. */
    | 'not-tried'
    | 'no-answer'
    /** The certificate is not issued by an authority that this machine trusts. */
    | 'untrusted'
    /** Plain HTTP: there is no certificate. */
    | 'plain'
    | 'clock-skew'
    | 'refused'
    /** A reply in an unknown format; often the page of a proxy. */
    | 'unreadable'
    | 'other-currency'
    /** The provider or this driver does not support the currency. */
    | 'currency-not-taken'
    /** No money moves in this account. */
    | 'test-account'
    /** The device on the counter is unreachable or busy with another task. */
    | 'device-off'
    /** A device is in use: possibly for a payment. */
    | 'busy'
  /** HTTP status of the reply; absent if a device refused. */
  readonly status?: number
  readonly code?: string
  /** This machine's clock minus the provider's. */
  readonly seconds?: number
  /** Name that the device reports. */
  readonly device?: string
  /** ISO 4217 code of the provider. */
  readonly currency?: string
}

export const providerFaults = ['no-answer', 'rejected'] as const
/**
 * Why a provider currently takes no money. `rejected`: it does not know this machine's account, or knows it in
 * another currency.
 */
export type ProviderFault = (typeof providerFaults)[number]

/**
 * Returns the fault that an examination shows; null if the provider can take money, as far as is known. A contract that
 * does not show its list or balance may still take payments, and so may one with a wrong clock.
 */
export function providerFault(findings: readonly ExaminationFinding[]): ProviderFault | null {
  for (const { step, finding } of findings) {
    if (step === 'contract') continue
    if (['no-answer', 'untrusted', 'unreadable', 'device-off'].includes(finding)) return 'no-answer'
    if (['refused', 'other-currency', 'currency-not-taken'].includes(finding)) return 'rejected'
  }
  return null
}
