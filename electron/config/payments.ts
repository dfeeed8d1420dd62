import { dirname } from 'node:path'
import { z } from 'zod'
import { isOnlyNamed, type ProvidedTender, providedTenders, tenderKinds } from '../../shared/domain/money/tender.ts'
import { err, ok, type Result } from '../../shared/domain/result.ts'
import {
  type PaymentDriver,
  paymentDrivers,
  type PaymentField,
  paymentFields,
  type PaymentForm,
} from '../../shared/api/kiosk/payment-forms.ts'
import { sspSettings } from '../banknotes/device.ts'
import { USUAL_FIXED_KEY } from '../banknotes/framing.ts'
import type { Provided } from '../payments/driver-kind.ts'
import { drivers, provide, providerSettings, type ProviderSettings } from '../payments/drivers.ts'
import type { FiscalSettings } from '../payments/fiscal.ts'
import { address, currency, secretSource } from '../payments/settings-fields.ts'
import { readCertificates } from './partner.ts'
import { readSecret, type SecretSource } from './secret.ts'
import { type FoundProblem, refuseSetting } from './setting-problem.ts'

/** Providers by tender. The setting `terminals` applies to tenders without a provider. */
export const paymentsSchema = z.partialRecord(z.enum(providedTenders), providerSettings)

type Settings = z.infer<typeof paymentsSchema>

export interface Provider extends Provided {
  readonly driver: PaymentDriver
  readonly settings: ProviderSettings
  readonly ca?: string
}

export type Payments = Readonly<Partial<Record<ProvidedTender, Provider>>>

/** Returns whether customers can pay with the tender without the help of staff. */
export function isUnattended(
  kind: ProvidedTender,
  {
    payments,
    terminals,
  }: {
    readonly payments: { readonly [K in ProvidedTender]?: Pick<ProviderSettings, 'driver'> | undefined }
    readonly terminals: 'simulated' | 'manual'
  },
): boolean {
  const driver = payments[kind]?.driver
  // The tender for mobile money without a named operator has no simulator, so `payments` must name its provider.
  return driver === undefined ? terminals === 'simulated' && !isOnlyNamed(kind) : drivers[driver].traits.unattended
}

/** Reads secrets and certificates. Relative paths start at the folder of the settings file, `file`. */
export function loadPayments(
  settings: Settings,
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
): Result<Payments, FoundProblem> {
  const loaded: Partial<Record<ProvidedTender, Provider>> = {}
  for (const kind of providedTenders) {
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

const serviceWord = z.string().min(1).max(40)

/** Service that signs invoices: see docs/integrating/fiscal.md. */
export const fiscalSchema = z.strictObject({
  url: address,
  /** Sent as `Authorization: Bearer`; absent for a device without a key. */
  key: secretSource.optional(),
  /** PEM file, relative to the settings file, of certificates that are trusted instead of the system's. */
  caFile: z.string().min(1).optional(),
  /** The service's name for each tax rate in percent, such as `{"18": "B"}`. */
  taxGroups: z.record(z.string().regex(/^\d{1,2}(?:\.\d{1,2})?$/u), serviceWord).default({}),
  /** The service's names for payment methods, such as `{"cash": "ESPECES"}`. */
  tenderNames: z.partialRecord(z.enum(tenderKinds), serviceWord).default({}),
  timeoutSeconds: z.int().min(1).max(60).default(10),
})

export function loadFiscal(
  { key, caFile, ...settings }: z.infer<typeof fiscalSchema>,
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
): Result<FiscalSettings, FoundProblem> {
  if (environment === 'without-key') return ok({ ...settings, key: '' })
  const secret = key ? readSecret('fiscal.key', key, dirname(file), environment) : ok('')
  if (!secret.ok) return secret
  const ca = readCertificates('fiscal.caFile', caFile, file)
  if (!ca.ok) return ca
  return ok({ ...settings, key: secret.value.trim(), ...(ca.value !== undefined && { ca: ca.value }) })
}

export const notesSchema = z.discriminatedUnion('driver', [
  z.strictObject({
    driver: z.literal('ssp'),
    ...sspSettings,
    /** Currency of the accepted notes, which must be the currency of the sales. */
    currency: currency.default('GNF'),
    /** The fixed half of the key, 16 hexadecimal digits, if it differs from the factory default. */
    key: secretSource.optional(),
  }),
])

export interface NotesConfig extends Omit<z.infer<typeof notesSchema>, 'key'> {
  readonly fixedKey: string
}

export function loadNotes(
  { key, ...settings }: z.infer<typeof notesSchema>,
  file: string,
  environment: Readonly<Record<string, string | undefined>> | 'without-key',
): Result<NotesConfig, FoundProblem> {
  if (!key || environment === 'without-key') return ok({ ...settings, fixedKey: USUAL_FIXED_KEY })
  const read = readSecret('notes.key', key, dirname(file), environment)
  if (!read.ok) return read
  const fixedKey = read.value.trim()
  return /^[\da-f]{16}$/iu.test(fixedKey)
    ? ok({ ...settings, fixedKey })
    : refuseSetting('notes.key', { type: 'note-key' })
}

/** Setup forms of all payment drivers, derived from their settings schemas. The forms omit lists and payout keys. */
export const paymentForms: readonly PaymentForm[] = providerSettings.options
  .map(({ shape: { driver, ...settings } }) => ({
    driver: driver.value,
    means: drivers[driver.value].means,
    atDesks: drivers[driver.value].traits.shows !== 'qr',
    fields: paymentFields.flatMap((name) => fieldOf(name, settings) ?? []),
  }))
  .toSorted((one, other) => paymentDrivers.indexOf(one.driver) - paymentDrivers.indexOf(other.driver))

export const formOf = (driver: string): PaymentForm | undefined => paymentForms.find((form) => form.driver === driver)

function fieldOf(name: PaymentField['name'], settings: Readonly<Record<string, z.ZodType>>): PaymentField | null {
  const whole = settings[name]
  if (!whole) return null
  const [inner, usual] = unwrapped(whole)
  const needed = inner === whole
  const common = { name, needed, usual, choices: [] }
  if (inner === secretSource) return { ...common, kind: 'secret' }
  if (inner instanceof z.ZodEnum) return { ...common, kind: 'choice', choices: inner.options.map(String) }
  return { ...common, kind: inner instanceof z.ZodNumber ? 'number' : 'text' }
}

/** Returns the inner type and the default value. The default value is null if the type has none. */
function unwrapped(type: z.ZodType): readonly [z.ZodType, string | null] {
  if (type instanceof z.ZodDefault) return [type.unwrap() as z.ZodType, String(type.def.defaultValue)]
  return type instanceof z.ZodOptional ? [type.unwrap() as z.ZodType, null] : [type, null]
}

/** Converts typed texts to settings. An empty line sets no value. */
export function settingsTyped(
  driver: string,
  typed: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const fields = formOf(driver)?.fields ?? []
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const text = typed[name]?.trim() ?? ''
      if (kind === 'secret' || text === '') return []
      return [[name, kind === 'number' && /^\d+$/u.test(text) ? Number(text) : text] as const]
    }),
  )
}

export const secretFields = (driver: string): readonly PaymentField[] =>
  (formOf(driver)?.fields ?? []).filter(({ kind }) => kind === 'secret')
