import { dirname } from 'node:path'
import { z } from 'zod'
import { drivenTenders, isOnlyNamed, type DrivenTender } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import type { PaymentDriver } from '../../shared/kiosk-api/payment-forms.ts'
import type { Provided } from '../payment/driver-kind.ts'
import { drivers, provide, providerSettings, type ProviderSettings } from '../payment/drivers.ts'
import { readCertificates } from './certificates.ts'
import { readSecret, type SecretSource } from './secret.ts'
import type { FoundProblem } from './setting-problem.ts'

/** `payments`: by tender, who takes its money. What has none here is taken as `terminals` says. */
export const paymentsSchema = z.partialRecord(z.enum(drivenTenders), providerSettings)

type Settings = z.infer<typeof paymentsSchema>
export type ProvidedTender = keyof Settings

/** A provider with its secrets. */
export interface Provider extends Provided {
  readonly driver: PaymentDriver
  readonly settings: ProviderSettings
  readonly ca?: string
}

export type Payments = Readonly<Partial<Record<ProvidedTender, Provider>>>

/** Whether a customer can pay with it alone, by what takes it on a machine of these settings. */
export function isUnattended(
  kind: DrivenTender,
  {
    payments,
    terminals,
  }: {
    readonly payments: { readonly [K in ProvidedTender]?: Pick<ProviderSettings, 'driver'> | undefined }
    readonly terminals: 'simulated' | 'attended'
  },
): boolean {
  const driver = payments[kind]?.driver
  // What any operator may take is simulated by none: `payments` has to say who it is.
  return driver === undefined ? terminals === 'simulated' && !isOnlyNamed(kind) : drivers[driver].traits.unattended
}

/** Reads secrets and certificates, from beside the settings' file where their paths are not whole ones. */
export function loadPayments(
  settings: Settings,
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
): Result<Payments, FoundProblem> {
  const loaded: Partial<Record<ProvidedTender, Provider>> = {}
  for (const kind of drivenTenders) {
    const named = settings[kind]
    if (!named || environment === 'without-key') continue
    const provider = loadProvider(named, `payments.${kind}`, file, environment)
    if (!provider.ok) return provider
    loaded[kind] = provider.value
  }
  return ok(loaded)
}

function loadProvider(
  settings: ProviderSettings,
  setting: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Provider, FoundProblem> {
  const problems: FoundProblem[] = []
  const secret = (name: string, source: SecretSource): string => {
    const read = readSecret(`${setting}.${name}`, source, dirname(file), environment)
    if (!read.ok) problems.push(read.error)
    return read.ok ? read.value : ''
  }
  const ca = readCertificates(`${setting}.caFile`, 'caFile' in settings ? settings.caFile : undefined, file)
  if (!ca.ok) problems.push(ca.error)
  const provider = {
    driver: settings.driver,
    settings,
    ...provide(settings, secret),
    ...(ca.ok && ca.value !== undefined && { ca: ca.value }),
  }
  const [problem] = problems
  return problem === undefined ? ok(provider) : err(problem)
}
