/**
 * Checks of a payment provider, in the order in which they run. They stop at the first failure that prevents the
 * remaining checks. `device`: only for providers with a device.
 */
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
    /** The account is a test account, in which no money is transferred. */
    | 'test-account'
    /** The device on the counter is unreachable or busy with another task. */
    | 'device-off'
    /** A device is in use, possibly for a payment. */
    | 'busy'
  /** HTTP status of the reply; absent if a device refused. */
  readonly status?: number
  readonly code?: string
  /** This machine's clock minus the provider's. */
  readonly seconds?: number
  /** Name that the device reports. */
  readonly device?: string
  /** Currency of the provider, as an ISO 4217 code. */
  readonly currency?: string
}

export const providerFaults = ['no-answer', 'rejected'] as const
/**
 * Reason why a provider currently accepts no payments. `rejected`: the provider refuses this machine's account, or the
 * account does not support the currency.
 */
export type ProviderFault = (typeof providerFaults)[number]

/**
 * Returns the fault that an examination shows; null if no finding prevents payments. Failed contract checks (the list
 * or balance) and a wrong clock are not faults, because payments may still work.
 */
export function providerFault(findings: readonly ExaminationFinding[]): ProviderFault | null {
  for (const { step, finding } of findings) {
    if (step === 'contract') continue
    if (['no-answer', 'untrusted', 'unreadable', 'device-off'].includes(finding)) return 'no-answer'
    if (['refused', 'other-currency', 'currency-not-taken'].includes(finding)) return 'rejected'
  }
  return null
}
